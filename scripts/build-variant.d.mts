export declare function buildVariant(
  entry: Readonly<Record<string, string>>,
  outDir: string,
  change?: (text: string, file: string) => string,
): Promise<void>;
