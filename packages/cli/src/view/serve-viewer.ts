import { createReadStream, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join, sep } from 'node:path';
import { loadBunny } from '@selfcollide/scenes';

export interface ServeViewerOptions {
  /** Where the built viewer is. */
  readonly folder: string;
  /** Files to look at together: meshes with what they refer to, and frames of sequences. */
  readonly files?: readonly ServedFile[];
  /** Default 0: any that is free. */
  readonly port?: number;
}

export interface ServedFile {
  readonly path: string;
  /** The pattern of which it is a frame, as the user wrote it, and its number. */
  readonly sequence?: string;
  readonly frame?: number;
}

export interface ServedViewer {
  /** Address to open. */
  readonly url: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** The scan of the npm package `bunny`, which the page does not bring along; see the viewer's served-bunny.ts. */
const BUNNY = '/bunny.json';
const LIST = '/files.json';

/** The page may load from here and nowhere else. Styles are set by the chart, decoders are WebAssembly. */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/**
 * Serves the viewer and the files given on the loopback, and nothing else: paths are looked up in a list that is made here, never joined.
 *
 * @throws the system's error if the port is taken.
 */
export async function serveViewer({ folder, files = [], port = 0 }: ServeViewerOptions): Promise<ServedViewer> {
  const paths = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (extname(name) !== '') paths.set(`/${name.split(sep).join('/')}`, join(folder, name));
  }
  paths.set('/', join(folder, 'index.html'));
  // by number: files of different folders may have one name
  files.forEach(({ path }, i) => {
    paths.set(`/file/${i}`, path);
  });
  // the page asks for this list: thousands of names would not fit an address
  const list = JSON.stringify({
    files: files.map(({ path, ...rest }, i) => ({ name: basename(path), path, data: `file/${i}`, ...rest })),
  });

  const server = createServer((request, response) => {
    answer(request, response, { paths, hosts, list }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${address.port}`, `localhost:${address.port}`];
  return {
    url: `http://127.0.0.1:${address.port}/${files.length === 0 ? '' : '?files'}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Served {
  readonly paths: ReadonlyMap<string, string>;
  readonly hosts: readonly string[];
  readonly list: string;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { paths, hosts, list }: Served,
): Promise<void> {
  const refuse = (status: number, text: string) => {
    response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  };
  // another site may point its own name at this address, to read the file from there
  if (!hosts.includes(request.headers.host ?? '')) return refuse(403, 'This address is for this computer only.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET.');
  const wanted = (request.url ?? '/').split('?', 1)[0];
  if (wanted === BUNNY) {
    const { positions, triangles } = await loadBunny();
    const text = JSON.stringify({ positions: [...positions], triangles: [...triangles] });
    response.writeHead(200, { ...HEADERS, 'content-type': TYPES['.json'] }).end(text);
    return;
  }
  if (wanted === LIST) {
    response.writeHead(200, { ...HEADERS, 'content-type': TYPES['.json'] }).end(list);
    return;
  }
  const path = paths.get(wanted);
  if (path === undefined) return refuse(404, 'Not here.');
  let size: number;
  try {
    size = (await stat(path)).size;
  } catch {
    return refuse(404, 'The file is gone.');
  }
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': size });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = createReadStream(path);
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}
