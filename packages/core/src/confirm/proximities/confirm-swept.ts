import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { DISTANCE, LIMIT } from '../../predicates/distance-workspace.ts';
import { measureTriangles } from '../../predicates/triangle-distance.ts';
import type { ProximityBuffer } from '../../results/proximity-buffer.ts';
import { apartByFaces } from './apart-by-faces.ts';
import { apartThroughout, comeWithin } from './come-within.ts';
import type { RestNeighbours } from './rest-neighbours.ts';
import type { SweptScratch } from './swept-scratch.ts';

/** Pairs of a batch for which faces are asked in any case. */
const LOOK_AT = 64;

/** A mesh in motion; `next` has the scale of `pose`. */
export interface MovingSide {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly next: Pose;
}

/**
 * As `confirmProximities`, for a step: of each candidate pair, appends those that come within `distance` on the way, with their distances where the
 * step begins and where it ends. If A and B are the same, pairs that share a vertex are left out, and so are neighbours at rest,
 * unless they meet on the way, to within what `comeWithin` can tell. Returns how many pairs it measured.
 */
export function confirmSwept(
  sideA: MovingSide,
  sideB: MovingSide,
  pairs: Uint32Array,
  pairCount: number,
  distance: number,
  rest: RestNeighbours | null,
  out: ProximityBuffer,
  scratch: SweptScratch,
): number {
  const { work, weights, found, next } = scratch;
  const within = sideA === sideB;
  const { triangleSource } = sideA.surface;
  let tests = 0;
  let told = 0;
  for (let i = 0; i < 2 * pairCount; i += 2) {
    // no digit of a result may depend on the method that found the pair
    const swap = within && triangleSource[pairs[i]] > triangleSource[pairs[i + 1]];
    const a = swap ? pairs[i + 1] : pairs[i];
    const b = swap ? pairs[i] : pairs[i + 1];
    if (within && shareVertex(sideA.surface.triangles, a, b)) continue;
    copyCorners(sideA, a, scratch, 0);
    copyCorners(sideB, b, scratch, 9);
    // if it tells none of the first apart, who found them has asked it
    if ((told > 0 || tests < LOOK_AT) && apartByFaces(scratch, distance)) {
      told++;
      continue;
    }
    tests++;
    const neighbours = rest?.areNeighbours(a, b) === true;
    if (!comeWithin(scratch, neighbours ? 0 : distance)) continue;
    work[LIMIT] = Number.POSITIVE_INFINITY;
    measureTriangles(next, 0, 1, 2, 3, 4, 5, work);
    // last, since few get here: none that is close at an end, with room for its rounding
    if (found[0] > distance && work[DISTANCE] > distance && apartThroughout(scratch, distance)) continue;
    const at = out.add(a, b, weights);
    if (at < 0) continue;
    out.distance[at] = found[0];
    out.nextDistance[at] = work[DISTANCE];
  }
  return tests;
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
  const unit = 1 / side.pose.scale; // a power of two
  const from = side.pose.positions;
  const to = side.next.positions;
  for (let k = 0, i = at; k < 3; k++, i += 3) {
    const v = 3 * triangles[3 * triangle + k];
    now[i] = from[v] * unit;
    now[i + 1] = from[v + 1] * unit;
    now[i + 2] = from[v + 2] * unit;
    next[i] = to[v] * unit;
    next[i + 1] = to[v + 1] * unit;
    next[i + 2] = to[v + 2] * unit;
  }
}
