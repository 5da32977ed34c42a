import type { Point } from './exact-oracle.ts';

/** Repeatable numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The double `steps` places further up the number line. */
export function nudged(x: number, steps: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  const place = bits[0] < 0n ? -(bits[0] & 0x7fffffffffffffffn) : bits[0]; // both zeros are place 0
  const moved = place + BigInt(steps);
  bits[0] = moved < 0n ? -moved - 0x8000000000000000n : moved;
  return new Float64Array(bits.buffer)[0];
}

export class RandomPoints {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** In [−1, 1]³. */
  inCube(): Point {
    return [2 * this.random() - 1, 2 * this.random() - 1, 2 * this.random() - 1];
  }

  /** Whole coordinates up to `reach` in size: on so few places degenerate cases are the rule. */
  onLattice(reach: number): Point {
    const at = () => this.below(2 * reach + 1) - reach;
    return [at(), at(), at()];
  }

  /**
   * In the plane of a, b, c but for rounding and up to `ulps` steps of the coordinates. Weights are often 0, ½ or 1,
   * so that the point falls onto corners and sides as well; it may also be outside.
   */
  nearPlane([a, b, c]: readonly Point[], ulps: number): Point {
    const weight = () => [0, 0, 0.5, 1, this.random(), this.random(), 2 * this.random() - 0.5][this.below(7)];
    const v = weight();
    const w = weight() * (this.below(3) === 0 ? 1 : 1 - v);
    const at = (axis: number) => {
      const x = a[axis] + v * (b[axis] - a[axis]) + w * (c[axis] - a[axis]);
      return nudged(x, this.below(2 * ulps + 1) - ulps);
    };
    return [at(0), at(1), at(2)];
  }
}
