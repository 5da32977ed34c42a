import type { Pose } from '../pose/pose.ts';
import { type ExactLocation, locateExactly } from './locate-exactly.ts';
import { writeShallow } from './write-shallow.ts';

/** Where a contact is. Rounded to doubles; the decision that it exists was exact. */
export interface ContactLocation {
  /** A point of the contact; of a coplanar overlap its middle. */
  readonly point: readonly [number, number, number];
  /** 0 at `edgeA`, 1 at `edgeB`. */
  readonly alongEdge: number;
  /** Weights of the triangle's three corners in `point`; they sum to 1. */
  readonly barycentric: readonly [number, number, number];
  /**
   * Edge and triangle lie in one plane: the part of the edge inside the triangle, as parameters along the edge.
   * A triangle without area is a segment; there, edge and segment lie on one line.
   */
  readonly stretch?: readonly [number, number];
}

/** Parameters and weights of a located contact are off by less than this. */
const ACCURACY = 2 ** -42;
/** A triple product of differences is off by less than this times the sum of its terms' magnitudes (7u and a little). */
const TERM_ERROR = 2 ** -50;

/** Locates the contact between edge pq and triangle abc, which are known to intersect. */
export function locateContact(pose: Pose, p: number, q: number, a: number, b: number, c: number): ContactLocation {
  const { positions, scale, exactOnly } = pose;
  const along = new Float64Array(1);
  const weights = new Float64Array(3);
  const inside = Float64Array.of(-1, -1);
  const isWritten =
    !exactOnly &&
    (writeCrossing(positions, p, q, a, b, c, along, weights, 0) ||
      writeShallow(positions, p, q, a, b, c, along, weights, 0, inside));
  const { alongEdge, barycentric, stretch }: ExactLocation = isWritten
    ? {
        alongEdge: along[0],
        barycentric: [weights[0], weights[1], weights[2]],
        ...(inside[0] >= 0 && { stretch: [inside[0], inside[1]] }),
      }
    : locateExactly(positions, [p, q, a, b, c]);
  const at = (axis: number) =>
    (positions[3 * p + axis] * (1 - alongEdge) + positions[3 * q + axis] * alongEdge) / scale;
  return { point: [at(0), at(1), at(2)], alongEdge, barycentric, ...(stretch && { stretch }) };
}

/**
 * Writes where a crossing is, as contact number `i`, in plain doubles; returns false and writes nothing where these are not accurate
 * enough: in or near one plane, or without area. Allocates nothing.
 * All relative to p. The volumes that the edge spans with the three sides are in the ratio of the weights of the corners
 * opposite; p spans with the triangle that part of their sum at which the edge crosses.
 */
export function writeCrossing(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
  alongEdge: Float64Array,
  barycentric: Float64Array,
  i: number,
): boolean {
  const px = positions[3 * p];
  const py = positions[3 * p + 1];
  const pz = positions[3 * p + 2];
  const dx = positions[3 * q] - px;
  const dy = positions[3 * q + 1] - py;
  const dz = positions[3 * q + 2] - pz;
  const ax = positions[3 * a] - px;
  const ay = positions[3 * a + 1] - py;
  const az = positions[3 * a + 2] - pz;
  const bx = positions[3 * b] - px;
  const by = positions[3 * b + 1] - py;
  const bz = positions[3 * b + 2] - pz;
  const cx = positions[3 * c] - px;
  const cy = positions[3 * c + 1] - py;
  const cz = positions[3 * c + 2] - pz;
  // b×c, c×a and a×b
  const ux = by * cz - bz * cy;
  const uy = bz * cx - bx * cz;
  const uz = bx * cy - by * cx;
  const vx = cy * az - cz * ay;
  const vy = cz * ax - cx * az;
  const vz = cx * ay - cy * ax;
  const wx = ay * bz - az * by;
  const wy = az * bx - ax * bz;
  const wz = ax * by - ay * bx;
  const height = ax * ux + ay * uy + az * uz;
  const atA = dx * ux + dy * uy + dz * uz;
  const atB = dx * vx + dy * vy + dz * vz;
  const atC = dx * wx + dy * wy + dz * wz;
  const sum = atA + atB + atC;
  // what the terms of all four add up to without their signs
  const terms =
    (Math.abs(ax) + Math.abs(dx)) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
    (Math.abs(ay) + Math.abs(dy)) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
    (Math.abs(az) + Math.abs(dz)) * (Math.abs(bx * cy) + Math.abs(by * cx)) +
    Math.abs(dx) * (Math.abs(cy * az) + Math.abs(cz * ay) + Math.abs(ay * bz) + Math.abs(az * by)) +
    Math.abs(dy) * (Math.abs(cz * ax) + Math.abs(cx * az) + Math.abs(az * bx) + Math.abs(ax * bz)) +
    Math.abs(dz) * (Math.abs(cx * ay) + Math.abs(cy * ax) + Math.abs(ax * by) + Math.abs(ay * bx));
  // written so that NaN and 0 fail; twice, since both parts of a quotient are off
  if (!(2 * TERM_ERROR * terms < ACCURACY * Math.abs(sum))) return false;
  const atCornerA = share(atA, sum);
  const atCornerB = share(atB, sum);
  const atCornerC = share(atC, sum);
  const whole = atCornerA + atCornerB + atCornerC;
  alongEdge[i] = share(height, sum);
  barycentric[3 * i] = atCornerA / whole;
  barycentric[3 * i + 1] = atCornerB / whole;
  barycentric[3 * i + 2] = atCornerC / whole;
  return true;
}

/** part / sum, which exact arithmetic would put between 0 and 1. */
function share(part: number, sum: number): number {
  const x = part / sum;
  return x > 0 ? (x < 1 ? x : 1) : 0;
}
