import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { writeLicences } from '../../scripts/licences.mjs';
import { fillPage } from '../kit/fill-page.mjs';

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Built from the sources of the other packages, so that it needs no build of theirs. Every address is relative: any path will do. */
export default defineConfig(({ command }) => {
  const licensed = new Set<string>();
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: './',
    resolve: {
      alias: [
        { find: /^selfcollide$/, replacement: source('core/src/index.ts') },
        { find: /^selfcollide\/(mesh|predicates)$/, replacement: source('core/src/$1/index.ts') },
        { find: /^selfcollide\/(finder|kernel|parts|star-contour)$/, replacement: source('core/src/$1.ts') },
        ...['io', 'kit', 'papers', 'physics', 'scenes', 'three'].map((folder) => ({
          find: new RegExp(`^@selfcollide/${folder}$`),
          replacement: source(`${folder}/src/index.ts`),
        })),
        ...(command === 'build' ? [{ find: /^bunny$/, replacement: source('viewer/src/worker/served-bunny.ts') }] : []),
      ],
    },
    plugins: [
      { name: 'fill-page', transformIndexHtml: { order: 'pre' as const, handler: fillPage } },
      writeLicences('licences.md', licensed),
    ],
    worker: { format: 'es', plugins: () => [writeLicences(undefined, licensed)] },
    build: { target: 'es2023', chunkSizeWarningLimit: 900 },
    server: { host: '127.0.0.1' },
  };
});
