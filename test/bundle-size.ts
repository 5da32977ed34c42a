import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';

/** Rows of the table in docs/three.md: what a page imports, and the kB it says. */
export function readSizeTable(file: string): { what: string; size: number }[] {
  const rows = [...readFileSync(file, 'utf8').matchAll(/^\| `import ([^`]*)` \| (\d+) kB/gm)];
  return rows.map(([, what, size]) => ({ what, size: Number(size) }));
}

/**
 * kB after gzip that a page loads at once for an import, three.js not counted; what it may load later is not counted either. Vite builds it in
 * `folder`, where the packages are installed.
 */
export async function bundleSize(folder: string, what: string): Promise<number> {
  const entry = join(folder, 'size-entry.js');
  writeFileSync(entry, `export ${what};`);
  const output = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      target: 'es2023',
      minify: true,
      rolldownOptions: { input: entry, external: ['three'], preserveEntrySignatures: 'strict' },
    },
  })) as Rollup.RollupOutput;
  const chunks = output.output.filter((file) => file.type === 'chunk');
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of loaded) for (const other of chunks) if (chunk.imports.includes(other.fileName)) loaded.add(other);
  return [...loaded].reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000;
}
