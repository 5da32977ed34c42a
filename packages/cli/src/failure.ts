import { IoError } from '@selfcollide/io';
import { MeshError } from 'selfcollide';

/** Why one input could not be checked; plain data, so that it can cross threads. */
export interface Failure {
  /** `usage`: the options do not fit this file. `unreadable`: everything else. */
  readonly kind: 'usage' | 'unreadable';
  readonly message: string;
}

/** The options do not fit the input: wrong animation name, no frame in the range. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
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
  if (error instanceof FailedInput) return error.failure;
  if (error instanceof UsageError) return { kind: 'usage', message: error.message };
  if (error instanceof IoError) return { kind: 'unreadable', message: error.message };
  if (error instanceof MeshError) return { kind: 'unreadable', message: `${name}: ${error.message}` };
  if (isSystemError(error)) return { kind: 'unreadable', message: `${error.path ?? name}: ${systemReason(error)}.` };
  if ((error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { kind: 'unreadable', message: `${name}: not enough memory; try --threads 1.` };
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'unreadable', message: `${name}: unexpected error, please report it: ${reason}` };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

function systemReason(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return 'no such file';
    case 'EISDIR':
      return 'is a folder; name files, or a quoted pattern such as "folder/cloth_*.obj"';
    case 'EACCES':
    case 'EPERM':
      return 'no permission';
    default:
      return error.message;
  }
}
