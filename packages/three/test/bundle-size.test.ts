import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'selfcollide-size-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** kB after gzip that a page loads at once for a script, three.js not counted; what it may load later is not counted either. */
async function bundleSize(code: string): Promise<number> {
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, code);
  const output = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: '@selfcollide/three/worker', replacement: `${root}packages/three/src/worker.ts` },
        { find: '@selfcollide/three', replacement: `${root}packages/three/src/index.ts` },
        { find: 'selfcollide/mesh', replacement: `${root}packages/core/src/mesh/index.ts` },
        { find: 'selfcollide', replacement: `${root}packages/core/src/index.ts` },
      ],
    },
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
  return [...loaded].reduce((sum, { code: text }) => sum + gzipSync(text).length, 0) / 1000;
}

it('is what the table in docs/three.md says', async () => {
  const rows = [
    ...readFileSync(`${root}docs/three.md`, 'utf8').matchAll(/^\| `(import|export) ([^`]*)` \| (\d+) kB/gm),
  ];
  expect(rows.length).toBeGreaterThanOrEqual(5);
  const wrong: string[] = [];
  for (const [, , what, size] of rows) {
    const measured = await bundleSize(`export ${what};`);
    if (Math.abs(measured - Number(size)) > 1 + 0.05 * Number(size)) wrong.push(`${what}: ${measured.toFixed(1)} kB`);
  }
  expect(wrong).toEqual([]);
});
