import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { onTestFinished } from 'vitest';
import { runCli } from '../src/index.ts';
import { buildCli } from './build-cli.ts';

export interface CliResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the program as a user would and waits for its end. */
export async function startCli(
  args: readonly string[],
  { cwd = process.cwd(), nodeOptions = [] as readonly string[] } = {},
): Promise<CliResult> {
  const program = await buildCli();
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], { cwd });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, out, err };
}

/**
 * Runs the same commands in this process: quicker, but without threads, so `check` needs `--threads 1` unless it does not come so far.
 */
export async function callCli(args: readonly string[]): Promise<CliResult> {
  const text = { out: '', err: '' };
  const collect = (name: 'out' | 'err') =>
    new PassThrough({ encoding: 'utf8' }).on('data', (part: string) => {
      text[name] += part;
    });
  const [out, err] = [collect('out'), collect('err')];
  const status = await runCli(args, { out, err });
  await Promise.all([finished(out.end()), finished(err.end())]);
  return { status, ...text };
}

/** A folder that goes away with the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
