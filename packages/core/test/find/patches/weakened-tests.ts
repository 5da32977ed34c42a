import { type ContourLoops, VERTEX_BITS } from '../../../src/find/patches/contour-loops.ts';
import { mayMeet } from '../../../src/find/patches/crossing-test.ts';
import type { ProjectedLoops } from '../../../src/find/patches/projected-loops.ts';
import type { Projection } from '../../../src/find/patches/projection.ts';

/** Star test without counting how often the contour goes round: the mean point is left of every edge. */
export function meanSeesAllEdges({ count, x, y, next, crossError }: ProjectedLoops): boolean {
  let [qx, qy] = [0, 0];
  for (let i = 0; i < count; i++) {
    qx += x[i] / count;
    qy += y[i] / count;
  }
  for (let e = 0; e < count; e++) {
    const f = next[e];
    if (!((x[f] - x[e]) * (qy - y[e]) - (y[f] - y[e]) * (qx - x[e]) > crossError)) return false;
  }
  return true;
}

/** Exact contour test without asking which loops go round to the left. */
export function edgesAreDisjoint(contour: ProjectedLoops): boolean {
  const { count, next } = contour;
  for (let e = 0; e < count; e++) {
    for (let f = e + 1; f < count; f++) {
      if (next[e] !== f && next[f] !== e && mayMeet(contour, e, f)) return false;
    }
  }
  return true;
}

/** Exact contour test that lets edges touch: only clear crossings count. One loop only. */
export function edgesDoNotCross({ count, loops, x, y, next }: ProjectedLoops): boolean {
  if (loops !== 1) return false;
  const side = (e: number, i: number) => {
    const f = next[e];
    return Math.sign((x[f] - x[e]) * (y[i] - y[e]) - (y[f] - y[e]) * (x[i] - x[e]));
  };
  for (let e = 0; e < count; e++) {
    for (let f = e + 1; f < count; f++) {
      if (side(e, f) * side(e, next[f]) < 0 && side(f, e) * side(f, next[e]) < 0) return false;
    }
  }
  return true;
}

/** Single-vertex test of patches 1 and 2 that allows vertices on the line: any line through v and another contour vertex will do. */
export function apartButForTheLine(
  contourLoops: ContourLoops,
  positions: Float64Array,
  v: number,
  projection: Projection,
): boolean {
  const { main, i, j, ax, bx, ay, by } = projection;
  const sides = [1, 2].map((patch) => {
    const node = contourLoops.nodeOfPatch[patch];
    return Array.from(
      contourLoops.vertices.subarray(contourLoops.start[node], contourLoops.start[node + 1]),
      (code) => {
        const w = code & VERTEX_BITS;
        const d = (axis: number) => positions[3 * w + axis] - positions[3 * v + axis];
        return [ax * d(i) + bx * d(main), ay * d(j) + by * d(main)];
      },
    );
  });
  return sides
    .flat()
    .some(([x, y]) =>
      [1, -1].some((sign) =>
        sides.every((side, which) => side.every(([px, py]) => sign * (which === 0 ? 1 : -1) * (x * py - y * px) >= 0)),
      ),
    );
}
