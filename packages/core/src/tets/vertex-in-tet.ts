import { orient3d } from '../predicates/orient.ts';
import { exactWeights } from './exact-weights.ts';

/**
 * A determinant of three differences of at most 2·wx, 2·wy, 2·wz along the axes is a sum of six products of at most
 * 8·wx·wy·wz. Its rounding error is at most (7 + 56ε)ε times the sum of their magnitudes (Shewchuk), ε = 2^−53: below
 * 3.8e−14·wx·wy·wz.
 */
const ERROR_FACTOR = 4e-14;

/** Widths for which no product above comes near underflow or overflow. */
const MIN_WIDTH = 1e-60;
const MAX_WIDTH = 1e100;

/** Weights are off by at most the reciprocal of this, in the worst tet that floating point still decides. */
const WEIGHT_ACCURACY = 1e6;

/** What tests of one collider share. */
export interface TetTestState {
  /**
   * In: lengths along x, y, z that no two corners of the tet exceed; they bound rounding errors. An array, since doubles
   * as arguments are boxed, which would be an allocation per test.
   */
  readonly widths: Float64Array;
  /** Out: barycentric coordinates of the last vertex found inside. */
  readonly weights: Float64Array;
  /** Decide every sign and weight by exact arithmetic, without floating-point filter: for the oracle. */
  readonly exactOnly: boolean;
  /** Tests in which a sign needed exact arithmetic. */
  exactTests: number;
}

/**
 * Whether vertex v lies in the closed tet a, b, c, d; exact, for either orientation of the tet. A tet without volume
 * contains nothing. If inside, `state.weights` has the barycentric coordinates: none negative, sum 1 up to rounding
 * (hashing paper §4.4).
 *
 * The weight of a corner has the sign of the determinant with v in the corner's place; the four sum up to the tet's own.
 * So v is inside if no two of them differ in sign, and the tet has volume if not all are 0: nothing is divided.
 */
export function vertexInTet(
  positions: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
  d: number,
  state: TetTestState,
): boolean {
  const { widths } = state;
  const widthX = widths[0];
  const widthY = widths[1];
  const widthZ = widths[2];
  // corners as seen from v
  const x = positions[3 * v];
  const y = positions[3 * v + 1];
  const z = positions[3 * v + 2];
  const ax = positions[3 * a] - x;
  const ay = positions[3 * a + 1] - y;
  const az = positions[3 * a + 2] - z;
  // further from a than any point of the tet; else all four differences are at most twice the width
  if (ax > widthX || ax < -widthX || ay > widthY || ay < -widthY || az > widthZ || az < -widthZ) return false;
  const bx = positions[3 * b] - x;
  const by = positions[3 * b + 1] - y;
  const bz = positions[3 * b + 2] - z;
  const cx = positions[3 * c] - x;
  const cy = positions[3 * c + 1] - y;
  const cz = positions[3 * c + 2] - z;
  const dx = positions[3 * d] - x;
  const dy = positions[3 * d + 1] - y;
  const dz = positions[3 * d + 2] - z;

  const least = widthX < widthY ? (widthX < widthZ ? widthX : widthZ) : widthY < widthZ ? widthY : widthZ;
  const most = widthX > widthY ? (widthX > widthZ ? widthX : widthZ) : widthY > widthZ ? widthY : widthZ;
  const usual = least > MIN_WIDTH && most < MAX_WIDTH && !state.exactOnly;
  const error = usual ? ERROR_FACTOR * (widthX * widthY * widthZ) : Number.POSITIVE_INFINITY;

  const cdx = cy * dz - cz * dy;
  const cdy = cz * dx - cx * dz;
  const cdz = cx * dy - cy * dx;
  const partA = bx * cdx + by * cdy + bz * cdz;
  const partB = -(ax * cdx + ay * cdy + az * cdz);
  if ((partA > error && partB < -error) || (partA < -error && partB > error)) return false;
  const abx = ay * bz - az * by;
  const aby = az * bx - ax * bz;
  const abz = ax * by - ay * bx;
  const partC = abx * dx + aby * dy + abz * dz;
  const partD = -(abx * cx + aby * cy + abz * cz);

  let certain = false;
  if (partA > error) {
    if (partB < -error || partC < -error || partD < -error) return false;
    certain = partB > error && partC > error && partD > error;
  } else if (partA < -error) {
    if (partB > error || partC > error || partD > error) return false;
    certain = partB < -error && partC < -error && partD < -error;
  }

  let weightA = Math.abs(partA);
  let weightB = Math.abs(partB);
  let weightC = Math.abs(partC);
  let weightD = Math.abs(partD);
  if (!certain) {
    // some part is 0 as far as rounding can tell
    state.exactTests++;
    const signA = partA > error ? 1 : partA < -error ? -1 : orient3d(positions, v, b, c, d);
    const signB = partB > error ? 1 : partB < -error ? -1 : orient3d(positions, a, v, c, d);
    if (signA * signB < 0) return false;
    const signC = partC > error ? 1 : partC < -error ? -1 : orient3d(positions, a, b, v, d);
    const signD = partD > error ? 1 : partD < -error ? -1 : orient3d(positions, a, b, c, v);
    const positive = signA > 0 || signB > 0 || signC > 0 || signD > 0;
    const negative = signA < 0 || signB < 0 || signC < 0 || signD < 0;
    if (positive === negative) return false; // both: outside; neither: no volume
    if (signA === 0) weightA = 0;
    if (signB === 0) weightB = 0;
    if (signC === 0) weightC = 0;
    if (signD === 0) weightD = 0;
  }

  const { weights } = state;
  const whole = weightA + weightB + weightC + weightD;
  // written so that NaN and Infinity go to the exact side
  if (!(whole > WEIGHT_ACCURACY * error)) {
    exactWeights(positions, v, a, b, c, d, weights);
    return true;
  }
  weights[0] = weightA / whole;
  weights[1] = weightB / whole;
  weights[2] = weightC / whole;
  weights[3] = weightD / whole;
  return true;
}
