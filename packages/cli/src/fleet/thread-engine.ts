import type { FleetChecker, FleetEngine, FleetInput } from '@selfcollide/fleet';
import { type FileHeader, type FrameResult, failedFrame } from '../detect/frame-result.ts';
import { programUrl } from '../dist-files.ts';
import { describeFailure } from '../failure.ts';
import type { MemoryLimit } from '../threads/memory-limit.ts';
import { ThreadChecker } from '../threads/thread-checker.ts';
import { takeInput, takeSettings } from './take-input.ts';

/** Checks for a fleet exactly as the command line does on one machine, in threads: one that runs out of memory takes no other with it. */
export function threadEngine(limit?: MemoryLimit): FleetEngine<FileHeader, FrameResult> {
  return { createChecker: () => createChecker(limit), failedFrame: (frame, failure) => failedFrame(frame, failure, 0) };
}

function createChecker(limit: MemoryLimit | undefined): FleetChecker<FileHeader, FrameResult> {
  const checker = new ThreadChecker(programUrl);
  limit?.watch(checker);
  return {
    warmUp: () => checker.warmUp(),
    async open(queued: FleetInput, settings, prepared) {
      try {
        const input = takeInput(queued);
        checker.use(takeSettings(queued.name, settings));
        return await checker.open(input, prepared);
      } catch (error) {
        return { failure: describeFailure(queued.name, error) };
      }
    },
    check: (frames, poses) => checker.check(frames, poses),
    close: () => checker.close(),
  };
}
