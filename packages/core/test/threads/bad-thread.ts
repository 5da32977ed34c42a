import { parentPort, workerData } from 'node:worker_threads';
import type { FramesTask } from '../../src/thread-task.ts';
import { FRAME, FREE, NEXT, stateOf, TAKEN, viewShared, WAKE } from '../../src/threads/shared-frame.ts';

/** A thread that takes parts and does not do them: it falls asleep over them, or dies. */
parentPort!.once('message', ({ memory, sizes, thread }: FramesTask) => {
  const { control, states } = viewShared(memory, sizes);
  parentPort!.postMessage('ready');
  let served = 0;
  for (;;) {
    const wake = Atomics.load(control, WAKE);
    const frame = Atomics.load(control, FRAME);
    if (frame === served) {
      Atomics.wait(control, WAKE, wake);
      continue;
    }
    served = frame;
    for (let taken = 0; taken < 3; ) {
      const part = Atomics.sub(control, NEXT, 1);
      if (part < 0) break;
      const free = stateOf(FREE, 0, frame);
      if (Atomics.compareExchange(states, part, free, stateOf(TAKEN, thread, frame)) === free) taken++;
    }
    if (workerData === 'die') process.exit(3);
  }
});
