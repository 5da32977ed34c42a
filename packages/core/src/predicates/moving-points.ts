import { minus, type Polynomial, plus, times, trimmed } from './polynomials.ts';
import { toIntegers } from './whole-numbers.ts';

/** A vector whose three components are polynomials of time. */
export type MovingVector = readonly [Polynomial, Polynomial, Polynomial];

/** Four moving points as polynomials with whole-number coefficients, all on one scale, and a length on the same scale. */
export function movingPoints(points: ArrayLike<number>, length: number): { at: MovingVector[]; length: bigint } {
  const whole = toIntegers([...Array.from(points), length]);
  // 32-bit coordinates leave 29 bits of zeros at the end of each: three times as many in a volume
  let bits = 0n;
  for (const value of whole) bits |= value;
  let zeros = 0n;
  while (bits !== 0n && (bits & 0xffn) === 0n) {
    bits >>= 8n;
    zeros += 8n;
  }
  if (zeros > 0n) for (let i = 0; i < whole.length; i++) whole[i] >>= zeros;
  const component = (i: number): Polynomial => trimmed([whole[i], whole[i + 12] - whole[i]]);
  const at = [0, 3, 6, 9].map((i): MovingVector => [component(i), component(i + 1), component(i + 2)]);
  return { at, length: whole[24] };
}

export function difference(a: MovingVector, b: MovingVector): MovingVector {
  return [minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])];
}

export function crossAlong(u: MovingVector, v: MovingVector, axis: number): Polynomial {
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  return minus(times(u[i], v[j]), times(u[j], v[i]));
}

export function cross(u: MovingVector, v: MovingVector): MovingVector {
  return [crossAlong(u, v, 0), crossAlong(u, v, 1), crossAlong(u, v, 2)];
}

export function dot(u: MovingVector, v: MovingVector): Polynomial {
  return plus(plus(times(u[0], v[0]), times(u[1], v[1])), times(u[2], v[2]));
}
