import { type ContourLoops, VERTEX_BITS } from './contour-loops.ts';
import type { Projection } from './projection.ts';

/** Passes over both contours in which the line may be turned. */
const TURNS = 4;

/**
 * Whether two patches that share vertex v, both facing the projection's direction, lie strictly on different sides of a line through
 * the projected v, but for v itself (star paper, appendix). PatchBorders suffice: around an inner vertex the triangles cover a whole
 * neighbourhood, so none is extreme. The line starts across the way from one patch to the other and turns away from points on the wrong side.
 */
export function apartAtVertex(
  contourLoops: ContourLoops,
  a: number,
  b: number,
  v: number,
  positions: Float64Array,
  projection: Projection,
): boolean {
  const { start, vertices, nodeOfPatch } = contourLoops;
  const { main, i, j, ax, bx, ay, by, gain } = projection;
  // normal of the line
  let hx = 0;
  let hy = 0;

  for (let turn = 0; turn <= TURNS; turn++) {
    const length = Math.abs(hx) + Math.abs(hy);
    let wrong = false;
    let sumX = 0;
    let sumY = 0;
    for (let which = 0; which < 2; which++) {
      const originI = positions[3 * v + i];
      const originJ = positions[3 * v + j];
      const originMain = positions[3 * v + main];
      const node = nodeOfPatch[which === 0 ? a : b];
      const sign = which === 0 ? 1 : -1;
      for (let e = start[node]; e < start[node + 1]; e++) {
        const w = vertices[e] & VERTEX_BITS;
        if (w === v) continue;
        const di = positions[3 * w + i] - originI;
        const dj = positions[3 * w + j] - originJ;
        const depth = positions[3 * w + main] - originMain;
        const x = sign * (ax * di + bx * depth);
        const y = sign * (ay * dj + by * depth);
        // the point is off by less than 4 units times gain times reach, see ProjectedLoops
        const reach = Math.abs(di) + Math.abs(dj) + Math.abs(depth);
        if (turn > 0 && hx * x + hy * y > 2 ** -50 * gain * reach * length) continue;
        wrong = true;
        const scale = 1 / (Math.abs(x) + Math.abs(y) + Number.MIN_VALUE);
        sumX += x * scale;
        sumY += y * scale;
      }
    }
    if (!wrong) return turn > 0;
    const norm = 1 / (Math.abs(hx) + Math.abs(hy) + Number.MIN_VALUE);
    const weight = turn === 0 ? 0 : norm;
    const step = 1 / (Math.abs(sumX) + Math.abs(sumY) + Number.MIN_VALUE);
    hx = hx * weight + sumX * step;
    hy = hy * weight + sumY * step;
  }
  return false;
}
