import { DISTANCE, LIMIT } from '../../predicates/distance-workspace.ts';
import { measureTriangles } from '../../predicates/triangle-distance.ts';
import { stayApart } from './stay-apart.ts';
import { CLOSE, FASTEST, findDirection, GOAL, SAFE, SIZE, type SweptScratch, TIME } from './swept-scratch.ts';

/** Of a pair that moves, pairs that come up to so many times the distance may count too: an approach is not decided exactly. */
export const SWEPT_REACH = 1.001;
/** Nor can it be finer than this part of the pair's size with its motion. */
const FINEST = 2 ** -24;
/** Times the distance: what is farther apart where the step begins, is mostly out of reach of its motion. */
const FIRST_LOOK = 3;
/** Distances along fixed directions, of which 2 to 10 are usual. What so many do not part, both turn: `stayApart` does better then. */
const FEW_ROUNDS = 8;

/** Normals of the faces, corners and edges of a cube: three each. */
const DIRECTIONS = Int8Array.of(
  ...[1, 0, 0, 0, 1, 0, 0, 0, 1],
  ...[1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1],
  ...[1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1],
);
const LENGTHS = Float64Array.from({ length: DIRECTIONS.length / 3 }, (_, d) =>
  Math.hypot(DIRECTIONS[3 * d], DIRECTIONS[3 * d + 1], DIRECTIONS[3 * d + 2]),
);
/** Rounded up: the root of 2 or 3, off by half a unit, must not make a gap look wider. */
const SLACK = 1 + 2 ** -50;

/**
 * Whether a direction of a cube tells two triangles apart by more than SWEPT_REACH times `distance`, in the same order where a step begins and where
 * it ends, and so throughout: a gap along a direction is the least of functions that are linear in time, and lies above its chord.
 *
 * Methods must not lose a pair that this keeps, so that what counts does not depend on the method: they compare what is around these triangles,
 * along some of these directions, with at least as much tolerance.
 */
export function apartThroughout({ now, next }: SweptScratch, distance: number): boolean {
  let largest = 0;
  for (let i = 0; i < 18; i++) largest = Math.max(largest, Math.abs(now[i]), Math.abs(next[i]));
  const reach = distance * SWEPT_REACH;
  for (let d = 0; d < LENGTHS.length; d++) {
    // along an axis the difference of two coordinates is rounded, no more, and rounding keeps the order. Else a projection is off
    // by two roundings of at most 3 · largest
    const tolerance = d < 3 ? reach : LENGTHS[d] * SLACK * reach + 2 ** -48 * largest;
    if (gapAlong(now, d, 9, 0) > tolerance && gapAlong(next, d, 9, 0) > tolerance) return true;
    if (gapAlong(now, d, 0, 9) > tolerance && gapAlong(next, d, 0, 9) > tolerance) return true;
  }
  return false;
}

/** From the last of the corners at `lower` to the first of those at `upper`. */
function gapAlong(corners: Float64Array, direction: number, upper: number, lower: number): number {
  const x = DIRECTIONS[3 * direction];
  const y = DIRECTIONS[3 * direction + 1];
  const z = DIRECTIONS[3 * direction + 2];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 9; i += 3) {
    const above = x * corners[upper + i] + y * corners[upper + i + 1] + z * corners[upper + i + 2];
    const below = x * corners[lower + i] + y * corners[lower + i + 1] + z * corners[lower + i + 2];
    if (above < low) low = above;
    if (below > high) high = below;
  }
  return low - high;
}

/**
 * Whether two triangles whose corners move evenly from `now` to `next` come within `distance` of each other on the way. None that does is
 * denied; some that come within {@link SWEPT_REACH} times as much, or within 2⁻²⁴ of the pair's size more, count too. If so, the distance
 * where the step begins is in `found`, its closest points in `weights`.
 *
 * Conservative advancement: the distance at a time comes with a direction that tells the triangles apart. Along it each corner moves evenly, so
 * when the first two get close is known; until then nothing can have happened. Where rounding leaves the direction useless, the distance
 * falls no faster than any two corners approach each other (cloth paper §5, corrected); what is farther apart than they can
 * come in the time left needs no distance.
 */
