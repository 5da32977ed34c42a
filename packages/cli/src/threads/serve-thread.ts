import { type MessagePort, parentPort } from 'node:worker_threads';
import type { FrameResult } from '../detect/frame-result.ts';
import type { Prepared } from './checker.ts';
import { LocalChecker } from './local-checker.ts';
import type { ThreadHint, ThreadReply, ThreadRequest } from './thread-checker.ts';

/** Answers the requests of {@link ThreadChecker}; runs until the thread is ended. */
export function serveThread(): void {
  const port = parentPort as MessagePort;
  let checker: LocalChecker | undefined;
  /** For the input asked for last. */
  let hand: (prepared: Prepared | undefined) => void = () => {};
  const answer = async (request: ThreadRequest, prepared: Promise<Prepared | undefined> | undefined) => {
    if ('open' in request) {
      checker = new LocalChecker(request.settings); // and what was open before is let go
      port.postMessage({ opened: await checker.open(request.open, prepared) } satisfies ThreadReply);
      return;
    }
    if (!checker) throw new Error('serveThread: an input must be open.');
    const results = await checker.check(request.frames, request.poses);
    port.postMessage({ results } satisfies ThreadReply, results.flatMap(buffersOf));
  };
  // one after the other: they share the pose
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: ThreadRequest | ThreadHint) => {
    if ('prepared' in request) {
      hand(request.prepared);
      return;
    }
    const prepared =
      'open' in request && request.awaitsPrepared
        ? new Promise<Prepared | undefined>((resolve) => {
            hand = resolve;
          })
        : undefined;
    last = last.then(() => answer(request, prepared));
  });
}

/** Arrays made for this result alone can change hands instead of being copied. */
function buffersOf({ rows, pose }: FrameResult): ArrayBuffer[] {
  const arrays = pose ? [rows, pose.positions, pose.painted] : [rows];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}
