import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the page into a folder, which is emptied first. */
export async function buildViewer(folder) {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
}
