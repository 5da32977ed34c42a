import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchTo } from '../src/index.ts';

let server: Server;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked++;
    if (request.url === '/short') {
      reply.setHeader('content-length', 500);
      reply.write('x'.repeat(100), () => reply.destroy());
      return;
    }
    if (request.url === '/announced') reply.setHeader('content-length', 10_000_000);
    if (request.url !== '/endless') {
      reply.write('x');
      const drip = setInterval(() => reply.write('x'), 20);
      reply.on('close', () => clearInterval(drip));
      return;
    }
    const piece = Buffer.alloc(50_000);
    const pour = setInterval(() => reply.write(piece), 5);
    reply.on('close', () => clearInterval(pour));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetchFrom = (path: string, watch: number) => {
  const { port } = server.address() as AddressInfo;
  return fetchTo(new URL(`http://127.0.0.1:${port}${path}`), 1_000_000, () => {}, undefined, watch);
};

it('refuses by the length that is announced, before anything comes', async () => {
  await expect(fetchFrom('/announced', 60_000)).rejects.toThrow('it has more than 1000000 bytes, which is the limit');
});

it('says that a download ended before its end', async () => {
  await expect(fetchFrom('/short', 60_000)).rejects.toThrow(
    /^it cannot be fetched \(the connection ended after \d+ bytes\)$/,
  );
});

it('ends a download that goes on for ever, fast or slowly', async () => {
  await expect(fetchFrom('/endless', 60_000)).rejects.toThrow('it has more than 1000000 bytes, which is the limit');
  await expect(fetchFrom('/drip', 200)).rejects.toThrow(/it comes too slowly \(\d+ bytes in 0\.2 s\)/);
  expect(asked).toBe(4);
});
