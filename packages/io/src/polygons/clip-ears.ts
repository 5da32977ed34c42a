import type { FlatPolygon } from './flat-polygon.ts';

/**
 * How far, as part of the polygon's size squared, a diagonal keeps from other corners. Corners that a modeller put on one line are rounded off
 * it: a triangle of three such would be right here but fold over when the next frame rounds otherwise. Only where no ear keeps that far,
 * closer ones are taken, and at last any that is one by exact signs.
 */
export const MARGINS = [2 ** -18, 2 ** -40, 0];

/** Tests of a corner against a triangle, beyond which a polygon is given up: seconds. Simple ones need far fewer. */
const MAX_TESTS = 2e8;

/**
 * Cuts off ears until a triangle is left; undefined if there are none, which no simple polygon comes to: the last margin is exact, and then
 * a polygon of more than three corners always has two.
 *
 * Every triangle is counter-clockwise by exact sign, or has two corners at one place. That makes the cut right: winding numbers add up, so
 * a point lies in as many triangles as the outline runs round it, which is once or never unless the outline crosses itself. For the
 * same reason no corner can lie on a diagonal.
 */
export function clipEars(polygon: FlatPolygon): number[] | undefined {
  const { count } = polygon;
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const prev = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  /** Only these can lie in an ear: if any corner does, one of these does. */
  const blocks = Uint8Array.from({ length: count }, (_, v) => Number(polygon.side(prev[v], v, next[v]) <= 0));
  const triangles: number[] = [];
  let left = count;
  let tests = 0;
  let start = 0;

  const isEar = (v: number, margin: number): boolean => {
    const [u, w] = [prev[v], next[v]];
    // no area, so it covers nothing: the end of a cut that runs to a hole and back
    if (polygon.samePlace(u, v) || polygon.samePlace(v, w) || polygon.samePlace(u, w)) return true;
    if (!polygon.turnsLeft(u, v, w, margin)) return false;
    for (let q = next[w]; q !== u; q = next[q]) {
      if (blocks[q] === 0) continue;
      tests++;
      if (polygon.samePlace(q, u) || polygon.samePlace(q, w)) continue;
      if (polygon.samePlace(q, v)) {
        // the outline comes back to this corner, perhaps from inside
        if (pointsInto(next[q], u, v, w) || pointsInto(prev[q], u, v, w)) return false;
        continue;
      }
      if (isWithin(q, u, v, w, margin)) return false;
    }
    return true;
  };
  const pointsInto = (q: number, u: number, v: number, w: number): boolean =>
    polygon.side(v, w, q) > 0 && polygon.side(v, q, u) > 0;
  /** In the closed triangle; with a margin also beyond its third side, by that much. The other two sides are the outline's own. */
  const isWithin = (q: number, u: number, v: number, w: number, margin: number): boolean => {
    const near = margin > 0 ? polygon.turn(w, u, q) >= -margin * polygon.area : polygon.side(w, u, q) >= 0;
    return near && polygon.side(u, v, q) >= 0 && polygon.side(v, w, q) >= 0;
  };

  for (const margin of MARGINS) {
    // one full round without an ear ends a margin; a corner behind an ear is looked at again at once
    for (let since = 0; since < left && left > 3; ) {
      if (tests > MAX_TESTS) return undefined;
      const v = start;
      if (!isEar(v, margin)) {
        start = next[v];
        since++;
        continue;
      }
      const [u, w] = [prev[v], next[v]];
      triangles.push(u, v, w);
      next[u] = w;
      prev[w] = u;
      for (const beside of [u, w]) blocks[beside] = Number(polygon.side(prev[beside], beside, next[beside]) <= 0);
      left--;
      since = 0;
      // going on behind the next corner spreads the ears; the corners beside may have become ears
      start = next[w];
    }
  }
  const [a, b, c] = [prev[start], start, next[start]];
  if (left > 3 || !isEar(b, 0)) return undefined;
  triangles.push(a, b, c);
  return triangles;
}
