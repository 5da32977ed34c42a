import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { DISTANCE, DISTANCE_ACCURACY, LIMIT } from '../../predicates/distance-workspace.ts';
import { measureTriangles } from '../../predicates/triangle-distance.ts';
import { withinAsMeasured } from '../../predicates/triangles-within.ts';
import type { ProximityBuffer } from '../../results/proximity-buffer.ts';
import type { RestNeighbours } from './rest-neighbours.ts';

/**
 * The one place where proximities are decided: of each candidate pair of triangles, appends those that share no vertex, are at most
 * `distance` apart (in the caller's units; decided exactly) and, if `rest` is given, are not neighbours at rest, or meet.
 * Returns how many distances it took. `work` is a DISTANCE_WORKSPACE.
 *
 * A is the triangle with the lower number of the caller's, so that no digit of a result depends on the method that found the pair.
 */
export function confirmProximities(
  surface: Surface,
  pose: Pose,
  pairs: Uint32Array,
  pairCount: number,
  distance: number,
  rest: RestNeighbours | null,
  out: ProximityBuffer,
  work: Float64Array,
): number {
  const { triangles, triangleSource } = surface;
  const { positions, scale } = pose;
  const limit = distance * scale;
  // between these only exact arithmetic decides; see `withinAsMeasured`
  const certain = limit > 2 ** -960 ? limit * (1 - 2 * DISTANCE_ACCURACY) : Number.NEGATIVE_INFINITY;
  const beyond = limit > 2 ** -960 ? limit * (1 + 2 * DISTANCE_ACCURACY) : Number.POSITIVE_INFINITY;
  work[LIMIT] = limit;
  let tests = 0;
  for (let i = 0; i < 2 * pairCount; i += 2) {
    const swap = triangleSource[pairs[i]] > triangleSource[pairs[i + 1]];
    const a = swap ? pairs[i + 1] : pairs[i];
    const b = swap ? pairs[i] : pairs[i + 1];
    const a0 = triangles[3 * a];
    const a1 = triangles[3 * a + 1];
    const a2 = triangles[3 * a + 2];
    const b0 = triangles[3 * b];
    const b1 = triangles[3 * b + 1];
    const b2 = triangles[3 * b + 2];
    // no short cuts, since neighbours are as frequent as others
    const shared =
      +(a0 === b0) |
      +(a0 === b1) |
      +(a0 === b2) |
      +(a1 === b0) |
      +(a1 === b1) |
      +(a1 === b2) |
      +(a2 === b0) |
      +(a2 === b1) |
      +(a2 === b2);
    if (shared !== 0) continue;
    tests++;
    measureTriangles(positions, a0, a1, a2, b0, b1, b2, work);
    const found = work[DISTANCE];
    if (found > beyond || (found === Number.POSITIVE_INFINITY && limit < found)) continue;
    if (!(found < certain) && !withinAsMeasured(positions, a0, a1, a2, b0, b1, b2, found, distance, scale, work))
      continue;
    if (rest !== null && found !== 0 && rest.areNeighbours(a, b)) continue;
    // decided exactly: what rounding put above the distance is at it
    const inUnits = found / scale;
    const at = out.add(a, b, work);
    // as a choice of the two, one of which came as an argument, V8 would put both on the heap
    if (at >= 0) out.distance[at] = Math.min(inUnits, distance);
  }
  return tests;
}

/**
 * {@link confirmProximities} between two meshes: the first number of a pair is a triangle of `surfaceA`, the second one of
 * `surfaceB`. Nothing is left out. `corners` is scratch for 18 numbers.
 */
export function confirmProximitiesBetween(
  surfaceA: Surface,
  poseA: Pose,
  surfaceB: Surface,
  poseB: Pose,
  pairs: Uint32Array,
  pairCount: number,
  distance: number,
  out: ProximityBuffer,
  work: Float64Array,
  corners: Float64Array,
): number {
  const certain = distance > 2 ** -960 ? distance * (1 - 2 * DISTANCE_ACCURACY) : Number.NEGATIVE_INFINITY;
  const beyond = distance > 2 ** -960 ? distance * (1 + 2 * DISTANCE_ACCURACY) : Number.POSITIVE_INFINITY;
  work[LIMIT] = distance;
  for (let i = 0; i < 2 * pairCount; i += 2) {
    copyCorners(surfaceA, poseA, pairs[i], corners, 0);
    copyCorners(surfaceB, poseB, pairs[i + 1], corners, 9);
    measureTriangles(corners, 0, 1, 2, 3, 4, 5, work);
    const found = work[DISTANCE];
    if (found > beyond || (found === Number.POSITIVE_INFINITY && distance < found)) continue;
    if (!(found < certain) && !withinAsMeasured(corners, 0, 1, 2, 3, 4, 5, found, distance, 1, work)) continue;
    const at = out.add(pairs[i], pairs[i + 1], work);
    if (at >= 0) out.distance[at] = Math.min(found, distance);
  }
  return pairCount;
}

/** In the caller's units, which both meshes share: undoing a power of two gives back the very same doubles. */
function copyCorners(surface: Surface, pose: Pose, triangle: number, corners: Float64Array, at: number): void {
  const { positions, scale } = pose;
  for (let k = 0; k < 3; k++) {
    const v = 3 * surface.triangles[3 * triangle + k];
    for (let axis = 0; axis < 3; axis++) corners[at + 3 * k + axis] = positions[v + axis] / scale;
  }
}
