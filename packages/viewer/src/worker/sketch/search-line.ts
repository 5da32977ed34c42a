import type { SearchLine } from '../../messages.ts';

/**
 * Cuts the line through the middle of a contour by the lines of all edges (star paper §4, Figure 3). Top edges have the inside below
 * them, bottom edges above. The contour is star-shaped if the line is free between them and crosses one top edge only: with more, the
 * contour winds around the point more than once.
 */
export function searchLine(loops: readonly Float64Array[], vertical: boolean): SearchLine {
  const turned = loops.map((loop) => turnToSearchLine(loop, vertical));
  let low = Infinity;
  let high = -Infinity;
  for (const loop of turned) {
    for (let i = 0; i < loop.length; i += 2) {
      low = Math.min(low, loop[i]);
      high = Math.max(high, loop[i]);
    }
  }
  const at = low + (high - low) / 2;
  let top = Infinity;
  let bottom = -Infinity;
  let crossings = 0;
  let beside = false;
  for (const loop of turned) {
    for (let i = 0; i < loop.length; i += 2) {
      const j = (i + 2) % loop.length;
      const [u, v, nextU, nextV] = [loop[i], loop[i + 1], loop[j], loop[j + 1]];
      if (u === nextU) {
        // along the line: all it says is on which side the inside is
        if (nextV > v ? at >= u : nextV < v && at <= u) beside = true;
        continue;
      }
      const cut = v + ((at - u) / (nextU - u)) * (nextV - v);
      if (nextU < u) {
        top = Math.min(top, cut);
        if (u > at && nextU <= at) crossings++;
      } else bottom = Math.max(bottom, cut);
    }
  }
  const found = top > bottom && crossings === 1 && !beside;
  return { vertical, at: vertical ? at : -at, top, bottom, crossings, found };
}

/** Points of the plane in a frame whose second axis runs along the search line: as they are, or turned by a quarter to the left. */
export function turnToSearchLine(points: Float64Array, vertical: boolean): Float64Array {
  if (vertical) return points;
  const turned = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    turned[i] = 0 - points[i + 1]; // no −0
    turned[i + 1] = points[i];
  }
  return turned;
}
