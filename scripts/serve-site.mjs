import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** Serves a folder on the loopback, below a path with a space in it, as a site that can lie anywhere must stand it. */
export async function serveSite(folder) {
  const place = '/some/sub folder/';
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (path === '/favicon.ico') return response.writeHead(204).end(); // browsers ask for it by themselves
    const target = path.startsWith(place) ? resolveFile(folder, path.slice(place.length) || 'index.html') : undefined;
    if (!target) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(target)] ?? 'application/octet-stream' });
    return response.end(readFileSync(target));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${encodeURI(place)}`,
    close: () => server.close(),
  };
}

/** The file that an address of the site means; undefined if there is none. */
export function resolveFile(folder, file) {
  if (file.split(/[\\/]/).includes('..')) return undefined;
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) return path;
  return existsSync(join(path, 'index.html')) ? join(path, 'index.html') : undefined;
}
