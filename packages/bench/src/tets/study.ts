import { createTetScene, type TetSceneName } from '@selfcollide/scenes';
import { createTetCollider, type TetColliderOptions } from 'selfcollide';
import type { Series } from '../draw-plot.ts';

/** Poses of a setup, a few far apart, to time with other options. */
export interface Poses {
  readonly objects: ReturnType<typeof createTetScene>['objects'];
  /** Positions of each object, pose after pose. */
  readonly frames: readonly (readonly Float64Array[])[];
  readonly meanEdge: number;
}

export function takePoses(name: TetSceneName, count: number, stepsBetween: number): Poses {
  const scene = createTetScene(name);
  const frames = Array.from({ length: count }, () => {
    for (let i = 0; i < stepsBetween; i++) scene.step();
    return scene.positions.map((positions) => positions.slice());
  });
  const { cellSize } = createTetCollider({ objects: scene.objects });
  return { objects: scene.objects, frames, meanEdge: cellSize };
}

/** Milliseconds a query takes with these options: the best of `rounds` for each pose, and the mean over the poses. */
export function timeOptions(poses: Poses, options: TetColliderOptions, rounds: number): number {
  const collider = createTetCollider({ objects: poses.objects }, options);
  let sum = 0;
  for (const frame of poses.frames) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round <= rounds; round++) {
      const started = performance.now();
      for (let object = 0; object < frame.length; object++) collider.update(object, frame[object]);
      collider.findPenetrations();
      if (round > 0) best = Math.min(best, performance.now() - started); // the first warms the caches
    }
    sum += best;
  }
  return sum / poses.frames.length;
}

const HASHES = ['paper', 'mix'] as const;

/** Time against the size of the hash table, with the default cells (figures 3 and 4). */
export function studyTableSize(poses: Poses, sizes: readonly number[], rounds: number): Series[] {
  return HASHES.map((hash) => ({
    name: hash,
    points: sizes.map((tableSize) => [tableSize, timeOptions(poses, { tableSize, hash }, rounds)] as const),
  }));
}

/** Time against the size of cells in mean edges, with a fixed table (figures 5 and 6). */
export function studyCellSize(poses: Poses, ratios: readonly number[], tableSize: number, rounds: number): Series[] {
  return HASHES.map((hash) => ({
    name: hash,
    points: ratios.map((ratio) => {
      const cellSize = ratio * poses.meanEdge;
      return [ratio, timeOptions(poses, { tableSize, hash, cellSize }, rounds)] as const;
    }),
  }));
}
