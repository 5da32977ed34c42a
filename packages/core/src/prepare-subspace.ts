import { SUBSPACE_OPTIONS, type SubspaceOptions } from './create-subspace-detector.ts';
import { MeshError, type MeshErrorCode } from './errors.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { checkKnown, checkProgress } from './options.ts';
import type { AbortSignalLike } from './partition/progress.ts';
import type { SubspaceModes } from './subspace-modes.ts';
import type { PreparationReply, PreparationTask } from './thread-task.ts';
import { describeEnd, listenTo, startThread, type ThreadLike } from './threads/start-thread.ts';
import { withOwnArrays } from './threads/with-own-arrays.ts';

/** What of an `AbortSignal` is needed to hear of an abort while nothing here runs. */
export interface AbortEventsLike extends AbortSignalLike {
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Those of `createSubspaceDetector`, which must be told the same; functions cannot be sent to a thread. */
export interface PrepareSubspaceOptions extends Omit<SubspaceOptions, 'prepared' | 'signal' | 'tree' | 'certificates'> {
  /** Ends the thread at once; the promise is rejected with the signal's reason. */
  readonly signal?: AbortEventsLike;
  /** Starts a thread with the file `selfcollide/thread`. Default: a worker of Node or of the page, from where this file is. */
  readonly startThread?: () => ThreadLike;
}

const NOT_SENT = ['prepared', 'tree', 'certificates'];

/**
 * Prepares a subspace detector in a thread that ends with it: bytes for the option `prepared` of `createSubspaceDetector`, the same that
 * `serialize()` gives. This thread only sends the mesh there and, with the bytes, loads them. No memory is shared, so a page need not be isolated.
 *
 * @throws (rejects with) what {@link createSubspaceDetector} throws, the signal's reason, or an Error if no thread could be had.
 *
 * @example
 * import { prepareSubspace } from 'selfcollide/threads';
 * const prepared = await prepareSubspace(mesh, modes, { onProgress, signal });
 * const detector = createSubspaceDetector(mesh, modes, { prepared });
 */
export async function prepareSubspace(
  mesh: TriangleMesh,
  modes: SubspaceModes,
  options: PrepareSubspaceOptions = {},
): Promise<Uint8Array> {
  const caller = 'prepareSubspace';
  checkKnown(caller, options, [...SUBSPACE_OPTIONS.filter((name) => !NOT_SENT.includes(name)), 'startThread']);
  checkProgress(caller, options);
  const { onProgress, signal, startThread: start = startThread, ...told } = options;
  if (typeof start !== 'function') {
    throw new RangeError(`${caller}: startThread must be a function, got ${describe(start)}.`);
  }
  if (signal !== undefined && typeof signal.addEventListener !== 'function') {
    throw new RangeError(`${caller}: signal must be an AbortSignal that tells of an abort, got ${describe(signal)}.`);
  }
  signal?.throwIfAborted();
  const { positions, triangles } = mesh ?? {};
  const { vectors, low, high } = modes ?? {};
  const task: PreparationTask = {
    caller,
    mesh: withOwnArrays({ positions, triangles }),
    modes: withOwnArrays({ vectors, low, high }),
    options: withOwnArrays(told),
  };

  let thread: ThreadLike | undefined;
  let abort = () => {};
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort);
      const lose = (reason: unknown) => reject(noThread(caller, describeEnd(reason)));
      try {
        thread = start();
        listenTo(thread, 'message', (message) => {
          const reply = message as PreparationReply;
          try {
            if ('fraction' in reply) onProgress?.(reply.fraction);
            else if ('prepared' in reply) resolve(reply.prepared);
            else reject(revive(reply));
          } catch (error) {
            reject(error); // the caller's own, of onProgress
          }
        });
        for (const event of ['error', 'messageerror', 'exit']) listenTo(thread, event, lose);
      } catch (error) {
        lose(error);
        return;
      }
      try {
        thread.postMessage(task);
      } catch (error) {
        const rule = 'mesh, modes and options must hold nothing but data, to be sent to a thread';
        reject(new RangeError(`${caller}: ${rule}, got what cannot: ${describeEnd(error)}.`));
      }
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    thread?.terminate();
  }
}

function noThread(caller: string, reason: string): Error {
  const advice = 'Give startThread, or prepare on this thread with createSubspaceDetectorAsync.';
  return new Error(
    `${caller}: a thread must run the file selfcollide/thread, got none that does (${reason}). ${advice}`,
  );
}

function revive({ error, code }: Extract<PreparationReply, { readonly error: Error }>): Error {
  return code === undefined ? error : new MeshError(code as MeshErrorCode, error.message);
}
