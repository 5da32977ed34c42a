import { exactVolume, orientAlong } from '../predicates/orient.ts';

/** A volume in doubles is taken if it is off by less than this part of itself; one from an expansion is off by less than 2⁻⁵¹. */
const VOLUME_ERROR = 2 ** -46;
/** A cross product of differences is off by less than this times its terms (3u and a little). */
const CROSS_ERROR = 2 ** -51;
/** Parameters and weights are off by less than four times this, or it is left to whole numbers. */
const ACCURACY = 2 ** -44;

/**
 * `writeCrossing` for an edge that is in or near the plane of the triangle, which it is known to meet; returns false and writes nothing where
 * whole numbers have to decide: for triangles without area, and for an edge along a line that nearly touches a side. In the plane, `stretch` gets
 * the part of the edge inside the triangle; else −1 and −1. Coordinates must be in the exact range.
 *
 * Ends of the edge are on different sides of the plane, or on it, so what is along the edge is the quotient of a volume and a sum of two of one
 * sign; weights are quotients of three volumes of one sign and their sum. So they are as accurate as the volumes.
 */
export function writeShallow(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
  alongEdge: Float64Array,
  barycentric: Float64Array,
  i: number,
  stretch: Float64Array,
): boolean {
  const heightP = volume(positions, a, b, c, p);
  const heightQ = volume(positions, a, b, c, q);
  if (heightP === 0 && heightQ === 0) return writeInPlane(positions, p, q, a, b, c, alongEdge, barycentric, i, stretch);
  const atA = Math.abs(volume(positions, p, q, b, c));
  const atB = Math.abs(volume(positions, p, q, c, a));
  const atC = Math.abs(volume(positions, p, q, a, b));
  const sum = atA + atB + atC;
  alongEdge[i] = heightP / (heightP - heightQ);
  barycentric[3 * i] = atA / sum;
  barycentric[3 * i + 1] = atB / sum;
  barycentric[3 * i + 2] = atC / sum;
  stretch.fill(-1);
  return true;
}

/** Six times the volume, by doubles if they are sure of it, else from an exact sum; 0 only if it is. */
function volume(positions: Float64Array, a: number, b: number, c: number, d: number): number {
  const x = positions[3 * d];
  const y = positions[3 * d + 1];
  const z = positions[3 * d + 2];
  const ux = positions[3 * a] - x;
  const uy = positions[3 * a + 1] - y;
  const uz = positions[3 * a + 2] - z;
  const vx = positions[3 * b] - x;
  const vy = positions[3 * b + 1] - y;
  const vz = positions[3 * b + 2] - z;
  const wx = positions[3 * c] - x;
  const wy = positions[3 * c + 1] - y;
  const wz = positions[3 * c + 2] - z;
  const whole = uz * (wx * vy - vx * wy) + vz * (ux * wy - wx * uy) + wz * (vx * uy - ux * vy);
  const terms =
    Math.abs(uz) * (Math.abs(vx * wy) + Math.abs(wx * vy)) +
    Math.abs(vz) * (Math.abs(wx * uy) + Math.abs(ux * wy)) +
    Math.abs(wz) * (Math.abs(ux * vy) + Math.abs(vx * uy));
  if (2 ** -50 * terms < VOLUME_ERROR * Math.abs(whole) || terms === 0) return whole;
  let sum = 0;
  for (const part of exactVolume(positions, 3 * a, 3 * b, 3 * c, 3 * d)) sum += part;
  return sum;
}

/**
 * Edge and triangle in one plane, seen along the axis that sees most of it: what the three sides leave of the edge when they cut one after the
 * other. An end that is nearly on a side gives a cut that is nearly at the end, so no sign needs to be known but for edges along a side.
 */
