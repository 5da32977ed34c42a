import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programUrl } from '../dist-files.ts';

export interface Ended {
  /** Null if it was ended by a signal. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunLimits {
  readonly cwd: string;
  readonly seconds: number;
  /** Ends the command: the caller no longer wants the answer. */
  readonly signal: AbortSignal;
  /** Called every two seconds with how long it has been. */
  readonly onWait: (seconds: number) => void;
}

/** The command could not come to its end. */
export class CutShortError extends Error {
  override readonly name = 'CutShortError';
}

const PROGRESS_MS = 2000;
/** After SIGTERM. */
const GRACE_MS = 3000;
/** Answers are summaries; a command that writes more than this has gone wrong. */
const MOST_CHARACTERS = 2 ** 28;

/**
 * Runs the command line in a process of its own: it can be ended at any time, and what it does to memory stays there.
 *
 * @throws CutShortError if it was cancelled, or took too long.
 */
export async function runCommand(args: readonly string[], { cwd, seconds, signal, onWait }: RunLimits): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [fileURLToPath(programUrl), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  let reason = '';
  let killer: NodeJS.Timeout | undefined;
  const stop = (why: string) => {
    if (reason !== '') return;
    reason = why;
    child.kill('SIGTERM');
    killer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  };
  const cancel = () => stop('it was cancelled');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.length > MOST_CHARACTERS) stop('its answer is too long');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err = (err + text).slice(-10_000);
  });
  const started = performance.now();
  const ticker = setInterval(() => onWait(Math.round((performance.now() - started) / 1000)), PROGRESS_MS);
  const timer = setTimeout(() => stop(`it took longer than ${seconds} s (see --timeout)`), 1000 * seconds);
  signal.addEventListener('abort', cancel);
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (reason !== '') throw new CutShortError(`${args[0]} was stopped: ${reason}.`);
    return { status, out, err };
  } finally {
    clearInterval(ticker);
    clearTimeout(timer);
    clearTimeout(killer);
    signal.removeEventListener('abort', cancel);
  }
}
