import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedis } from '../../../scripts/find-redis.mjs';

/** Why tests with a server are skipped; undefined if there is one. */
export const noRedis: string | undefined = findRedis()
  ? undefined
  : 'no redis-server on the PATH and none can be installed: tests with a real server are skipped.';

if (noRedis) console.warn(noRedis);

export interface RedisOptions {
  readonly password?: string;
  /** Every write is on disk before it is answered. */
  readonly appendOnly?: boolean;
}

/** A real server on a free loopback port, in a folder of its own. */
export class RedisServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'selfcollide-redis-'));
  readonly #options: RedisOptions;
  #process: ChildProcess | undefined;

  private constructor(port: number, options: RedisOptions) {
    this.port = port;
    this.#options = options;
  }

  static async start(options: RedisOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const { password, appendOnly } = this.#options;
    this.#process = spawn(
      findRedis()!,
      [
        ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder, '--save', ''],
        ...(appendOnly ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no']),
        ...(password === undefined ? [] : ['--requirepass', password]),
      ],
      { stdio: 'ignore' },
    );
    const client = this.client();
    await client.ping();
    client.disconnect();
  }

  /** For looking at it from a test; waits until the server answers. */
  client(): Redis {
    const client = new Redis({
      port: this.port,
      maxRetriesPerRequest: null,
      retryStrategy: () => 20,
      ...(this.#options.password !== undefined && { password: this.#options.password }),
    });
    client.on('error', () => {});
    return client;
  }

  /** As a machine that loses power would. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (!process) return;
    this.#process = undefined;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
