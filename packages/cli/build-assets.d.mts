export declare function buildAssets(outFolder?: string, options?: { viewer?: boolean }): Promise<void>;
