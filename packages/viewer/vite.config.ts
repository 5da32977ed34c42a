import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (folder: string) => fileURLToPath(new URL(`../${folder}/src/index.ts`, import.meta.url));

/** Built from the sources of the other packages, so that it needs no build of theirs. Every address is relative: any path will do. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: {
    alias: [
      { find: /^selfcollide$/, replacement: source('core') },
      ...['io', 'kit', 'physics', 'scenes', 'three'].map((folder) => ({
        find: new RegExp(`^@selfcollide/${folder}$`),
        replacement: source(folder),
      })),
    ],
  },
  worker: { format: 'es' },
  build: { target: 'es2023', chunkSizeWarningLimit: 900 },
  server: { host: '127.0.0.1' },
});
