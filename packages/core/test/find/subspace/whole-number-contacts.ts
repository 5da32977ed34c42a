import { hullsMeet, type Point } from '../../predicates/exact-oracle.ts';

/** Gaps larger than this share of the numbers involved are no work of roundings. */
const CLEAR = 1e-10;

/**
 * Contacts of a pose in whole numbers, `a b t` each: an edge and a triangle without common vertex that have a point in common. Shares no code with detectors and certificates. What floating point sees clearly
 * apart, by boxes and a few planes, is not looked at in whole numbers.
 */
export function contactsInWholeNumbers(positions: ArrayLike<number>, triangles: Uint32Array): Set<string> {
  const at = (v: number): Point => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const edges = new Map<string, readonly [number, number]>();
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]];
    if (a !== b) edges.set(a < b ? `${a} ${b}` : `${b} ${a}`, [a, b]);
  }
  const found = new Set<string>();
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [i, j, k] = corners.map(at);
    for (const [name, [a, b]] of edges) {
      if (corners.includes(a) || corners.includes(b)) continue;
      const [p, q] = [at(a), at(b)];
      if (isClearlyApart(p, q, i, j, k)) continue;
      if (hullsMeet([p, q], [i, j, k])) found.add(`${name} ${t / 3}`);
    }
  }
  return found;
}

function isClearlyApart(p: Point, q: Point, i: Point, j: Point, k: Point): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = p[axis] < q[axis] ? [p[axis], q[axis]] : [q[axis], p[axis]];
    if (i[axis] > high && j[axis] > high && k[axis] > high) return true;
    if (i[axis] < low && j[axis] < low && k[axis] < low) return true;
  }
  const along = minus(q, p);
  const sides = [minus(j, i), minus(k, j), minus(i, k)];
  const normal = cross(sides[0], sides[1]);
  const directions = [normal, ...sides.map((side) => cross(side, along)), ...sides.map((side) => cross(side, normal))];
  return directions.some((n) => {
    const [a, b] = [dot(n, p), dot(n, q)];
    const [c, d, e] = [dot(n, i), dot(n, j), dot(n, k)];
    const size = Math.hypot(...n) * Math.max(...[p, q, i, j, k].map((point) => Math.hypot(...point)));
    const gap = Math.max(Math.min(a, b) - Math.max(c, d, e), Math.min(c, d, e) - Math.max(a, b));
    return gap > CLEAR * size;
  });
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
