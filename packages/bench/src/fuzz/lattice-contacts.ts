import { contactKey } from './contact-set.ts';

/**
 * Edge–triangle contacts of a mesh with small whole-number coordinates, by a way that shares nothing with core: two convex shapes are
 * apart exactly if the shortest line between them points along an axis that separates them, and that line is, up to scale, a difference
 * of two corners, a cross product of two differences, or a cross product of such a product with a difference. All of these are
 * whole numbers below 2^53 here, so plain arithmetic is exact and every degenerate case is just another case.
 *
 * `vertexOf` maps the mesh's vertices to those that count as one.
 */
export function latticeContacts(
  positions: readonly number[],
  triangles: readonly number[],
  vertexOf: ArrayLike<number>,
): Float64Array {
  const vertexCount = positions.length / 3;
  const triangleCount = triangles.length / 3;
  const point = (vertex: number) => positions.slice(3 * vertex, 3 * vertex + 3);
  const corners = (t: number) => [0, 1, 2].map((k) => vertexOf[triangles[3 * t + k]]);
  const keys = new Set<number>();
  for (let s = 0; s < triangleCount; s++) {
    const owner = corners(s);
    for (let k = 0; k < 3; k++) {
      const first = Math.min(owner[k], owner[(k + 1) % 3]);
      const second = Math.max(owner[k], owner[(k + 1) % 3]);
      // no edge joins a vertex with itself, but for a triangle that is nothing else
      if (first === second && (k > 0 || owner[2] !== first)) continue;
      for (let t = 0; t < triangleCount; t++) {
        const other = corners(t);
        if (other.includes(first) || other.includes(second)) continue;
        const key = contactKey(first, second, t, vertexCount, triangleCount);
        if (!keys.has(key) && latticeShapesMeet([point(first), point(second)], other.map(point))) keys.add(key);
      }
    }
  }
  return Float64Array.from(keys).sort();
}

/**
 * Pairs of triangles that meet and share no vertex, as `trianglePairSet` numbers them. Core derives pairs from edges; a triangle that names one
 * vertex three times has one without length.
 */
export function latticeTrianglePairs(
  positions: readonly number[],
  triangles: readonly number[],
  vertexOf: ArrayLike<number>,
): Float64Array {
  const triangleCount = triangles.length / 3;
  // one object a vertex: `edgeMeets` tells vertices apart by it
  const points = Array.from({ length: positions.length / 3 }, (_, v) => positions.slice(3 * v, 3 * v + 3));
  const point = (vertex: number) => points[vertex];
  const corners = (t: number) => [0, 1, 2].map((k) => vertexOf[triangles[3 * t + k]]);
  const keys: number[] = [];
  for (let s = 0; s < triangleCount; s++) {
    for (let t = s + 1; t < triangleCount; t++) {
      const [first, second] = [corners(s), corners(t)];
      if (first.some((vertex) => second.includes(vertex))) continue;
      const meet = edgeMeets(first.map(point), second.map(point)) || edgeMeets(second.map(point), first.map(point));
      if (meet) keys.push(s * triangleCount + t);
    }
  }
  return Float64Array.from(keys);
}

/** Whether an edge of the first triangle, its corners being different vertices or all the same, meets the second. */
function edgeMeets(first: readonly Vector[], second: readonly Vector[]): boolean {
  if (first.every((corner) => corner === first[0])) return latticeShapesMeet([first[0]], second);
  return first.some((from, k) => from !== first[(k + 1) % 3] && latticeShapesMeet([from, first[(k + 1) % 3]], second));
}

type Vector = readonly number[];

const UNIT_AXES: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Whether the convex hulls of two sets of points meet, touching included. */
export function latticeShapesMeet(first: readonly Vector[], second: readonly Vector[]): boolean {
  // not needed, but most shapes are apart in their boxes already
  for (const axis of UNIT_AXES) if (separates(axis, first, second)) return false;
  const points = [...first, ...second];
  const differences: Vector[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) differences.push(points[i].map((value, axis) => value - points[j][axis]));
  }
  for (const axis of differences) if (separates(axis, first, second)) return false;
  for (let i = 0; i < differences.length; i++) {
    for (let j = 0; j < i; j++) {
      const normal = cross(differences[i], differences[j]);
      if (isZero(normal)) continue;
      if (separates(normal, first, second)) return false;
      // the third corner's distance from a line lies along the product of the plane's normal with the line
      if (separates(cross(normal, differences[i]), first, second)) return false;
      if (separates(cross(normal, differences[j]), first, second)) return false;
    }
  }
  return true;
}

/** Whether the shapes' shadows on this axis have a gap between them. A zero axis has shadows of one point, which meet. */
function separates(axis: Vector, first: readonly Vector[], second: readonly Vector[]): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of first) {
    const at = dot(axis, point);
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  let [above, below] = [true, true];
  for (const point of second) {
    const at = dot(axis, point);
    if (at <= high) above = false;
    if (at >= low) below = false;
  }
  return above || below;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function isZero(a: Vector): boolean {
  return a[0] === 0 && a[1] === 0 && a[2] === 0;
}
