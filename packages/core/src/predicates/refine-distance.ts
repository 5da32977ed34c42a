import { CORNERS, DISTANCE, DISTANCE_ACCURACY, LENGTH, MIN_DIRECTION } from './distance-workspace.ts';

/** Every number here is a sum of two doubles, high + low, that do not overlap: 106 bits. Places in the workspace: */
const WIDE = 24;
const E = WIDE + 36;
const F = E + 6;
const R = F + 6;
const N = R + 6;
const DOTS = N + 6;
const T0 = DOTS + 12;
const T1 = T0 + 2;

/** Splits a double into two of 26 bits. */
const SPLITTER = 2 ** 27 + 1;

/**
 * Writes to `DISTANCE` the distance that the weights in `work` claim, if twice the digits of doubles prove it; false if they do not. `LENGTH` is
 * the L of the workspace's error bound.
 *
 * Products and sums of such pairs are off by less than 2^−101 of the terms, so the gap along n by less than 2^−96 L.
 * From above, the points of the weights: their distance along n is the gap plus what their corners stand back from it; across n
 * doubles are good enough, since that part enters squared and is 2^−46 L at most if the weights are right.
 */
export function refineDistance(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  work: Float64Array,
): boolean {
  const length = work[LENGTH];
  for (let axis = 0; axis < 3; axis++) {
    const origin = positions[3 * a0 + axis];
    work[WIDE + 2 * axis] = 0;
    work[WIDE + 2 * axis + 1] = 0;
    difference(work, positions[3 * a1 + axis], origin, WIDE + 6 + 2 * axis);
    difference(work, positions[3 * a2 + axis], origin, WIDE + 12 + 2 * axis);
    difference(work, positions[3 * b0 + axis], origin, WIDE + 18 + 2 * axis);
    difference(work, positions[3 * b1 + axis], origin, WIDE + 24 + 2 * axis);
    difference(work, positions[3 * b2 + axis], origin, WIDE + 30 + 2 * axis);
  }
  setDirection(work);
  const nx = work[N];
  const ny = work[N + 2];
  const nz = work[N + 4];
  const nn = nx * nx + ny * ny + nz * nz;
  if (nn < MIN_DIRECTION) return false;

  for (let corner = 0; corner < 6; corner++) dot(work, N, WIDE + 6 * corner, DOTS + 2 * corner);
  // from the top of one's projections to the bottom of the other's
  subtract(work, lowest(work, 3), highest(work, 0), T0);
  subtract(work, lowest(work, 0), highest(work, 3), T1);
  const flipped = work[T1] > work[T0];
  const above = flipped ? work[T1] : work[T0];
  // how far the points stand back from the gap's two sides
  let back = 0;
  for (let side = 0; side < 2; side++) {
    const end = flipped === (side === 0) ? lowest(work, 3 * side) : highest(work, 3 * side);
    for (let k = 0; k < 3; k++) {
      const weight = work[3 * side + k];
      if (weight === 0) continue;
      subtract(work, DOTS + 2 * (3 * side + k), end, T0);
      back += weight * Math.abs(work[T0]);
    }
  }
  let zx = 0;
  let zy = 0;
  let zz = 0;
  for (let corner = 1; corner < 6; corner++) {
    const weight = corner < 3 ? -work[corner] : work[corner];
    zx += weight * work[CORNERS + 3 * corner];
    zy += weight * work[CORNERS + 3 * corner + 1];
    zz += weight * work[CORNERS + 3 * corner + 2];
  }
  const along = (zx * nx + zy * ny + zz * nz) / nn;
  zx -= along * nx;
  zy -= along * ny;
  zz -= along * nz;
  const across = Math.sqrt(zx * zx + zy * zy + zz * zz) + 2 ** -46 * length;
  const size = Math.sqrt(nn);
  const distance = above / size;
  const lower = distance - 2 ** -96 * length;
  const upper = Math.sqrt(((above + back) / size) ** 2 + across * across) + 2 ** -96 * length;
  if (!(lower > 0 && upper <= lower * (1 + DISTANCE_ACCURACY / 2))) return false;
  work[DISTANCE] = distance;
  return true;
}

