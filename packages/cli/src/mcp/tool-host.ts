import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { CONFIG_NAME } from '../config/config.ts';
import { ExitStatus } from '../exit-status.ts';
import { type AllowedFolders, OutsideError } from './allowed-folders.ts';
import { CutShortError, type Ended, runCommand } from './run-command.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What every tool works with. */
export interface ToolHost {
  readonly folders: AllowedFolders;
  readonly mayWrite: boolean;
  /** Seconds after which a command is stopped. */
  readonly timeout: number;
  /** Megabytes that a check may take. */
  readonly maxMemory: number;
}

/** The command ended without an answer; the message is its own. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/**
 * Runs a command for a tool, with progress for the client.
 *
 * @throws RefusedError if the command did not get as far as an answer.
 */
export async function runFor(host: ToolHost, extra: Extra, args: readonly string[]): Promise<Ended> {
  const token = extra._meta?.progressToken;
  const onWait = (seconds: number) => {
    if (token === undefined) return;
    const params = { progressToken: token, progress: seconds, message: `${args[0]}: ${seconds} s so far` };
    // a client that has gone away is told nothing
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  };
  const { signal } = extra;
  const ended = await runCommand(args, { cwd: host.folders.first, seconds: host.timeout, signal, onWait });
  const { status, err } = ended;
  if (status === ExitStatus.usage || status === null || (ended.out === '' && status !== ExitStatus.clean)) {
    throw new RefusedError(err.trim() || `${args[0]} ended without an answer (${status ?? 'by a signal'}).`);
  }
  return ended;
}

/** A config counts only if it lies in the first folder itself: one above it is outside. */
export function configArguments({ folders }: ToolHost): string[] {
  const path = join(folders.first, CONFIG_NAME);
  return existsSync(path) ? ['--config', path] : ['--no-config'];
}

/** The answer of a tool: the same as data and, for clients that show text alone, as JSON. */
export function answer(content: Record<string, unknown>, more: CallToolResult['content'] = []): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }, ...more], structuredContent: content };
}

/** What can go wrong by the caller's own doing is an answer, not a fault of the server. */
export async function answering(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof OutsideError || error instanceof RefusedError || error instanceof CutShortError;
    if (!known) throw error;
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}
