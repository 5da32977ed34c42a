import { axisThatSees, orient3d, orientAlong } from '../../predicates/orient.ts';

/**
 * Whether triangles v, a, b and v, c, d have a point other than v in common, given that edge ab meets the second. They do,
 * unless the first has no area: then ab may run through v. Exact.
 */
export function meetBeyondVertex(
  positions: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  if (axisThatSees(positions, v, a, b) >= 0) return true;
  return reachesInto(positions, v, a, c, d) || reachesInto(positions, v, b, c, d);
}

/** Whether segment vx and triangle v, c, d have a point other than v in common. Exact. */
export function reachesInto(positions: Float64Array, v: number, x: number, c: number, d: number): boolean {
  const axis = axisThatSees(positions, v, c, d);
  if (axis < 0) return onOneRay(positions, v, x, c) || onOneRay(positions, v, x, d);
  if (samePlace(positions, v, x) || orient3d(positions, v, c, d, x) !== 0) return false;
  const turn = orientAlong(positions, axis, v, c, d);
  return orientAlong(positions, axis, v, c, x) !== -turn && orientAlong(positions, axis, v, x, d) !== -turn;
}

/** Whether x and y lie in the same direction from v, neither in its place. */
function onOneRay(positions: Float64Array, v: number, x: number, y: number): boolean {
  if (axisThatSees(positions, v, x, y) >= 0) return false;
  for (let axis = 0; axis < 3; axis++) {
    const from = positions[3 * v + axis];
    const toX = positions[3 * x + axis];
    const toY = positions[3 * y + axis];
    if ((toX > from && toY > from) || (toX < from && toY < from)) return true;
  }
  return false;
}

function samePlace(positions: Float64Array, x: number, y: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (positions[3 * x + axis] !== positions[3 * y + axis]) return false;
  return true;
}
