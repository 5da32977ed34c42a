import { IoError } from '@selfcollide/io';
import { MeshError } from 'selfcollide';
import { MemoryLimitError } from './threads/memory-limit.ts';

/** Why one input could not be checked; plain data, so that it can cross threads. */
export interface Failure {
  /** `usage`: the options do not fit this file. `unreadable`: everything else. */
  readonly kind: 'usage' | 'unreadable';
  readonly message: string;
  /** A file is missing here, or is another version than was asked for: another machine may have the right one. */
  readonly elsewhere?: true;
}

/** The options do not fit the input: wrong animation name, no frame in the range. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A report cannot be written to its end: the disk is full, the reader is gone. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** See {@link Failure.elsewhere}. */
export class NotHereError extends Error {
  override readonly name = 'NotHereError';
}

/** Carries a failure up to whoever asked for the input. */
export class FailedInput extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Turns whatever was thrown into a sentence for the user; `name` is the input that it happened with. */
export function describeFailure(name: string, error: unknown): Failure {
  const failure = putInWords(name, error);
  return error instanceof Error && error.cause instanceof NotHereError ? { ...failure, elsewhere: true } : failure;
}

function putInWords(name: string, error: unknown): Failure {
  if (error instanceof FailedInput) return error.failure;
  if (error instanceof UsageError) return { kind: 'usage', message: error.message };
  if (error instanceof IoError) return { kind: 'unreadable', message: error.message };
  if (error instanceof MeshError) return { kind: 'unreadable', message: `${name}: ${error.message}` };
  if (isSystemError(error)) return { kind: 'unreadable', message: `${error.path ?? name}: ${systemReason(error)}.` };
  if ((error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { kind: 'unreadable', message: `${name}: not enough memory; try --threads 1.` };
  }
  if (error instanceof MemoryLimitError) return { kind: 'unreadable', message: `${name}: ${error.message}.` };
  if (error instanceof RangeError && TOO_LARGE.test(error.message)) {
    return { kind: 'unreadable', message: `${name}: not enough memory (${error.message}).` };
  }
  return { kind: 'unreadable', message: `${name}: unexpected error, please report it: ${onOneLine(error)}` };
}

/** How V8 refuses arrays, strings and maps beyond what it can hold. */
const TOO_LARGE = /allocation failed|Invalid (typed array|array buffer|array|string) length|maximum size exceeded/i;

/** What happened, and where in the program. */
function onOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /^\s+(at .*)$/m.exec(error.stack ?? '')?.[1];
  return `${error.name}: ${error.message}${place ? ` (${place})` : ''}`;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** What the system says, in words. */
export function systemReason(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return 'no such file';
    case 'EISDIR':
      return 'is a folder; name files, or a quoted pattern such as "folder/cloth_*.obj"';
    case 'EACCES':
    case 'EPERM':
      return 'no permission';
    case 'ELOOP':
      return 'is a link that leads back to itself, or too many links';
    case 'ENOSPC':
      return 'no space left on the device';
    case 'EPIPE':
      return 'nobody reads it any more';
    default:
      return error.message;
  }
}
