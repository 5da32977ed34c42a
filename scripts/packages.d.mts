export interface WorkspacePackage {
  readonly folder: string;
  readonly directory: string;
  readonly manifest: {
    readonly name: string;
    readonly private?: boolean;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  readonly entries: readonly string[];
  readonly inside: readonly WorkspacePackage[];
}

export declare const root: string;
export declare function listPackages(): WorkspacePackage[];
