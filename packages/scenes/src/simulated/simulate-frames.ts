export interface Simulation {
  readonly frames: number;
  /** Small steps in the whole motion, however many frames are taken of it. */
  readonly steps: number;
  /** What is yielded; `step` changes it. */
  readonly positions: Float64Array;
  /** Goes to this share of the motion: 1 / steps, 2 / steps, … 1. */
  step(share: number): void;
}

/** Takes frames evenly from a motion of many small steps: the first before any step, the last after all. */
export function* simulateFrames({ frames, steps, positions, step }: Simulation): Generator<Float64Array, void> {
  yield positions;
  let done = 0;
  for (let frame = 1; frame < frames; frame++) {
    const wanted = Math.round((steps * frame) / (frames - 1));
    while (done < wanted) step(++done / steps);
    yield positions;
  }
}
