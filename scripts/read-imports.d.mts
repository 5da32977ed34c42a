export interface ImportStatement {
  readonly specifier: string;
  /** `await import('…')`, run only when reached. Types are not. */
  readonly dynamic: boolean;
}
export function readImports(source: string): ImportStatement[];
