import type { Positions } from 'selfcollide';

type Point = readonly [bigint, bigint, bigint];

/**
 * Whether any edge meets a triangle that shares no vertex with it, touching included, by whole numbers of any size: coordinates are multiplied by a power of two until
 * all are whole. Shares nothing with core. Pairs of groups in `ignored`, as `a b`, count for nothing.
 */
export function hasExactContact(
  positions: Positions,
  triangles: Uint32Array,
  groups: ArrayLike<number> = [],
  ignored: ReadonlySet<string> = new Set(),
): boolean {
  const points = toWhole(positions);
  const low = new Float64Array(triangles.length);
  const high = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = [0, 1, 2].map((k) => positions[3 * triangles[3 * t + k] + axis]);
      low[3 * t + axis] = Math.min(...at);
      high[3 * t + axis] = Math.max(...at);
    }
  }
  for (let s = 0; s < triangles.length / 3; s++) {
    for (let t = s + 1; t < triangles.length / 3; t++) {
      if ([0, 1, 2].some((k) => low[3 * s + k] > high[3 * t + k] || low[3 * t + k] > high[3 * s + k])) continue;
      if (ignored.has(`${groups[s]} ${groups[t]}`) || ignored.has(`${groups[t]} ${groups[s]}`)) continue;
      const [one, other] = [s, t].map((f) => [...triangles.subarray(3 * f, 3 * f + 3)]);
      if (edgesMeet(points, one, other) || edgesMeet(points, other, one)) return true;
    }
  }
  return false;
}

function edgesMeet(points: readonly Point[], owner: readonly number[], other: readonly number[]): boolean {
  return owner.some((a, k) => {
    const b = owner[(k + 1) % 3];
    if (other.includes(a) || other.includes(b)) return false;
    const [p, q, r] = other.map((v) => points[v]);
    return segmentMeets(points[a], points[b], p, q, r);
  });
}

/** A triangle without area counts as flat: it meets what its edges meet. */
function segmentMeets(a: Point, b: Point, p: Point, q: Point, r: Point): boolean {
  const normal = cross(minus(q, p), minus(r, p));
  const [sa, sb] = [dot(normal, minus(a, p)), dot(normal, minus(b, p))];
  if ((sa > 0n && sb > 0n) || (sa < 0n && sb < 0n)) return false;
  if (sa === 0n && sb === 0n) return flatMeets(a, b, [p, q, r], normal);
  // the crossing, times sa − sb: is it on the inner side of all three edges?
  const whole = sa - sb;
  const at = [0, 1, 2].map((k) => sa * b[k] - sb * a[k]) as unknown as Point;
  const inside = [
    [p, q],
    [q, r],
    [r, p],
  ].map(([from, to]) => {
    const towards = at.map((x, k) => x - whole * from[k]) as unknown as Point;
    return dot(cross(minus(to, from), towards), normal) * whole;
  });
  return inside.every((x) => x >= 0n);
}

/** In one plane: apart if a line along an edge of either separates them. Of a triangle without area: if any axis that the five points give does. */
function flatMeets(a: Point, b: Point, corners: readonly Point[], normal: Point): boolean {
  const isFlat = normal.some((x) => x !== 0n);
  const all = [a, b, ...corners];
  const differences = all.flatMap((p, i) => all.slice(i + 1).map((q) => minus(q, p)));
  const across = isFlat ? [normal] : differences.flatMap((e, i) => differences.slice(i + 1).map((f) => cross(e, f)));
  const axes = [...differences, ...across, ...across.flatMap((n) => differences.map((e) => cross(n, e)))];
  return axes.every((axis) => {
    const [one, other] = [[a, b], corners].map((shape) => shape.map((p) => dot(axis, p)));
    const most = (list: readonly bigint[]) => list.reduce((x, y) => (x > y ? x : y));
    const least = (list: readonly bigint[]) => list.reduce((x, y) => (x < y ? x : y));
    return most(one) >= least(other) && most(other) >= least(one);
  });
}

function toWhole(positions: Positions): Point[] {
  let shift = 0;
  for (const x of positions) {
    let scaled = x * 2 ** shift;
    for (; !Number.isInteger(scaled); shift++) scaled *= 2;
  }
  const whole = (x: number): bigint => {
    // a part at a time, so that no product overflows
    let left = x;
    let bits = shift;
    while (bits > 0 && !Number.isInteger(left)) {
      left *= 2;
      bits--;
    }
    return BigInt(left) << BigInt(bits);
  };
  return Array.from({ length: positions.length / 3 }, (_, v) => [
    whole(positions[3 * v]),
    whole(positions[3 * v + 1]),
    whole(positions[3 * v + 2]),
  ]);
}

function minus(u: Point, v: Point): Point {
  return [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
}

function dot(u: Point, v: Point): bigint {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: Point, v: Point): Point {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
