import { createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { FleetError } from '../fleet-error.ts';
import type { WorkerCounts } from './worker-counts.ts';

export interface HealthFacts {
  readonly name: string;
  /** Why Redis is of no use now. */
  readonly redisTrouble: () => string | undefined;
  readonly counts: WorkerCounts;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}

export interface HealthServer {
  /** Address without a path, as a browser takes it. */
  readonly url: string;
  close(): void;
}

/**
 * Answers `/health` (200, or 503 without Redis, while it refuses work, or while results cannot be written) and `/metrics` (for Prometheus).
 *
 * @throws FleetError if the address cannot be listened on.
 */
export async function serveHealth(address: string, port: number, facts: HealthFacts): Promise<HealthServer> {
  const server = createServer(async (request, reply) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method !== 'GET' && request.method !== 'HEAD') reply.writeHead(405).end();
    else if (path === '/health') {
      const trouble = facts.redisTrouble() ?? facts.counts.unwritable;
      const { frames, files, failures, leftToOthers, doing } = facts.counts;
      const did = { frames, files, failures, leftToOthers, doing };
      const body = { status: trouble ?? 'ok', name: facts.name, ...did };
      reply.writeHead(trouble ? 503 : 200, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
    } else if (path === '/metrics') {
      const text = await facts.metrics.text();
      reply.writeHead(200, { 'content-type': facts.metrics.contentType }).end(text);
    } else reply.writeHead(404).end();
  });
  const host = isIPv6(address) ? `[${address}]` : address;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new FleetError('failed', `--health-port: cannot listen on ${host}:${port} (${error.code}).`)),
    );
    server.listen(port, address, resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close().closeAllConnections() };
}
