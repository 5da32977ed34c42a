import { DISTANCE, LIMIT } from '../../predicates/distance-workspace.ts';
import { measureTriangles } from '../../predicates/triangle-distance.ts';
import {
  APART,
  CLOSE,
  FASTEST,
  findDirection,
  GOAL,
  HEIGHTS,
  MAX_DEPTH,
  MOMENT,
  NORMAL,
  SPEEDS,
  type SweptScratch,
  TIME,
} from './swept-scratch.ts';

/**
 * Distances of one pair. Random ones take fewer than 100, one made to stay just beyond the distance while both turn takes 220; a pair that so many do not part
 * counts as close.
 */
const MAX_ROUNDS = 1024;

/**
 * Whether two triangles certainly stay farther apart than the goal in `found` from the time there to the end of the step, given that `moving` and `work` hold their distance
 * at that time. If not, they come as close as `found` says, or the work was too much.
 *
 * Halves of the rest of the step, as long as nothing parts them. Advancing along one direction at a time, as `comeWithin` begins, is slow where both turn while they pass: a fixed direction is soon wrong, and steps are as short as what
 * is left above the goal. Directions that turn with them are wrong by its square or cube only.
 */
export function stayApart(scratch: SweptScratch): boolean {
  const { moments, found, moving, origin, motion, work } = scratch;
  const close = found[CLOSE];
  const fastest = found[FASTEST];
  // first the left end, then right ends: the last is that of the interval in question
  moments[0] = found[TIME];
  noteMoment(scratch, 0);
  work[LIMIT] = close + (1 - moments[0]) * fastest;
  for (let i = 0; i < 18; i++) moving[i] = origin[i] + motion[i];
  measureTriangles(moving, 0, 1, 2, 3, 4, 5, work);
  scratch.rounds++;
  if (work[DISTANCE] === Number.POSITIVE_INFINITY) return true;
  if (work[DISTANCE] <= close) return false;
  moments[MOMENT] = 1;
  noteMoment(scratch, MOMENT);
  let right = MOMENT;
  while (right > 0) {
    let parted = partedByTwo(scratch, right);
    if (!parted) {
      if (scratch.rounds >= MAX_ROUNDS || right >= MOMENT * MAX_DEPTH) return false;
      const half = (moments[right] - moments[0]) / 2;
      const time = moments[0] + half;
      for (let i = 0; i < 18; i++) moving[i] = origin[i] + time * motion[i];
      // beyond that nothing happens in the whole interval
      work[LIMIT] = close + half * fastest;
      measureTriangles(moving, 0, 1, 2, 3, 4, 5, work);
      scratch.rounds++;
      if (work[DISTANCE] <= close) return false;
      parted = work[DISTANCE] === Number.POSITIVE_INFINITY;
      if (!parted) {
        const middle = right + MOMENT;
        moments[middle] = time;
        noteMoment(scratch, middle);
        parted = partedByThree(scratch, right, middle);
        if (!parted) right = middle;
      }
    }
    if (parted) {
      moments.copyWithin(0, right, right + MOMENT);
      right -= MOMENT;
    }
  }
  return true;
}

/** The distance in `work`, the direction between its closest points, and heights along it; no direction, so nothing proved, if they coincide but for rounding. */
function noteMoment(scratch: SweptScratch, at: number): void {
  const { moments, origin, motion, work, direction } = scratch;
  moments[at + APART] = work[DISTANCE];
  findDirection(scratch);
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  moments[at + NORMAL] = nx;
  moments[at + NORMAL + 1] = ny;
  moments[at + NORMAL + 2] = nz;
  for (let k = 0; k < 6; k++) {
    moments[at + HEIGHTS + k] = nx * origin[3 * k] + ny * origin[3 * k + 1] + nz * origin[3 * k + 2];
    moments[at + SPEEDS + k] = nx * motion[3 * k] + ny * motion[3 * k + 1] + nz * motion[3 * k + 2];
  }
}

/**
 * Whether what was measured at both ends of an interval parts the pair on it: because it cannot get there and back; along the direction of one end; or along one
 * that turns from n₀ to n₁, n(s) = (1 − s)n₀ + s·n₁, no longer than 1. Along it two corners d₀ and then d₁ apart are a quadratic apart, with the coefficients
 * n₀·d₀, (n₀·d₁ + n₁·d₀)/2 and n₁·d₁ in Bernstein's form, and no less than the least of them. The least of all pairs of corners is the first of B less the last of A.
 *
 * Heights are off by less than 2⁻⁴⁸ of the size, the goal is above the distance by 2⁻²⁵ of it.
 */
