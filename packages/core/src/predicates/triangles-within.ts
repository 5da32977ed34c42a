import { DISTANCE_ACCURACY } from './distance-workspace.ts';
import {
  closestPairs,
  coordinatesOf,
  cornerAndCorner,
  cornerAndEdge,
  cornerAndFace,
  cross,
  dot,
  type ExactPair,
  edgeAndEdge,
  minus,
  passingEdge,
  type Vector,
  vectorsOf,
} from './exact-pairs.ts';
import { triangleDistance } from './triangle-distance.ts';
import { toIntegers } from './whole-numbers.ts';

/**
 * Whether the closed triangles are no farther apart than `distance`, decided as exact arithmetic on the given
 * doubles would. `scale` is the power of two that `positions` were multiplied by; `distance` was not.
 */
export function trianglesWithin(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  distance: number,
  scale: number,
  work: Float64Array,
): boolean {
  const found = triangleDistance(positions, a0, a1, a2, b0, b1, b2, distance * scale, work);
  return withinAsMeasured(positions, a0, a1, a2, b0, b1, b2, found, distance, scale, work);
}

/**
 * {@link trianglesWithin} after {@link triangleDistance}, which returned `found` and left its weights in `work`: certain
 * unless `found` equals the distance but for its error. Only then whole numbers decide.
 */
export function withinAsMeasured(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  found: number,
  distance: number,
  scale: number,
  work: Float64Array,
): boolean {
  if (found === 0) return true; // they meet: never a rounded result
  const limit = distance * scale;
  // A limit that sank below the normal doubles has lost bits, and so may a found distance have.
  if (limit > 2 ** -960 || found > 2 ** -960) {
    if (found > limit * (1 + 2 * DISTANCE_ACCURACY)) return false;
    if (found < limit * (1 - 2 * DISTANCE_ACCURACY)) return true;
  }
  return decideExactly(coordinatesOf(positions, [a0, a1, a2, b0, b1, b2]), distance, scale, work);
}

function decideExactly(values: number[], distance: number, scale: number, work: Float64Array): boolean {
  const whole = toIntegers([...values, distance]);
  let limit = whole[18];
  if (scale > 1) limit <<= BigInt(Math.log2(scale));
  if (scale < 1) for (let i = 0; i < 18; i++) whole[i] <<= BigInt(-Math.log2(scale));
  const corners = vectorsOf(whole);
  const square = limit * limit;
  const within = (pair: ExactPair) => pair.top <= square * pair.bottom;

  // mostly the two features that doubles found decide: by the gap along their common normal, or by being close enough
  const claim = claimedFeatures(corners, work);
  if (claim !== null) {
    const { normal, pair } = claim;
    const gap = gapAlong(corners, normal);
    if (gap > 0n && gap * gap > square * dot(normal, normal)) return false;
    if (pair !== null && within(pair)) return true;
  }
  for (const pair of closestPairs(corners)) if (within(pair)) return true;
  return passingEdge(corners) !== null;
}

/** The features that have weight in `work`, a normal common to both, and the pair of points if it lies inside. */
function claimedFeatures(
  corners: readonly Vector[],
  work: Float64Array,
): { normal: Vector; pair: ExactPair | null } | null {
  const a = [0, 1, 2].filter((k) => work[k] > 0);
  const b = [3, 4, 5].filter((k) => work[k] > 0);
  if (a.length === 1 && b.length === 1) {
    return { normal: minus(corners[b[0]], corners[a[0]]), pair: cornerAndCorner(corners, a[0], b[0]) };
  }
  if (a.length + b.length === 4 && (a.length === 3 || b.length === 3)) {
    const face = a.length === 3 ? 0 : 3;
    const u = minus(corners[face + 1], corners[face]);
    const v = minus(corners[face + 2], corners[face]);
    return { normal: cross(u, v), pair: cornerAndFace(corners, face === 0 ? b[0] : a[0], face) };
  }
  if (a.length === 2 && b.length === 2) {
    const e = minus(corners[a[1]], corners[a[0]]);
    const f = minus(corners[b[1]], corners[b[0]]);
    return { normal: cross(e, f), pair: edgeAndEdge(corners, a[0], a[1], b[0], b[1]) };
  }
  if (a.length + b.length !== 3) return null;
  const [p, edge] = a.length === 1 ? [a[0], b] : [b[0], a];
  const e = minus(corners[edge[1]], corners[edge[0]]);
  const normal = cross(cross(e, minus(corners[p], corners[edge[0]])), e);
  return { normal, pair: cornerAndEdge(corners, p, edge[0], edge[1]) };
}

/** Gap between the projections onto n, times its length. */
function gapAlong(corners: readonly Vector[], n: Vector): bigint {
  const at = corners.map((corner) => dot(n, corner));
  const ends = (first: number) => {
    let low = at[first];
    let high = low;
    for (let i = first + 1; i < first + 3; i++) {
      if (at[i] < low) low = at[i];
      if (at[i] > high) high = at[i];
    }
    return [low, high];
  };
  const [lowA, highA] = ends(0);
  const [lowB, highB] = ends(3);
  return lowB - highA > lowA - highB ? lowB - highA : lowA - highB;
}
