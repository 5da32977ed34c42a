import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (path: string) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

/** Every page of this folder, with the packages from their sources. In a project of your own no configuration is needed. */
export default defineConfig({
  root: here,
  base: './',
  resolve: {
    alias: [
      { find: /^selfcollide$/, replacement: source('core/src/index.ts') },
      { find: /^selfcollide\/(mesh|predicates)$/, replacement: source('core/src/$1/index.ts') },
      { find: /^selfcollide\/(finder|kernel|parts|star-contour)$/, replacement: source('core/src/$1.ts') },
      { find: /^@selfcollide\/three$/, replacement: source('three/src/index.ts') },
      { find: /^@selfcollide\/three\/worker$/, replacement: source('three/src/worker.ts') },
    ],
  },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: readdirSync(here)
        .filter((name) => name.endsWith('.html'))
        .map((name) => here + name),
    },
  },
  server: { host: '127.0.0.1' },
});
