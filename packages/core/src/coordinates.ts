import { type Certificates, spent } from './find/certificates.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';

/** What coordinates may be; null where they have no range. */
export interface CoordinateRange {
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
}

/** Writes scaled coordinates and returns their norm; throws for what is no q. */
export function scaleCoordinates(
  caller: string,
  name: string,
  q: ArrayLike<number>,
  scale: Float64Array,
  out: Float64Array,
): number {
  const rank = scale.length;
  // what is no typed array may hold anything
  if (!ArrayBuffer.isView(q) || q.length !== rank) refuseCoordinates(caller, name, q, rank);
  let square = 0;
  for (let i = 0; i < rank; i++) {
    const x = q[i] * scale[i];
    out[i] = x;
    square += x * x;
  }
  // a number that is not finite makes the sum so; so do very large ones, which are looked at one by one
  if (!(square < Number.POSITIVE_INFINITY)) refuseCoordinates(caller, name, q, rank);
  return Math.sqrt(square);
}

/** Says what is wrong with coordinates of `rank` modes; nothing if they are only very large. */
function refuseCoordinates(caller: string, name: string, q: ArrayLike<number>, rank: number): void {
  if (typeof q !== 'object' || q === null || q.length !== rank) {
    const got = typeof q === 'object' && q !== null ? `length ${q.length}` : describe(q);
    throw new RangeError(`${caller}: ${name} must hold ${rank} numbers, one a mode, got ${got}.`);
  }
  for (let i = 0; i < rank; i++) {
    if (Number.isFinite(q[i])) continue;
    throw new RangeError(`${caller}: ${name} must hold finite numbers, got ${describe(q[i])} for mode ${i}.`);
  }
}

/** Throws if coordinates of this name have led to positions that are not finite. */
export function checkFinitePositions(caller: string, name: string, positions: Positions): void {
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw new RangeError(
      `${caller}: ${name} must lead to finite positions, got ${positions[i]} for ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}.`,
    );
  }
}

export function isInRange({ low, high }: CoordinateRange, q: ArrayLike<number>): boolean {
  if (low === null || high === null) return true;
  for (let i = 0; i < q.length; i++) if (q[i] < low[i] || q[i] > high[i]) return false;
  return true;
}

/** A little less, so that the norm of t·q, off by roundings of 2⁻⁵² each, is below the radius. */
const INSIDE = 1 - 1e-12;

/** The largest t up to 1 with t·q in the range, and within the radius or the budget of the whole. */
export function largestShare(
  { certificates, low, high }: CoordinateRange & { readonly certificates: Certificates },
  q: ArrayLike<number>,
  scaled: Float64Array,
  norm: number,
): number {
  const { nodeRadius, budgets } = certificates;
  if (nodeRadius[0] === 0) return 0;
  let t = shareOf(norm, nodeRadius[0]);
  if (budgets !== null && budgets.nodeRow[0] >= 0) {
    const within = Math.min(shareOf(norm, budgets.reach), shareOf(spent(budgets, budgets.nodeRow[0], scaled), 1));
    t = Math.max(t, within);
  }
  for (let i = 0; low !== null && high !== null && i < q.length; i++) {
    // 0 is in the range, so where it ends has the sign of q
    if (q[i] * t > high[i]) t = Math.min(t, (high[i] / q[i]) * INSIDE);
    else if (q[i] * t < low[i]) t = Math.min(t, (low[i] / q[i]) * INSIDE);
  }
  return t;
}

function shareOf(length: number, limit: number): number {
  return length < limit ? 1 : (limit / length) * INSIDE;
}