/** What is at right angles to the two features that have weight. */
function setDirection(work: Float64Array): void {
  const countA = +(work[0] > 0) + +(work[1] > 0) + +(work[2] > 0);
  const countB = +(work[3] > 0) + +(work[4] > 0) + +(work[5] > 0);
  if (countA === 3 || countB === 3) {
    const face = countA === 3 ? WIDE : WIDE + 18;
    vector(work, face, face + 6, E);
    vector(work, face, face + 12, F);
    cross(work, E, F, N);
    return;
  }
  const a = WIDE + 6 * (work[0] > 0 ? 0 : work[1] > 0 ? 1 : 2);
  const b = WIDE + 18 + 6 * (work[3] > 0 ? 0 : work[4] > 0 ? 1 : 2);
  if (countA === 2) vector(work, a, WIDE + 6 * (work[2] > 0 ? 2 : 1), E);
  if (countB === 2) vector(work, b, WIDE + 18 + 6 * (work[5] > 0 ? 2 : 1), F);
  vector(work, a, b, R);
  if (countA === 2 && countB === 2) cross(work, E, F, N);
  else if (countA === 2) {
    cross(work, E, R, F);
    cross(work, F, E, N);
  } else if (countB === 2) {
    cross(work, F, R, E);
    cross(work, E, F, N);
  } else for (let i = 0; i < 6; i++) work[N + i] = work[R + i];
}

function lowest(work: Float64Array, first: number): number {
  let at = DOTS + 2 * first;
  for (let i = at + 2; i < DOTS + 2 * first + 6; i += 2) {
    if (work[i] < work[at] || (work[i] === work[at] && work[i + 1] < work[at + 1])) at = i;
  }
  return at;
}

function highest(work: Float64Array, first: number): number {
  let at = DOTS + 2 * first;
  for (let i = at + 2; i < DOTS + 2 * first + 6; i += 2) {
    if (work[i] > work[at] || (work[i] === work[at] && work[i + 1] > work[at + 1])) at = i;
  }
  return at;
}

function vector(w: Float64Array, from: number, to: number, out: number): void {
  for (let i = 0; i < 6; i += 2) subtract(w, to + i, from + i, out + i);
}

function cross(w: Float64Array, a: number, b: number, out: number): void {
  for (let i = 0; i < 3; i++) {
    const j = 2 * ((i + 1) % 3);
    const k = 2 * ((i + 2) % 3);
    multiply(w, a + j, b + k, T0);
    multiply(w, a + k, b + j, T1);
    subtract(w, T0, T1, out + 2 * i);
  }
}

function dot(w: Float64Array, a: number, b: number, out: number): void {
  multiply(w, a, b, out);
  for (let i = 2; i < 6; i += 2) {
    multiply(w, a + i, b + i, T0);
    w[T0] = -w[T0];
    w[T0 + 1] = -w[T0 + 1];
    subtract(w, out, T0, out);
  }
}

/** a − b without error (Knuth). */
function difference(w: Float64Array, a: number, b: number, out: number): void {
  const x = a - b;
  const part = x - a;
  w[out] = x;
  w[out + 1] = a - (x - part) - (b + part);
}

function subtract(w: Float64Array, a: number, b: number, out: number): void {
  const high = w[a];
  const other = w[b];
  const x = high - other;
  const part = x - high;
  const low = high - (x - part) - (other + part) + (w[a + 1] - w[b + 1]);
  const sum = x + low;
  w[out] = sum;
  w[out + 1] = low - (sum - x);
}

/** The product of the two high parts without error (Dekker), and the two mixed ones. */
function multiply(w: Float64Array, a: number, b: number, out: number): void {
  const x = w[a];
  const y = w[b];
  const product = x * y;
  let c = SPLITTER * x;
  const xh = c - (c - x);
  const xl = x - xh;
  c = SPLITTER * y;
  const yh = c - (c - y);
  const yl = y - yh;
  const low = xl * yl - (product - xh * yh - xl * yh - xh * yl) + (x * w[b + 1] + w[a + 1] * y);
  const sum = product + low;
  w[out] = sum;
  w[out + 1] = low - (sum - product);
}
