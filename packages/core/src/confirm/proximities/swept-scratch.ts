import { DISTANCE_WORKSPACE } from '../../predicates/distance-workspace.ts';

/**
 * In `found`: the greatest difference of two corners' motions, how long triangles certainly stay apart, the pair's size, what a gap must exceed to count, how
 * close is close enough, the time up to which nothing happened, and what `apartByFaces` asks for.
 */
export const FASTEST = 1;
export const SAFE = 2;
export const SIZE = 3;
export const GOAL = 4;
export const FACE_REACH = 5;
export const CLOSE = 6;
export const TIME = 7;

/** Numbers of a moment in `moments`: its time, the distance, a direction that tells A from B, and along it where six corners begin and how they move. */
export const APART = 1;
export const NORMAL = 2;
export const HEIGHTS = 5;
export const SPEEDS = 11;
export const MOMENT = 17;
/** Halvings of a step: an interval is parted once it is shorter than a 2²⁸th of it, since the tolerance is no finer. */
export const MAX_DEPTH = 64;

/** Memory of a test: corners now, corners next, corners in between, a distance's workspace. */
export function createSweptScratch() {
  return {
    /** x y z of three corners of A, then of B, where the step begins; in the caller's units. */
    now: new Float64Array(18),
    /** The same where it ends. */
    next: new Float64Array(18),
    origin: new Float64Array(18),
    motion: new Float64Array(18),
    moving: new Float64Array(18),
    work: new Float64Array(DISTANCE_WORKSPACE),
    along: new Float64Array(12),
    /** What `findDirection` found. */
    direction: new Float64Array(3),
    /** Closest points where the step begins: weights of corners of A, then of B. */
    weights: new Float64Array(6),
    /** The distance there, then numbers that functions hand over: as results V8 would put them on the heap. */
    found: new Float64Array(8),
    /** What `stayApart` knows of times within the step. */
    moments: new Float64Array(MOMENT * (MAX_DEPTH + 2)),
    /** Distances that the last test took. */
    rounds: 0,
  };
}

export type SweptScratch = ReturnType<typeof createSweptScratch>;

/** The direction between the closest points, whose weights are in `work`, of length 1; 0 and false if they coincide but for rounding. */
export function findDirection({ moving, work, direction }: SweptScratch): boolean {
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let k = 0; k < 6; k++) {
    const weight = k < 3 ? -work[k] : work[k];
    nx += weight * moving[3 * k];
    ny += weight * moving[3 * k + 1];
    nz += weight * moving[3 * k + 2];
  }
  const largest = Math.max(Math.abs(nx), Math.abs(ny), Math.abs(nz));
  const isOne = largest > 0;
  if (isOne) {
    nx /= largest;
    ny /= largest;
    nz /= largest;
  }
  const length = isOne ? Math.sqrt(nx * nx + ny * ny + nz * nz) : 1;
  direction[0] = nx / length;
  direction[1] = ny / length;
  direction[2] = nz / length;
  return isOne;
}
