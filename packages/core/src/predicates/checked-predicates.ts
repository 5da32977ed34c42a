import { orient2d as exactOrient2d, orient3d as exactOrient3d } from './orient.ts';
import { segmentMeetsTriangle as exactSegmentMeetsTriangle } from './segment-meets-triangle.ts';
import { segmentsMeet as exactSegmentsMeet } from './segments-meet.ts';
import { trianglesMeet as exactTrianglesMeet } from './triangles-meet.ts';

/**
 * Sign of (b−a)×(c−a) in the plane: 1 if a, b, c turn counterclockwise (y up), −1 if clockwise, 0 if they are on one line. Exact.
 *
 * @throws RangeError if a number is not finite.
 */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  for (const value of [ax, ay, bx, by, cx, cy]) {
    if (!Number.isFinite(value)) throw new RangeError(`orient2d: coordinates must be finite, got ${String(value)}.`);
  }
  return exactOrient2d(ax, ay, bx, by, cx, cy);
}

/**
 * Sign of ((b−a)×(c−a))·(d−a) for four vertices: 1 if d is on the side that the normal of a, b, c points to, −1 on the other,
 * 0 if the four are in one plane. Exact for any finite doubles.
 *
 * @example
 * orient3d([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 0, 1, 2, 3); // 1
 *
 * @throws RangeError if a vertex does not exist or a coordinate is not finite.
 */
export function orient3d(positions: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  return exactOrient3d(read('orient3d', positions, [a, b, c, d]), 0, 1, 2, 3);
}

/** Whether the closed segments pq and rs have a point in common. Exact, touching and segments without length included. */
export function segmentsMeet(positions: ArrayLike<number>, p: number, q: number, r: number, s: number): boolean {
  return exactSegmentsMeet(read('segmentsMeet', positions, [p, q, r, s]), 0, 1, 2, 3);
}

/**
 * Whether the closed segment pq and the closed triangle abc have a point in common. Exact: crossing, touching, coplanar and collinear
 * cases alike. A triangle without area counts as the segment or point that it is.
 *
 * @example
 * segmentMeetsTriangle([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1], 3, 4, 0, 1, 2); // true
 */
export function segmentMeetsTriangle(
  positions: ArrayLike<number>,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): boolean {
  return exactSegmentMeetsTriangle(read('segmentMeetsTriangle', positions, [p, q, a, b, c]), 0, 1, 2, 3, 4);
}

/** Whether the closed triangles abc and def have a point in common: also one that they share as a vertex. Exact. */
export function trianglesMeet(
  positions: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  return exactTrianglesMeet(read('trianglesMeet', positions, [a, b, c, d, e, f]), 0, 1, 2, 3, 4, 5);
}

/** The vertices' coordinates as doubles, one after the other: whatever array a caller has, the predicates see one kind. */
function read(caller: string, positions: ArrayLike<number>, vertices: readonly number[]): Float64Array {
  const points = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i];
    if (!(Number.isInteger(vertex) && vertex >= 0 && 3 * vertex + 2 < positions.length)) {
      const count = Math.floor(positions.length / 3);
      throw new RangeError(`${caller}: vertices must be whole numbers below ${count}, got ${String(vertex)}.`);
    }
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis];
      if (!Number.isFinite(value)) {
        throw new RangeError(
          `${caller}: coordinates must be finite, got ${String(value)} for ${'xyz'[axis]} of vertex ${vertex}.`,
        );
      }
      points[3 * i + axis] = value;
    }
  }
  return points;
}
