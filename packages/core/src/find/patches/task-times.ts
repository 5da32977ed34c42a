import type { TaskMilliseconds } from '../../results/task-milliseconds.ts';

declare const performance: { now(): number };

/** A stopwatch that hands each stretch of time to a task. */
export class TaskTimes {
  readonly milliseconds: TaskMilliseconds = {
    updateBoxes: 0,
    updateDirections: 0,
    orientationTests: 0,
    boxesAfterOrientation: 0,
    primitivesAfterOrientation: 0,
    contourUpdate: 0,
    contourTests: 0,
    boxesAfterContour: 0,
    primitivesAfterContour: 0,
  };
  #last = 0;
  /** Whether the node at hand had a direction, so that what follows from it is put down to its contour. */
  #byContour = false;

  begin(): void {
    this.#last = performance.now();
  }

  lap(task: keyof TaskMilliseconds): void {
    const now = performance.now();
    this.milliseconds[task] += now - this.#last;
    this.#last = now;
  }

  lapTest(hadDirection: boolean): void {
    this.#byContour = hadDirection;
    this.lap(hadDirection ? 'contourTests' : 'orientationTests');
  }

  lapBoxes(): void {
    this.lap(this.#byContour ? 'boxesAfterContour' : 'boxesAfterOrientation');
  }

  lapPrimitives(): void {
    this.lap(this.#byContour ? 'primitivesAfterContour' : 'primitivesAfterOrientation');
  }
}
