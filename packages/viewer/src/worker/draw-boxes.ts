import type { QueryTrace } from 'selfcollide';
import type { BoxPicture } from '../messages.ts';
import type { Fit } from './moving-mesh.ts';

/** More boxes than these would be one tangle. */
const MAX_BOXES = 2000;

/**
 * The patches that were compared by boxes at one level of the tree, because they are not neighbours. Where patches of different depth were
 * compared, the deeper one says which level.
 */
export function drawBoxes(
  trace: QueryTrace,
  positions: Float64Array,
  triangles: Uint32Array,
  level: number,
  fit: Fit,
): BoxPicture {
  /** Per patch whether any of the boxes it was compared with overlaps its own. */
  const overlaps = new Map<number, boolean>();
  let first = Infinity;
  let last = -Infinity;
  let apartCount = 0;
  let overlapCount = 0;
  for (const { patchA, patchB, apart } of trace.boxPairs) {
    const own = Math.max(trace.levelOf(patchA), trace.levelOf(patchB));
    first = Math.min(first, own);
    last = Math.max(last, own);
    if (own !== level) continue;
    if (apart) apartCount++;
    else overlapCount++;
    for (const patch of [patchA, patchB]) overlaps.set(patch, overlaps.get(patch) || !apart);
  }
  const paintOf = new Uint8Array(triangles.length / 3);
  const corners: number[] = [];
  const kinds: number[] = [];
  for (const [patch, overlap] of overlaps) {
    const members = trace.trianglesOf(patch);
    for (const t of members) paintOf[t] = Math.max(paintOf[t], overlap ? 2 : 1);
    if (kinds.length === MAX_BOXES) continue;
    kinds.push(overlap ? 2 : 1);
    corners.push(...boxOf(members, positions, triangles));
  }
  return {
    paintOf,
    corners: fit.apply(corners),
    kinds: Uint8Array.from(kinds),
    levels: first <= last ? [first, last] : null,
    apart: apartCount,
    overlapping: overlapCount,
  };
}

/** Low x y z, high x y z. */
function boxOf(members: Uint32Array, positions: Float64Array, triangles: Uint32Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const t of members) {
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[3 * triangles[corner] + axis];
        if (x < box[axis]) box[axis] = x;
        if (x > box[3 + axis]) box[3 + axis] = x;
      }
    }
  }
  return box;
}