function partedByTwo({ moments, found }: SweptScratch, right: number): boolean {
  const goal = found[GOAL];
  const begin = moments[0];
  const end = moments[right];
  if (moments[APART] + moments[right + APART] - 2 * goal > (end - begin) * found[FASTEST]) return true;
  let near0 = Number.POSITIVE_INFINITY;
  let near1 = Number.POSITIVE_INFINITY;
  let across0 = Number.POSITIVE_INFINITY;
  let across1 = Number.POSITIVE_INFINITY;
  let both = Number.POSITIVE_INFINITY;
  let far0 = Number.NEGATIVE_INFINITY;
  let far1 = Number.NEGATIVE_INFINITY;
  let past0 = Number.NEGATIVE_INFINITY;
  let past1 = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 6; k++) {
    const h0 = moments[HEIGHTS + k];
    const v0 = moments[SPEEDS + k];
    const h1 = moments[right + HEIGHTS + k];
    const v1 = moments[right + SPEEDS + k];
    const n0x0 = h0 + begin * v0;
    const n0x1 = h0 + end * v0;
    const n1x0 = h1 + begin * v1;
    const n1x1 = h1 + end * v1;
    const mean = (n0x1 + n1x0) / 2;
    if (k < 3) {
      if (n0x0 > far0) far0 = n0x0;
      if (n1x1 > far1) far1 = n1x1;
      if (n0x1 > past0) past0 = n0x1;
      if (n1x0 > past1) past1 = n1x0;
      if (mean > last) last = mean;
    } else {
      if (n0x0 < near0) near0 = n0x0;
      if (n1x1 < near1) near1 = n1x1;
      if (n0x1 < across0) across0 = n0x1;
      if (n1x0 < across1) across1 = n1x0;
      if (mean < both) both = mean;
    }
  }
  const first = near0 - far0 > goal;
  const second = near1 - far1 > goal;
  return (
    (first && across0 - past0 > goal) || (second && across1 - past1 > goal) || (first && second && both - last > goal)
  );
}

/**
 * The same along a direction that bends: n(s) = (1 − s)²n₀ + 2s(1 − s)m + s²n₁, where m takes it through that of the middle (any m would do). Corners are a cubic
 * apart, with coefficients n₀·d₀, (n₀·d₁ + 2m·d₀)/3, (2m·d₁ + n₁·d₀)/3 and n₁·d₁. The square of its length has five: 1, n₀·m, (2m² + n₀·n₁)/3, m·n₁ and 1; it is no longer than the root of the largest.
 */
function partedByThree({ moments, found }: SweptScratch, right: number, middle: number): boolean {
  const begin = moments[0];
  const end = moments[right];
  let n0m = 0;
  let mm = 0;
  let n0n1 = 0;
  let mn1 = 0;
  for (let k = NORMAL; k < NORMAL + 3; k++) {
    const n0 = moments[k];
    const n1 = moments[right + k];
    const m = 2 * moments[middle + k] - (n0 + n1) / 2;
    n0m += n0 * m;
    mm += m * m;
    n0n1 += n0 * n1;
    mn1 += m * n1;
  }
  const goal = found[GOAL] * Math.sqrt(Math.max(1, n0m, (2 * mm + n0n1) / 3, mn1));
  let near0 = Number.POSITIVE_INFINITY;
  let near1 = Number.POSITIVE_INFINITY;
  let near2 = Number.POSITIVE_INFINITY;
  let near3 = Number.POSITIVE_INFINITY;
  let far0 = Number.NEGATIVE_INFINITY;
  let far1 = Number.NEGATIVE_INFINITY;
  let far2 = Number.NEGATIVE_INFINITY;
  let far3 = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 6; k++) {
    const h0 = moments[HEIGHTS + k];
    const v0 = moments[SPEEDS + k];
    const h1 = moments[right + HEIGHTS + k];
    const v1 = moments[right + SPEEDS + k];
    const h = 2 * moments[middle + HEIGHTS + k] - (h0 + h1) / 2;
    const v = 2 * moments[middle + SPEEDS + k] - (v0 + v1) / 2;
    const c0 = h0 + begin * v0;
    const c1 = (h0 + end * v0 + 2 * (h + begin * v)) / 3;
    const c2 = (2 * (h + end * v) + h1 + begin * v1) / 3;
    const c3 = h1 + end * v1;
    if (k < 3) {
      if (c0 > far0) far0 = c0;
      if (c1 > far1) far1 = c1;
      if (c2 > far2) far2 = c2;
      if (c3 > far3) far3 = c3;
    } else {
      if (c0 < near0) near0 = c0;
      if (c1 < near1) near1 = c1;
      if (c2 < near2) near2 = c2;
      if (c3 < near3) near3 = c3;
    }
  }
  return near0 - far0 > goal && near1 - far1 > goal && near2 - far2 > goal && near3 - far3 > goal;
}
