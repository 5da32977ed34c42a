import type { Pose } from '../pose/pose.ts';
import { type ExactLocation, locateExactly } from './locate-exactly.ts';

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
  const { alongEdge, barycentric, stretch } =
    (exactOnly ? null : locateCrossing(positions, p, q, a, b, c)) ?? locateExactly(positions, [p, q, a, b, c]);
  const at = (axis: number) =>
    (positions[3 * p + axis] * (1 - alongEdge) + positions[3 * q + axis] * alongEdge) / scale;
  return { point: [at(0), at(1), at(2)], alongEdge, barycentric, ...(stretch && { stretch }) };
}

/**
 * A crossing in plain doubles, or null where these are not accurate enough: in or near one plane, or without area.
 * All relative to p. The volumes that the edge spans with the three sides are in the ratio of the weights of the corners
 * opposite; p spans with the triangle that part of their sum at which the edge crosses.
 */
function locateCrossing(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): ExactLocation | null {
  const from = (v: number, axis: number) => positions[3 * v + axis] - positions[3 * p + axis];
  const dx = from(q, 0);
  const dy = from(q, 1);
  const dz = from(q, 2);
  const ax = from(a, 0);
  const ay = from(a, 1);
  const az = from(a, 2);
  const bx = from(b, 0);
  const by = from(b, 1);
  const bz = from(b, 2);
  const cx = from(c, 0);
  const cy = from(c, 1);
  const cz = from(c, 2);
  const height = volume(ax, ay, az, bx, by, bz, cx, cy, cz);
  const atA = volume(dx, dy, dz, bx, by, bz, cx, cy, cz);
  const atB = volume(dx, dy, dz, cx, cy, cz, ax, ay, az);
  const atC = volume(dx, dy, dz, ax, ay, az, bx, by, bz);
  const sum = atA + atB + atC;
  const terms =
    termsOf(ax, ay, az, bx, by, bz, cx, cy, cz) +
    termsOf(dx, dy, dz, bx, by, bz, cx, cy, cz) +
    termsOf(dx, dy, dz, cx, cy, cz, ax, ay, az) +
    termsOf(dx, dy, dz, ax, ay, az, bx, by, bz);
  // written so that NaN and 0 fail; twice, since both parts of a quotient are off
  if (!(2 * TERM_ERROR * terms < ACCURACY * Math.abs(sum))) return null;
  const u = share(atA, sum);
  const v = share(atB, sum);
  const w = share(atC, sum);
  const whole = u + v + w;
  return { alongEdge: share(height, sum), barycentric: [u / whole, v / whole, w / whole] };
}

/** part / sum, which exact arithmetic would put between 0 and 1. */
function share(part: number, sum: number): number {
  const x = part / sum;
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

function volume(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** What the six terms of {@link volume} add up to without their signs. */
function termsOf(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  return (
    Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
    Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
    Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx))
  );
}
