import { axisThatSees, orient3d, orientAlong } from './orient.ts';

/** Whether the closed segments pq and rs have a point in common. Exact, zero-length segments included. */
export function segmentsMeet(positions: Float64Array, p: number, q: number, r: number, s: number): boolean {
  if (orient3d(positions, p, q, r, s) !== 0) return false;
  let axis = axisThatSees(positions, p, q, r);
  if (axis < 0) axis = axisThatSees(positions, p, q, s);
  if (axis < 0) axis = axisThatSees(positions, r, s, p);
  if (axis < 0) axis = axisThatSees(positions, r, s, q);
  // a triple that is not collinear spans the common plane, so looking along its axis keeps points apart
  return axis < 0 ? collinearSegmentsMeet(positions, p, q, r, s) : segmentsMeetAlong(positions, axis, p, q, r, s);
}

/** {@link segmentsMeet} for four points of one plane that axis `axis` does not see edge-on. */
export function segmentsMeetAlong(
  positions: Float64Array,
  axis: number,
  p: number,
  q: number,
  r: number,
  s: number,
): boolean {
  const r0 = orientAlong(positions, axis, p, q, r);
  const s0 = orientAlong(positions, axis, p, q, s);
  const p0 = orientAlong(positions, axis, r, s, p);
  const q0 = orientAlong(positions, axis, r, s, q);
  if (r0 !== s0 && p0 !== q0) return true;
  return (
    (r0 === 0 && between(positions, p, q, r)) ||
    (s0 === 0 && between(positions, p, q, s)) ||
    (p0 === 0 && between(positions, r, s, p)) ||
    (q0 === 0 && between(positions, r, s, q))
  );
}

/** On one line: an end of one is on the other, or the first is inside of the second. */
function collinearSegmentsMeet(positions: Float64Array, p: number, q: number, r: number, s: number): boolean {
  return between(positions, p, q, r) || between(positions, p, q, s) || between(positions, r, s, p);
}

/** x is at or before y in lexicographic order of the coordinates. */
function precedes(positions: Float64Array, x: number, y: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = positions[3 * x + axis];
    const b = positions[3 * y + axis];
    if (a !== b) return a < b;
  }
  return true;
}

/** For x on the line through a and b: whether it is on the closed segment. The order of coordinates, one after the other, is that along the line. */
function between(positions: Float64Array, a: number, b: number, x: number): boolean {
  return (
    (precedes(positions, a, x) && precedes(positions, x, b)) || (precedes(positions, b, x) && precedes(positions, x, a))
  );
}
