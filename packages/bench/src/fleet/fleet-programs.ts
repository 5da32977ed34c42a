import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { repositoryFolder } from '../repository-folder.ts';

/** What a program said and took. */
export interface Ran {
  readonly seconds: number;
  readonly out: string;
  /** Peak of its memory, MB. */
  readonly peak: number;
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** Every program tells this when it ends. The peak is that since it was started, which `resourceUsage` does not say: there the parent's counts. */
const TELL = `
import { readFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  let peak = maxRSS;
  try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch {}
  console.error('peak ' + peak + ' cpu ' + (userCPUTime + systemCPUTime) / 1e6);
});`;

/** Redis, workers and clients of a bench, in a folder; all are processes of their own. */
export class FleetPrograms {
  readonly #folder: string;
  readonly #redis: ChildProcess;
  readonly #port: number;
  readonly #workers: { readonly process: ChildProcess; readonly health: string }[] = [];

  private constructor(folder: string, redis: ChildProcess, port: number) {
    this.#folder = folder;
    this.#redis = redis;
    this.#port = port;
  }

  /** @throws RangeError if there is no server to start. */
  static async start(folder: string): Promise<FleetPrograms> {
    const program = (process.env.PATH ?? '').split(delimiter).flatMap((path) => [join(path, 'redis-server')]);
    const server = program.find(isProgram);
    if (!server) throw new RangeError('--table fleet needs a redis-server on the PATH.');
    const port = await freePort();
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
    const redis = spawn(server, args, { stdio: 'ignore' });
    const fleet = new FleetPrograms(folder, redis, port);
    for (let tries = 0; ; tries++) {
      const answer = await fleet.redis('PING').catch(() => '');
      if (answer.startsWith('+PONG')) return fleet;
      if (tries > 100) throw new RangeError('--table fleet: redis-server does not answer.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get queue(): string[] {
    return ['--queue', `redis://127.0.0.1:${this.#port}`];
  }

  async startWorker(threads: number): Promise<void> {
    const args = ['worker', ...this.queue, '--threads', String(threads), '--health-port', '0'];
    const worker = this.#spawn(args);
    const health = await new Promise<string>((resolve, reject) => {
      let text = '';
      worker.stderr!.on('data', (piece) => {
        text += piece;
        const found = /(http:\S+)\/health/.exec(text);
        if (found) resolve(found[1]);
      });
      worker.once('exit', () => reject(new Error(`a worker ended: ${text}`)));
    });
    this.#workers.push({ process: worker, health });
  }

  /** Returns the processor time that they took. */
  async stopWorkers(): Promise<number> {
    let cpu = 0;
    for (const { process } of this.#workers.splice(0)) {
      let text = '';
      process.stderr!.on('data', (piece) => {
        text += piece;
      });
      const ended = new Promise((resolve) => process.once('close', resolve));
      process.kill('SIGTERM');
      await ended;
      cpu += Number(/ cpu ([\d.]+)/.exec(text)?.[1]);
    }
    return cpu;
  }

  /** Memory of all workers now, MB. */
  async workerMemory(): Promise<number> {
    return (await this.#sumOfWorkers('resident_memory_bytes')) / 2 ** 20;
  }

  /** Processor time that all workers have taken since they started. */
  async workerCpu(): Promise<number> {
    return this.#sumOfWorkers('process_cpu_seconds_total');
  }

  async #sumOfWorkers(metric: string): Promise<number> {
    let sum = 0;
    for (const { health } of this.#workers) {
      const text = await (await fetch(`${health}/metrics`)).text();
      sum += Number(new RegExp(`^\\w*${metric}(?:\\{.*?\\})? ([\\d.e+-]+)`, 'm').exec(text)?.[1]);
    }
    return sum;
  }

  /** Bytes that Redis uses for data. */
  async redisMemory(): Promise<number> {
    return Number(/used_memory:(\d+)/.exec(await this.redis('INFO memory'))?.[1]);
  }

  async run(args: readonly string[]): Promise<Ran> {
    const started = performance.now();
    const child = this.#spawn(args);
    let [out, err] = ['', ''];
    child.stdout!.on('data', (piece) => {
      out += piece;
    });
    child.stderr!.on('data', (piece) => {
      err += piece;
    });
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (status !== 0 && status !== 1) throw new Error(`selfcollide ${args.join(' ')}: status ${status}: ${err}`);
    const seconds = (performance.now() - started) / 1000;
    const [, peak, cpu] = (/peak (\d+) cpu ([\d.]+)/.exec(err) ?? []).map(Number);
    return { seconds, out, peak: peak / 1024, cpu };
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    const ended = new Promise((resolve) => this.#redis.once('exit', resolve));
    this.#redis.kill('SIGKILL');
    await ended;
  }

  #spawn(args: readonly string[]): ChildProcess {
    const program = join(repositoryFolder(), 'packages/cli/dist/main.mjs');
    const node = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, program];
    return spawn(process.execPath, [...node, ...args], { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** One command in the protocol's plain form; the answer as it comes. */
  redis(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#port, '127.0.0.1', () => socket.write(`${command}\r\nQUIT\r\n`));
      let text = '';
      socket.on('data', (piece) => {
        text += piece;
      });
      socket.on('error', reject);
      socket.on('end', () => resolve(text));
    });
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
