import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInBrowser } from '../../src/view/open-in-browser.ts';
import { type ServedViewer, serveViewer } from '../../src/view/serve-viewer.ts';

describe('serveViewer', () => {
  const root = mkdtempSync(join(tmpdir(), 'selfcollide-view-'));
  const folder = join(root, 'app');
  const file = join(root, 'my model ü.glb');
  const second = join(root, 'my.bin');
  let served: ServedViewer;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), 'page');
    writeFileSync(join(folder, 'assets/app.js'), 'code');
    writeFileSync(file, 'model');
    writeFileSync(second, 'buffer');
    writeFileSync(join(root, 'secret.txt'), 'secret');
    served = await serveViewer({ folder, files: [{ path: file }, { path: second, sequence: 'my.%d', frame: 7 }] });
  });
  afterAll(async () => {
    await served.close();
    rmSync(root, { recursive: true });
  });

  const base = () => new URL('/', served.url);

  /** As the bytes are: `fetch` would tidy paths up and set the host. */
  function ask(
    path: string,
    options: { method?: string; host?: string } = {},
  ): Promise<{ status: number; body: string; type: string }> {
    const { method = 'GET', host } = options;
    return new Promise((resolve, reject) => {
      const { hostname, port } = base();
      const headers = host === undefined ? {} : { host };
      request({ hostname, port, path, method, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part) => {
          body += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode!, body, type: response.headers['content-type']! }),
        );
      })
        .on('error', reject)
        .end();
    });
  }

  it('serves the page, its parts and the file, on the loopback only', async () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?files$/);
    expect(await ask('/')).toEqual({ status: 200, body: 'page', type: 'text/html; charset=utf-8' });
    expect(await ask('/?file=x')).toMatchObject({ status: 200, body: 'page' });
    expect(await ask('/assets/app.js')).toEqual({ status: 200, body: 'code', type: 'text/javascript; charset=utf-8' });
    const list = await ask('/files.json');
    expect(list).toMatchObject({ status: 200, type: 'application/json' });
    expect(JSON.parse(list.body)).toEqual({
      files: [
        { name: 'my model ü.glb', path: file, data: 'file/0' },
        { name: 'my.bin', path: second, data: 'file/1', sequence: 'my.%d', frame: 7 },
      ],
    });
    expect(await ask('/file/0')).toMatchObject({ status: 200, body: 'model' });
    expect(await ask('/file/1')).toMatchObject({ status: 200, body: 'buffer' });
    expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    '/secret.txt',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/file/secret.txt',
    '/file/2',
    '/file/..%2fsecret.txt',
    '/file/',
    '//etc/passwd',
    '/assets',
    '/assets/',
  ])('does not serve %s', async (path) => {
    const { status, body } = await ask(path);
    expect([status, body]).toEqual([404, 'Not here.\n']);
  });

  it('refuses other methods and other names', async () => {
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
    expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { host: `localhost:${base().port}` })).status).toBe(200);
  });

  it('says so when the port is taken or the file is gone', async () => {
    await expect(serveViewer({ folder, port: Number(base().port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = join(root, 'gone.obj');
    writeFileSync(other, 'v');
    const server = await serveViewer({ folder, files: [{ path: other }] });
    rmSync(other);
    const response = await fetch(new URL('/file/0', server.url));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    await server.close();
  });
});

describe('openInBrowser', () => {
  it('tells whether there was something to open with', async () => {
    // no such program here
    if (process.platform === 'linux') expect(await openInBrowser('http://127.0.0.1:9/', 'win32')).toBe(false);
  });
});
