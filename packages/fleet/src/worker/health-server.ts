import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FleetError } from '../fleet-error.ts';
import type { WorkerCounts } from './worker-counts.ts';

export interface HealthFacts {
  readonly name: string;
  /** Why Redis is of no use now. */
  readonly redisTrouble: () => string | undefined;
  readonly counts: WorkerCounts;
  readonly activeJobs: () => number;
  readonly cacheBytes: () => number;
}

export interface HealthServer {
  readonly port: number;
  close(): void;
}

/**
 * Answers `/health` (200, or 503 without Redis, while it refuses work, or while results cannot be written) and `/metrics` (for Prometheus) on the loopback address only.
 *
 * @throws FleetError if the port is taken.
 */
export async function serveHealth(port: number, facts: HealthFacts): Promise<HealthServer> {
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method !== 'GET' && request.method !== 'HEAD') reply.writeHead(405).end();
    else if (path === '/health') {
      const trouble = facts.redisTrouble() ?? facts.counts.unwritable;
      const { frames, files, failures, leftToOthers, doing } = facts.counts;
      const did = { frames, files, failures, leftToOthers, doing };
      const body = { status: trouble ?? 'ok', name: facts.name, ...did };
      reply.writeHead(trouble ? 503 : 200, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
    } else if (path === '/metrics') {
      reply.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(formatMetrics(facts));
    } else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new FleetError('failed', `--health-port: cannot listen on 127.0.0.1:${port} (${error.code}).`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => server.close().closeAllConnections() };
}

function formatMetrics({ counts, redisTrouble, activeJobs, cacheBytes }: HealthFacts): string {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const metrics: [name: string, type: 'counter' | 'gauge', help: string, value: number][] = [
    ['frames_total', 'counter', 'Frames checked.', counts.frames],
    ['triangles_total', 'counter', 'Triangles times frames checked.', counts.triangles],
    ['files_total', 'counter', 'Inputs opened.', counts.files],
    ['failures_total', 'counter', 'Inputs and ranges that could not be checked.', counts.failures],
    ['repeated_ranges_total', 'counter', 'Ranges that another worker had delivered already.', counts.repeats],
    ['left_to_others_total', 'counter', 'Jobs left to other workers for want of a file.', counts.leftToOthers],
    ['results_writable', 'gauge', '0 while results cannot be written below the root.', counts.unwritable ? 0 : 1],
    ['active_jobs', 'gauge', 'Jobs being done now.', activeJobs()],
    ['redis_connected', 'gauge', '1 while Redis can be reached and takes work.', redisTrouble() ? 0 : 1],
    ['prepared_cache_bytes', 'gauge', 'Prepared detectors kept in memory.', cacheBytes()],
    ['resident_memory_bytes', 'gauge', 'Memory of the process.', rss],
    ['heap_used_bytes', 'gauge', 'JavaScript heap of the main thread.', heapUsed],
    ['array_buffers_bytes', 'gauge', 'Typed arrays of the main thread.', arrayBuffers],
  ];
  return metrics
    .map(([name, type, help, value]) => {
      const full = `selfcollide_worker_${name}`;
      return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${full} ${value}\n`;
    })
    .join('');
}
