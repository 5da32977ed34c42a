import { type ChildProcess, spawn } from 'node:child_process';
import { buildCli } from '../../cli/test/build-cli.ts';

/** A program of ours that runs until it is told otherwise. */
export class Program {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  out = '';
  err = '';

  constructor(process: ChildProcess) {
    this.process = process;
    process.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
    });
    this.ended = new Promise((resolve) => process.on('close', resolve));
  }

  /** Waits for text on its standard error. */
  async says(pattern: RegExp, seconds = 30): Promise<RegExpExecArray> {
    for (const until = Date.now() + 1000 * seconds; Date.now() < until; ) {
      const match = pattern.exec(this.err);
      if (match) return match;
      await pause(20);
    }
    throw new Error(`nobody said ${pattern}: ${this.err}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await this.ended;
  }
}

export interface StartOptions {
  readonly cwd: string;
  readonly nodeOptions?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export async function startProgram(args: readonly string[], { cwd, nodeOptions = [], env }: StartOptions) {
  const program = await buildCli();
  return new Program(
    spawn(process.execPath, [...nodeOptions, program, ...args], { cwd, env: { ...process.env, ...env } }),
  );
}

/** A worker that is ready, and the address at which it tells how it is. */
export class FleetWorker {
  readonly program: Program;
  readonly health: string;

  private constructor(program: Program, health: string) {
    this.program = program;
    this.health = health;
  }

  static async start(url: string, name: string, options: StartOptions, more: readonly string[] = []) {
    const args = [
      'worker',
      '--queue',
      url,
      '--name',
      name,
      '--threads',
      '1',
      '--lock-seconds',
      '1',
      '--health-port',
      '0',
    ];
    const program = await startProgram([...args, ...more], options);
    const [, health] = await program.says(/(http:\S+)\/health/);
    return new FleetWorker(program, health);
  }

  async tell(): Promise<{ status: string; frames: number; failures: number; leftToOthers: number; doing: string }> {
    return (await fetch(`${this.health}/health`)).json();
  }

  /** Resolved while it is at work on frames that fit. */
  async isBusy(doing = /frames/): Promise<void> {
    for (const until = Date.now() + 30_000; !doing.test((await this.tell()).doing); await pause(5)) {
      if (Date.now() > until) throw new Error(`no work came that fits ${doing}`);
    }
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
