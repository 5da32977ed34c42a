interface Row {
  readonly name: string;
  readonly owner: string;
  readonly copied?: true;
  readonly given?: true;
}

interface Table {
  readonly rows: readonly Row[];
  readonly more?: { readonly rows: readonly Row[] };
}

export declare const TABLES: Readonly<Record<'mesh' | 'dops' | 'distances' | 'tets', Table>>;

export declare function layoutFiles(): readonly { readonly path: string; readonly text: string }[];
