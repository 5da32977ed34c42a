import type { CertificateRecorder } from './impact-records.ts';
import { LEAST_BOUND } from './moving-volume.ts';

/**
 * A product of two components, each interpolated and off by 8u of the largest one, is off by 17.1u of both, a sum of two products by 35u: for turns in a plane, and for heights along
 * a vector that is taken as it is. u = 2⁻⁵³; twice that pays for differences of what was rounded before.
 */
const FLAT_ERROR: number = 2 ** -46;

/** Pairs of differences between one point and both ends of an edge: of a vertex and a triangle's sides, of ends of one edge and the other edge. */
const SIDES_OF_TRIANGLE: readonly number[] = [0, 1, 1, 2, 2, 0];
const EDGE_AND_ENDS: readonly number[] = [0, 2, 1, 3, 0, 1, 2, 3];

/**
 * Meshes that are symmetric have many features in one plane x, y or z = const. No volume has a sign there, but the plane is known exactly: equal coordinates have difference 0. What happens within it
 * is decided by turns in two dimensions. Says the axis across which all differences `r` vanish while the features overlap, or −1 if there is none.
 */
export function touchInPlane(isVertex: boolean, r: Float64Array, most: Float64Array): number {
  for (let axis = 0; axis < 3; axis++) {
    if (r[axis] !== 0 || r[axis + 3] !== 0 || r[axis + 6] !== 0) continue;
    const first = flatTurn(r, most, axis, 0, 1);
    if (first === 0) return -1;
    if (isVertex) {
      return flatTurn(r, most, axis, 1, 2) === first && flatTurn(r, most, axis, 2, 0) === first ? axis : -1;
    }
    const second = flatTurn(r, most, axis, 0, 2);
    if (second === 0 || flatTurn(r, most, axis, 2, 3) !== -first) return -1;
    return flatTurn(r, most, axis, 1, 3) === -second ? axis : -1;
  }
  return -1;
}

/** Sign of rᵢ × rⱼ across an axis, or 0 if it is not certain. */
function flatTurn(r: Float64Array, most: Float64Array, axis: number, i: number, j: number): number {
  const y = axis === 0 ? 1 : 0;
  const z = axis === 2 ? 1 : 2;
  const value = r[3 * i + y] * r[3 * j + z] - r[3 * i + z] * r[3 * j + y];
  const error = FLAT_ERROR * most[i] * most[j];
  if (!(error > LEAST_BOUND)) return 0;
  return value > error ? 1 : value < -error ? -1 : 0;
}

/**
 * Whether an end of one feature certainly comes onto an edge of the other around a time (place 0 of `now`), not after `end`: both move in a plane x, y or z = const throughout, the end changes sides of the edge's line, and
 * meanwhile stays between its ends, along a fixed vector. `r0` and `r1` are the differences at both ends of the step.
 */
export function comesOntoEdge(
  isVertex: boolean,
  r0: Float64Array,
  r1: Float64Array,
  most: Float64Array,
  now: Float64Array,
  end: number,
  record: CertificateRecorder | null,
): boolean {
  const pairs = isVertex ? SIDES_OF_TRIANGLE : EDGE_AND_ENDS;
  for (let k = 0; k < pairs.length; k += 2) {
    const i = 3 * pairs[k];
    const j = 3 * pairs[k + 1];
    for (let axis = 0; axis < 3; axis++) {
      if (r0[i + axis] !== 0 || r1[i + axis] !== 0 || r0[j + axis] !== 0 || r1[j + axis] !== 0) continue;
      const y = axis === 0 ? 1 : 0;
      const z = axis === 2 ? 1 : 2;
      const error = FLAT_ERROR * most[i / 3] * most[j / 3];
      if (!(error > LEAST_BOUND)) continue;
      const a = now[0];
      const dpy = r1[i + y] - r0[i + y];
      const dpz = r1[i + z] - r0[i + z];
      const dqy = r1[j + y] - r0[j + y];
      const dqz = r1[j + z] - r0[j + z];
      const py = r0[i + y] + a * dpy;
      const pz = r0[i + z] + a * dpz;
      const qy = r0[j + y] + a * dqy;
      const qz = r0[j + z] + a * dqz;
      const speed = dpy * qz - dpz * qy + (py * dqz - pz * dqy);
      // where the turn is 0 as far as known, and so long before and after that its sign is certain
      const middle = a - (py * qz - pz * qy) / speed;
      const wait = (4 * error) / Math.abs(speed);
      const first = Math.max(0, middle - wait);
      const last = middle + wait;
      if (!(first < last && last <= end)) continue;
      const uy = qy - py;
      const uz = qz - pz;
      const slack = FLAT_ERROR * Math.max(Math.abs(uy), Math.abs(uz));
      let turns = 0;
      let between = true;
      for (let side = 0; side < 2; side++) {
        const t = side === 0 ? first : last;
        const by = r0[i + y] + t * dpy;
        const bz = r0[i + z] + t * dpz;
        const cy = r0[j + y] + t * dqy;
        const cz = r0[j + z] + t * dqz;
        const value = by * cz - bz * cy;
        turns += value > error ? 1 + side : value < -error ? -1 - side : 4;
        if (!(uy * by + uz * bz < -slack * most[i / 3] && uy * cy + uz * cz > slack * most[j / 3])) between = false;
      }
      // 1 − 2 or −1 + 2: certain, and not the same
      if (!between || (turns !== 1 && turns !== -1)) continue;
      record?.ontoEdge(first, last, axis, i / 3, j / 3, uy, uz);
      return true;
    }
  }
  return false;
}
