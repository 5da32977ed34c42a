import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Headers that go with every answer, or with that to a path. */
export type Headers = Record<string, string> | ((path: string) => Record<string, string>);

/** Serves a built page on a free port of the loopback. */
export async function serveFolder(folder: string, headers: Headers = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/favicon.ico') {
      response.writeHead(204).end(); // browsers ask for it unasked, and a 404 would look like an error of the page
      return;
    }
    try {
      const body = await readFile(join(folder, path === '/' ? 'index.html' : path));
      response.writeHead(200, {
        'content-type': types[extname(path) || '.html'] ?? 'application/octet-stream',
        ...(typeof headers === 'function' ? headers(path) : headers),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
