import { axisThatSees, orient3d, orientAlong } from './orient.ts';
import { segmentsMeet, segmentsMeetAlong } from './segments-meet.ts';

/**
 * Whether the closed segment pq and the closed triangle abc have a point in common.
 *
 * Decided as exact arithmetic on the given doubles would: crossing, touching, coplanar and collinear
 * cases alike. A triangle without area counts as the segment or point that it is.
 */
export function segmentMeetsTriangle(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): boolean {
  const sideP = orient3d(positions, a, b, c, p);
  const sideQ = orient3d(positions, a, b, c, q);
  if (sideP * sideQ > 0) return false;
  if (sideP === 0 && sideQ === 0) {
    const axis = axisThatSees(positions, a, b, c);
    if (axis >= 0) return coplanarSegmentMeetsTriangle(positions, axis, p, q, a, b, c);
    // no area: every point is in its plane
    return (
      segmentsMeet(positions, p, q, a, b) || segmentsMeet(positions, p, q, b, c) || segmentsMeet(positions, p, q, c, a)
    );
  }

  // the line pq crosses the plane in one point of the segment: inside means no two turns disagree
  const ab = orient3d(positions, p, q, a, b);
  const bc = orient3d(positions, p, q, b, c);
  const ca = orient3d(positions, p, q, c, a);
  const left = ab > 0 || bc > 0 || ca > 0;
  const right = ab < 0 || bc < 0 || ca < 0;
  return !(left && right);
}

function coplanarSegmentMeetsTriangle(
  positions: Float64Array,
  axis: number,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): boolean {
  return (
    pointInTriangleAlong(positions, axis, p, a, b, c) ||
    segmentsMeetAlong(positions, axis, p, q, a, b) ||
    segmentsMeetAlong(positions, axis, p, q, b, c) ||
    segmentsMeetAlong(positions, axis, p, q, c, a)
  );
}

/** Whether p, in the plane of abc, is inside or on the boundary. */
function pointInTriangleAlong(
  positions: Float64Array,
  axis: number,
  p: number,
  a: number,
  b: number,
  c: number,
): boolean {
  const ab = orientAlong(positions, axis, a, b, p);
  const bc = orientAlong(positions, axis, b, c, p);
  const ca = orientAlong(positions, axis, c, a, p);
  const left = ab > 0 || bc > 0 || ca > 0;
  const right = ab < 0 || bc < 0 || ca < 0;
  return !(left && right);
}
