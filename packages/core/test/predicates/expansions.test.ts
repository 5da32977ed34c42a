import { describe, expect, it } from 'vitest';
import { difference, type Expansion, product, signOf, sum } from '../../src/predicates/expansions.ts';
import { orient2d, orient3d } from '../../src/predicates/orient.ts';
import { toIntegers } from '../../src/predicates/whole-numbers.ts';
import { orientation, type Point } from './exact-oracle.ts';
import { RandomPoints } from './random.ts';

const random = new RandomPoints(17);
/** In [−1, 1], with all 53 bits. */
const unit = () => random.inCube()[0] + 2 ** -33 * random.inCube()[0];

/** A double of any sign with up to 53 bits, of a magnitude between 2^−40 and 2^40. */
function wide(): number {
  return unit() * 2 ** Math.round(80 * Math.abs(unit()) - 40);
}

/** Parts as multiples of 2^−400, which all doubles here are. */
function exactValue(parts: Expansion): bigint {
  let total = 0n;
  for (const part of parts) {
    const [whole, one] = toIntegers([part, 2 ** -400]);
    if (whole % one !== 0n) throw new RangeError(`exactValue: parts must be multiples of 2^−400, got ${part}.`);
    total += whole / one;
  }
  return total;
}

const ONE = exactValue([1]);

/** As the sign and the sums rely on: no zeros, ascending, and each part below the last bit of those above it. */
function isOrdered(parts: Expansion): boolean {
  return parts.every((part, i) => part !== 0 && (i === 0 || Math.abs(parts[i - 1]) < Math.abs(lastBit(part))));
}

function lastBit(x: number): number {
  let bit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 53);
  while ((x / (2 * bit)) % 1 === 0) bit *= 2;
  return 2 * bit;
}

describe('expansions', () => {
  it('are exact sums, differences and products, where doubles are not', () => {
    let rounded = 0;
    for (let run = 0; run < 1200; run++) {
      const [a, b, c, d] = [wide(), wide(), wide(), run % 5 === 0 ? wide() : unit()];
      const e = difference(a, b);
      const f = difference(c, d);
      expect(exactValue(e)).toBe(exactValue([a]) - exactValue([b]));
      const ef = product(e, f);
      expect(exactValue(ef) * ONE).toBe(exactValue(e) * exactValue(f));
      const more = product(ef, e);
      expect(exactValue(more) * ONE).toBe(exactValue(ef) * exactValue(e));
      expect(exactValue(sum(more, ef))).toBe(exactValue(more) + exactValue(ef));
      const less = sum(more, ef, -1);
      expect(exactValue(less)).toBe(exactValue(more) - exactValue(ef));
      for (const parts of [e, f, ef, more, less]) {
        expect(isOrdered(parts), String(parts)).toBe(true);
        expect(signOf(parts)).toBe(Math.sign(Number(exactValue(parts))));
      }
      if (exactValue([(a - b) * (c - d)]) !== exactValue(ef)) rounded++;
    }
    expect(rounded).toBeGreaterThan(800);
  });

  it('cancel to nothing', () => {
    expect(difference(3, 3)).toEqual([]);
    expect(product([], [1])).toEqual([]);
    const e = product(difference(1, 2 ** -60), difference(3, 2 ** -70));
    expect(sum(e, e, -1)).toEqual([]);
    expect(signOf([])).toBe(0);
  });
});

describe('orient2d and orient3d where differences of coordinates are rounded', () => {
  it('are those of whole-number arithmetic; differences alone would not do', () => {
    let tails = 0;
    let naive = 0;
    const seen = [0, 0, 0];
    for (let run = 0; run < 1500; run++) {
      // a thin plane through a point far away: every difference from it is rounded
      const [u, v]: Point[] = [
        [unit(), unit(), unit()],
        [unit(), unit(), unit()],
      ];
      const far: Point = [2 ** 30 * unit(), unit(), 2 ** 20 * unit()];
      const [i, j] = [random.below(5) - 2, random.below(5) - 2];
      const bump = (random.below(3) - 1) * 2 ** -52;
      const near: Point = [far[0] + i * u[0] + j * v[0], far[1] + i * u[1] + j * v[1], far[2] + i * u[2] + j * v[2]];
      const list: Point[] = [far, sumOf(far, u), sumOf(far, v), [near[0], near[1] + bump, near[2]]];
      const truth = orientation(list[0], list[1], list[2], list[3]);
      expect(orient3d(Float64Array.from(list.flat()), 0, 1, 2, 3)).toBe(truth);
      seen[truth + 1]++;
      if (list.some(([x]) => difference(x, list[3][0]).length > 1 || difference(x, unit()).length > 1)) tails++;
      if (Math.sign(plainVolume(list)) !== truth) naive++;
      const [[ax, ay], [bx, by], [cx, cy]] = list;
      expect(orient2d(ax, ay, bx, by, cx, cy)).toBe(orientation([ax, ay, 0], [bx, by, 0], [cx, cy, 0], [0, 0, 1]));
    }
    expect(Math.min(...seen)).toBeGreaterThan(20);
    expect(tails).toBeGreaterThan(500);
    expect(naive).toBeGreaterThan(20); // the control: rounded arithmetic fails these
  });
});

function sumOf([a, b, c]: Point, [d, e, f]: Point): Point {
  return [a + d, b + e, c + f];
}

function plainVolume([a, b, c, d]: readonly Point[]): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [wx, wy, wz] = [d[0] - a[0], d[1] - a[1], d[2] - a[2]];
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}