function writeInPlane(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
  alongEdge: Float64Array,
  barycentric: Float64Array,
  i: number,
  stretch: Float64Array,
): boolean {
  const axis = widestAxis(positions, a, b, c);
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  // what the axis sees of the triangle, twice; its sign says where inside is
  const area = turn(positions, u, v, a, b, c);
  const inside = Math.sign(area);
  if (!(CROSS_ERROR * turnTerms(positions, u, v, a, b, c) < ACCURACY * Math.abs(area))) return false;
  let from = 0;
  let to = 1;
  let parameterError = 0;
  for (let side = 0; side < 3; side++) {
    const r = side === 0 ? b : side === 1 ? c : a;
    const s = side === 0 ? c : side === 1 ? a : b;
    const atP = inside * turn(positions, u, v, r, s, p);
    const atQ = inside * turn(positions, u, v, r, s, q);
    const error = sideError(positions, u, v, r, s, p, q);
    if (atP > error && atQ > error) continue;
    const change = atQ - atP;
    // a parameter between −1 and 2 is off by less than 1 + 2 · 2 errors of the change; one beyond is cut off anyway
    const off = (6 * error) / Math.abs(change);
    if (off < ACCURACY) {
      parameterError = Math.max(parameterError, off);
      if (change > 0) from = Math.max(from, -atP / change);
      else to = Math.min(to, -atP / change);
    } else if (
      inside * orientAlong(positions, axis, r, s, p) < 0 ||
      inside * orientAlong(positions, axis, r, s, q) < 0
    ) {
      return false;
    }
  }
  const middle = Math.min(1, (from + to) / 2);
  for (let side = 0; side < 3; side++) {
    const r = side === 0 ? b : side === 1 ? c : a;
    const s = side === 0 ? c : side === 1 ? a : b;
    const change = Math.abs(turn(positions, u, v, r, s, q) - turn(positions, u, v, r, s, p));
    const error = sideError(positions, u, v, r, s, p, q) + change * parameterError;
    if (!(error < ACCURACY * Math.abs(area))) return false;
  }
  const atA = weight(positions, u, v, b, c, p, q, middle, inside);
  const atB = weight(positions, u, v, c, a, p, q, middle, inside);
  const atC = weight(positions, u, v, a, b, p, q, middle, inside);
  const sum = atA + atB + atC;
  alongEdge[i] = middle;
  barycentric[3 * i] = atA / sum;
  barycentric[3 * i + 1] = atB / sum;
  barycentric[3 * i + 2] = atC / sum;
  // they meet: where rounding has put the end of the stretch before its start it is a point
  stretch[0] = Math.min(from, middle);
  stretch[1] = Math.max(to, middle);
  return true;
}

/** The axis along which the triangle looks largest, or nearly so. */
function widestAxis(positions: Float64Array, a: number, b: number, c: number): number {
  const x = Math.abs(turn(positions, 1, 2, a, b, c));
  const y = Math.abs(turn(positions, 2, 0, a, b, c));
  const z = Math.abs(turn(positions, 0, 1, a, b, c));
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** (b − a) × (x − a) in coordinates u and v. */
function turn(positions: Float64Array, u: number, v: number, a: number, b: number, x: number): number {
  const aU = positions[3 * a + u];
  const aV = positions[3 * a + v];
  const left = (positions[3 * b + u] - aU) * (positions[3 * x + v] - aV);
  return left - (positions[3 * b + v] - aV) * (positions[3 * x + u] - aU);
}

function turnTerms(positions: Float64Array, u: number, v: number, a: number, b: number, x: number): number {
  const aU = positions[3 * a + u];
  const aV = positions[3 * a + v];
  const left = (positions[3 * b + u] - aU) * (positions[3 * x + v] - aV);
  return Math.abs(left) + Math.abs((positions[3 * b + v] - aV) * (positions[3 * x + u] - aU));
}

/** Turns of p and of q from side ab are off by less than this. */
function sideError(positions: Float64Array, u: number, v: number, a: number, b: number, p: number, q: number): number {
  return CROSS_ERROR * Math.max(turnTerms(positions, u, v, a, b, p), turnTerms(positions, u, v, a, b, q));
}

/** How far inside of side ab the point at a parameter of edge pq is; never below 0. */
function weight(
  positions: Float64Array,
  u: number,
  v: number,
  a: number,
  b: number,
  p: number,
  q: number,
  parameter: number,
  inside: number,
): number {
  const atP = turn(positions, u, v, a, b, p);
  const atQ = turn(positions, u, v, a, b, q);
  return Math.max(0, inside * (atP * (1 - parameter) + atQ * parameter));
}