export function comeWithin(scratch: SweptScratch, distance: number): boolean {
  const { moving, motion, origin, work, found } = scratch;
  scratch.rounds = 1;
  // mostly that is all there is to know
  work[LIMIT] = FIRST_LOOK * distance;
  measureStart(scratch);
  if (found[0] <= distance) return true;
  measureMotion(scratch);
  const size = found[SIZE];
  if (!(size < 2 ** 1000)) {
    work[LIMIT] = Number.POSITIVE_INFINITY;
    measureStart(scratch);
    return true;
  }
  const tolerance = Math.max(distance * (SWEPT_REACH - 1), size * FINEST);
  const goal = distance + tolerance / 2;
  const close = distance + tolerance;
  found[GOAL] = goal;
  found[CLOSE] = close;
  measureFastest(scratch);
  const fastest = found[FASTEST];
  const limit = close + fastest;
  if (found[0] === Number.POSITIVE_INFINITY) {
    if (limit <= FIRST_LOOK * distance) return false;
    work[LIMIT] = limit;
    measureStart(scratch);
  } else if (found[0] > limit) return false;
  let apart = found[0];
  for (let time = 0; ; scratch.rounds++) {
    if (apart <= close) return true;
    if (apart === Number.POSITIVE_INFINITY) return false;
    if (scratch.rounds >= FEW_ROUNDS) {
      found[TIME] = time;
      return !stayApart(scratch);
    }
    measureSafe(scratch);
    time += Math.max(found[SAFE], (apart - goal) / fastest);
    if (!(time < 1)) return false;
    for (let i = 0; i < 18; i++) moving[i] = origin[i] + time * motion[i];
    work[LIMIT] = close + (1 - time) * fastest;
    measureTriangles(moving, 0, 1, 2, 3, 4, 5, work);
    apart = work[DISTANCE];
  }
}

/** Corners seen from one of them, so that errors are parts of the pair's size L, 4u L for a corner in between; their motions; and L. */
function measureMotion({ now, next, origin, motion, moving, found }: SweptScratch): void {
  let size = 0;
  for (let i = 0, axis = 0; i < 18; i++, axis = axis === 2 ? 0 : axis + 1) {
    const begin = now[i] - now[axis];
    const end = next[i] - now[axis];
    origin[i] = moving[i] = begin;
    motion[i] = end - begin;
    if (begin > size) size = begin;
    else if (-begin > size) size = -begin;
    if (end > size) size = end;
    else if (-end > size) size = -end;
  }
  found[SIZE] = size;
}

/** The distance where the step begins, Infinity if it exceeds the limit in `work`, and its closest points: in the caller's coordinates, so to all digits. */
export function measureStart({ now, work, found, weights }: SweptScratch): void {
  measureTriangles(now, 0, 1, 2, 3, 4, 5, work);
  found[0] = work[DISTANCE];
  for (let k = 0; k < 6; k++) weights[k] = work[k];
}

/** The greatest difference of two corners' motions, rounded up. */
function measureFastest({ motion, found }: SweptScratch): void {
  const size = found[SIZE];
  // squares of what is larger or smaller would not be numbers
  const unit = size > 2 ** 400 || size < 2 ** -400 ? size : 1;
  let most = 0;
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18; j += 3) {
      const x = (motion[i] - motion[j]) / unit;
      const y = (motion[i + 1] - motion[j + 1]) / unit;
      const z = (motion[i + 2] - motion[j + 2]) / unit;
      const square = x * x + y * y + z * z;
      if (square > most) most = square;
    }
  }
  // what sank below the smallest square is less than 2⁻¹⁰⁰ of the size
  found[FASTEST] = (Math.sqrt(most) * (1 + 2 ** -40) + size * 2 ** -100) * unit;
}

/** How long the gap along the line between the closest points, whose weights are in `work`, stays above the goal. */
function measureSafe(scratch: SweptScratch): void {
  const { moving, motion, along, direction, found } = scratch;
  const goal = found[GOAL];
  found[SAFE] = 0;
  if (!findDirection(scratch)) return;
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  for (let k = 0; k < 6; k++) {
    along[k] = nx * moving[3 * k] + ny * moving[3 * k + 1] + nz * moving[3 * k + 2];
    along[6 + k] = nx * motion[3 * k] + ny * motion[3 * k + 1] + nz * motion[3 * k + 2];
  }
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < 3; a++) {
    for (let b = 3; b < 6; b++) {
      const gap = along[b] - along[a];
      const approach = along[6 + a] - along[6 + b];
      if (gap <= goal) return;
      if (approach > 0) {
        const time = (gap - goal) / approach;
        if (time < least) least = time;
      }
    }
  }
  found[SAFE] = least;
}
