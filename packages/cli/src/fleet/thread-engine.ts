import type { FleetChecker, FleetEngine, FleetInput } from '@selfcollide/fleet';
import { type FileHeader, type FrameResult, failedFrame } from '../detect/frame-result.ts';
import { programUrl } from '../dist-files.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings } from '../threads/checker.ts';
import { ThreadChecker } from '../threads/thread-checker.ts';

/** Checks for a fleet exactly as the command line does on one machine, in threads: one that runs out of memory takes no other with it. */
export const threadEngine: FleetEngine<FileHeader, FrameResult> = {
  createChecker(): FleetChecker<FileHeader, FrameResult> {
    const checker = new ThreadChecker(programUrl);
    return {
      warmUp: () => checker.warmUp(),
      open(input: FleetInput, settings, prepared) {
        checker.use(settings as CheckSettings);
        return checker.open(input as Input, prepared);
      },
      check: (frames, poses) => checker.check(frames, poses),
      close: () => checker.close(),
    };
  },
  failedFrame: (frame, failure) => failedFrame(frame, failure, 0),
};
