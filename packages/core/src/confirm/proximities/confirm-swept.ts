import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { triangleDistance } from '../../predicates/triangle-distance.ts';
import type { ProximityBuffer } from '../../results/proximity-buffer.ts';
import { apartThroughout, comeWithin, type SweptScratch } from './come-within.ts';
import type { RestNeighbours } from './rest-neighbours.ts';

/** A mesh in motion; `next` has the scale of `pose`. */
export interface MovingSide {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly next: Pose;
}

/**
 * As `confirmProximities`, for a step: of each candidate pair, appends those that come within `distance` on the way, with their distances where the
 * step begins and where it ends. If A and B are the same, pairs that share a vertex are left out, and so are neighbours at rest,
 * unless they meet where the step begins or ends. Returns how many approaches it followed.
 */
export function confirmSwept(
  sideA: MovingSide,
  sideB: MovingSide,
  pairs: Uint32Array,
  pairCount: number,
  distance: number,
  rest: RestNeighbours | null,
  out: ProximityBuffer,
  work: Float64Array,
  scratch: SweptScratch,
): number {
  const within = sideA === sideB;
  const { triangleSource } = sideA.surface;
  let tests = 0;
  for (let i = 0; i < 2 * pairCount; i += 2) {
    // no digit of a result may depend on the method that found the pair
    const swap = within && triangleSource[pairs[i]] > triangleSource[pairs[i + 1]];
    const a = swap ? pairs[i + 1] : pairs[i];
    const b = swap ? pairs[i] : pairs[i + 1];
    if (within && shareVertex(sideA.surface.triangles, a, b)) continue;
    copyCorners(sideA, a, scratch, 0);
    copyCorners(sideB, b, scratch, 9);
    if (apartThroughout(scratch, distance)) continue;
    tests++;
    const neighbours = rest?.areNeighbours(a, b) === true;
    if (!neighbours && !comeWithin(scratch, distance)) continue;
    const nextDistance = distanceOf(scratch.next, work);
    const found = distanceOf(scratch.now, work); // last, since its closest points are wanted
    if (neighbours && found !== 0 && nextDistance !== 0) continue;
    const at = out.add(a, b, work);
    if (at < 0) continue;
    out.distance[at] = found;
    out.nextDistance[at] = nextDistance;
  }
  return tests;
}

function distanceOf(corners: Float64Array, work: Float64Array): number {
  return triangleDistance(corners, 0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY, work);
}

function shareVertex(triangles: Uint32Array, s: number, t: number): boolean {
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    const v = triangles[i];
    if (v === triangles[3 * t] || v === triangles[3 * t + 1] || v === triangles[3 * t + 2]) return true;
  }
  return false;
}

function copyCorners(side: MovingSide, triangle: number, { now, next }: SweptScratch, at: number): void {
  const { triangles } = side.surface;
  const { scale } = side.pose;
  const from = side.pose.positions;
  const to = side.next.positions;
  for (let k = 0; k < 3; k++) {
    const v = 3 * triangles[3 * triangle + k];
    for (let axis = 0; axis < 3; axis++) {
      now[at + 3 * k + axis] = from[v + axis] / scale;
      next[at + 3 * k + axis] = to[v + axis] / scale;
    }
  }
}
