import { describe, expect, test } from 'vitest';
import { vertexInTet } from '../../src/tets/vertex-in-tet.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';
import { exactBarycentric, isInClosedTet } from './exact-tet.ts';

function check(p: Point, tet: readonly Point[], exactOnly = false) {
  const positions = Float64Array.from([p, ...tet].flat());
  const width = [0, 1, 2].map((axis) => {
    const coordinates = tet.map((corner) => corner[axis]);
    return Math.max(...coordinates) - Math.min(...coordinates);
  });
  const state = { widths: Float64Array.from(width), weights: new Float64Array(4), exactOnly, exactTests: 0 };
  const inside = vertexInTet(positions, 0, 1, 2, 3, 4, state);
  return { inside, weights: state.weights, exactTests: state.exactTests };
}

/** Largest error of the weights against the exact fractions. */
function weightError(p: Point, tet: readonly Point[], weights: Float64Array): number {
  const exact = exactBarycentric(p, tet)!;
  return Math.max(...exact.tops.map((top, i) => Math.abs(Number((top << 60n) / exact.bottom) / 2 ** 60 - weights[i])));
}

const UNIT: Point[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

describe('vertexInTet', () => {
  test('inside, on face, edge and corner, outside; for both orientations', () => {
    for (const tet of [UNIT, [UNIT[1], UNIT[0], UNIT[2], UNIT[3]]]) {
      expect(check([0.25, 0.25, 0.25], tet).inside).toBe(true);
      expect(check([0.25, 0.25, 0], tet).inside).toBe(true);
      expect(check([0.5, 0, 0], tet).inside).toBe(true);
      expect(check([0, 0, 1], tet).inside).toBe(true);
      expect(check([1 / 3, 1 / 3, 1 / 3], tet).inside).toBe(isInClosedTet([1 / 3, 1 / 3, 1 / 3], tet));
      expect(check([0.25, 0.25, -Number.MIN_VALUE], tet).inside).toBe(false);
      expect(check([0.5, 0.5, 2 ** -53], tet).inside).toBe(false);
      expect(check([0.5, 0.5, 0], tet).inside).toBe(true);
    }
  });

  test('weights belong to the corners in their order', () => {
    const { weights } = check([0.1, 0.2, 0.3], UNIT);
    expect([...weights]).toEqual([expect.closeTo(0.4, 14), expect.closeTo(0.1, 14), 0.2, 0.3].map(closely));
  });

  test('a tet without volume contains nothing, its own corners included', () => {
    const flat: Point[] = [
      [0, 0, 0],
      [1, 0, 1],
      [0, 1, 1],
      [1, 1, 2],
    ];
    for (const p of [...flat, [0.5, 0.5, 1] as Point]) expect(check(p, flat).inside).toBe(false);
    const level = UNIT.map(([x, y]) => [x, y, 0] as Point);
    expect(check([0.2, 0.2, 0], level).inside).toBe(false);
    const twice = [UNIT[0], UNIT[0], UNIT[1], UNIT[2]];
    expect(check(UNIT[1], twice).inside).toBe(false);
  });

  test('agrees with whole-number arithmetic where degenerate cases are the rule', () => {
    const random = new RandomPoints(1);
    let insides = 0;
    for (let i = 0; i < 20000; i++) {
      const tet = [0, 1, 2, 3].map(() => random.onLattice(2));
      const p = random.onLattice(2);
      const expected = isInClosedTet(p, tet);
      const { inside, weights } = check(p, tet);
      if (inside !== expected) expect.fail(`${p} in ${tet.join(' | ')}: ${inside}`);
      if (inside && weightError(p, tet, weights) > 1e-12)
        expect.fail(`weights ${weights} of ${p} in ${tet.join(' | ')}`);
      if (inside) insides++;
    }
    expect(insides).toBeGreaterThan(500);
  });

  test('agrees a few rounding errors from a face, far from the origin too', () => {
    const random = new RandomPoints(2);
    let insides = 0;
    let exact = 0;
    for (let i = 0; i < 6000; i++) {
      const far = [0, 1000, 1e6][i % 3];
      const tet = [0, 1, 2, 3].map(() => random.inCube().map((x) => x + far) as unknown as Point);
      const p = random.nearPlane(tet, 2);
      const { inside, weights, exactTests } = check(p, tet);
      if (inside !== isInClosedTet(p, tet)) expect.fail(`${p} in ${tet.join(' | ')}: ${inside}`);
      if (inside && weightError(p, tet, weights) > 1e-6)
        expect.fail(`weights ${weights} of ${p} in ${tet.join(' | ')}`);
      if (inside) insides++;
      exact += exactTests;
    }
    expect(insides).toBeGreaterThan(100);
    expect(exact).toBeGreaterThan(1000);
  });

  test('slivers: weights stay right when the volume is all rounding error', () => {
    const random = new RandomPoints(3);
    let insides = 0;
    for (let i = 0; i < 3000; i++) {
      const three = [0, 1, 2].map(() => random.inCube());
      const tet = [...three, random.nearPlane(three, 4)];
      const p = random.nearPlane(three, 1);
      const { inside, weights } = check(p, tet);
      if (inside !== isInClosedTet(p, tet)) expect.fail(`${p} in ${tet.join(' | ')}: ${inside}`);
      if (inside && weightError(p, tet, weights) > 1e-6)
        expect.fail(`weights ${weights} of ${p} in ${tet.join(' | ')}`);
      if (inside) insides++;
    }
    expect(insides).toBeGreaterThan(10);
  });

  test.each([
    ['large', 1e150],
    ['largest', 8e307],
    ['small', 1e-150],
    ['smallest', 2 ** -1070],
  ])('%s coordinates', (_, scale) => {
    const random = new RandomPoints(4);
    let insides = 0;
    for (let i = 0; i < 300; i++) {
      const scaled = (point: Point) => point.map((x) => x * scale) as unknown as Point;
      const tet = [0, 1, 2, 3].map(() => scaled(random.onLattice(2)));
      const p = scaled(random.onLattice(1));
      const { inside, weights } = check(p, tet);
      if (inside !== isInClosedTet(p, tet)) expect.fail(`${p} in ${tet.join(' | ')}: ${inside}`);
      if (inside && weightError(p, tet, weights) > 1e-12)
        expect.fail(`weights ${weights} of ${p} in ${tet.join(' | ')}`);
      if (inside) insides++;
    }
    expect(insides).toBeGreaterThan(10);
  });

  test('axes of very different scale', () => {
    const stretched = UNIT.map(([x, y, z]) => [x * 1e-200, y * 1e-200, z * 1e200] as Point);
    expect(check([1e-201, 1e-201, 1e199], stretched).inside).toBe(true);
    expect(check([6e-201, 6e-201, 1e199], stretched).inside).toBe(false);
    const { weights } = check([2e-201, 1e-201, 1e199], stretched);
    expect([...weights]).toEqual([0.6, 0.2, 0.1, 0.1].map(closely));
  });

  test('the oracle mode gives the same, all by exact arithmetic', () => {
    expect(check([0.1, 0.2, 0.3], UNIT, true)).toMatchObject({ inside: true, exactTests: 1 });
    expect(check([0.1, 0.2, 0.3], UNIT)).toMatchObject({ inside: true, exactTests: 0 });
    expect(check([0.5, 0.5, 0.5], UNIT, true)).toMatchObject({ inside: false, exactTests: 1 });
  });
});

function closely(value: unknown): unknown {
  return typeof value === 'number' ? expect.closeTo(value, 14) : value;
}
