import type { FlatPolygon } from './flat-polygon.ts';

/** The work grows with the third power. */
export const MAX_LEAST_BAD = 64;

/**
 * Of all ways to cut a polygon, one with the fewest triangles that lie upside down and then the fewest without area. For outlines that cross or
 * touch themselves, where ears run out: none upside down means no overlap here too, see {@link clipEars}.
 */
export function leastBadCut(polygon: FlatPolygon): number[] {
  const { count } = polygon;
  const badness = (a: number, b: number, c: number): number => {
    if (polygon.samePlace(a, b) || polygon.samePlace(b, c) || polygon.samePlace(a, c)) return 0;
    const side = polygon.side(a, b, c);
    return side > 0 ? 0 : side === 0 ? 1 : count;
  };
  // of the corners from i to j: the least badness, and the third corner of the triangle on their diagonal
  const least = new Float64Array(count * count);
  const third = new Uint32Array(count * count);
  for (let span = 2; span < count; span++) {
    for (let i = 0; i + span < count; i++) {
      const j = i + span;
      let best = Number.POSITIVE_INFINITY;
      for (let k = i + 1; k < j; k++) {
        const below = least[i * count + k] + least[k * count + j];
        if (below >= best) continue;
        const sum = below + badness(i, k, j);
        if (sum >= best) continue;
        best = sum;
        third[i * count + j] = k;
      }
      least[i * count + j] = best;
    }
  }
  const triangles: number[] = [];
  const open = [[0, count - 1]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [i, j] = pair;
    if (j - i < 2) continue;
    const k = third[i * count + j];
    triangles.push(i, k, j);
    open.push([i, k], [k, j]);
  }
  return triangles;
}
