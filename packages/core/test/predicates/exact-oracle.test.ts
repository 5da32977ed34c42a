import { describe, expect, it } from 'vitest';
import {
  commonPoints,
  hullsMeet,
  meetBeyond,
  orientation,
  type Point,
  quotient,
  wholeNumbers,
} from './exact-oracle.ts';
import { points } from './points.ts';
import { nudged } from './random.ts';

const triangle: Point[] = points(0, 0, 0, 4, 0, 0, 0, 4, 0);

describe('the oracle of the tests', () => {
  it('turns doubles into whole numbers on one scale', () => {
    expect(wholeNumbers([1.5, -0, 3])).toEqual([3n << 31n, 0n, 3n << 32n]);
    const [tiny, huge] = wholeNumbers([5e-324, 1e308]);
    expect(BigInt(1e308) * 2n ** 1074n * tiny).toBe(huge);
  });

  it.each([
    ['through', [1, 1, -1, 1, 1, 1], true],
    ['beside', [3, 3, -1, 3, 3, 1], false],
    ['above', [1, 1, 1, 1, 1, 2], false],
    ['touching the long side', [2, 2, -1, 2, 2, 1], true],
    ['ending on it', [1, 1, 0, 1, 1, 9], true],
    ['inside, in its plane', [1, 1, 0, 1, 2, 0], true],
    ['outside, in its plane', [3, 3, 0, 4, 4, 0], false],
    ['along a side, overlapping', [3, 0, 0, 9, 0, 0], true],
    ['along a side, beyond it', [5, 0, 0, 9, 0, 0], false],
    ['as a point inside', [1, 1, 0, 1, 1, 0], true],
  ] as const)('segment %s', (_, segment, meets) => {
    expect(hullsMeet(points(...segment), triangle)).toBe(meets);
    expect(hullsMeet(triangle, points(...segment))).toBe(meets);
  });

  it('gives weights of the common points', () => {
    const [point, ...others] = commonPoints(points(1, 1, -1, 1, 1, 3), triangle);
    expect(others).toEqual([]);
    expect(point.first.map((top) => quotient(top, point.bottom))).toEqual([0.75, 0.25]);
    expect(point.second.map((top) => quotient(top, point.bottom))).toEqual([0.5, 0.25, 0.25]);
  });

  it('knows what lies beyond shared corners', () => {
    const [a, b, c] = triangle;
    expect(meetBeyond(triangle, [a, b, [0, -4, 0]], [a, b])).toBe(false);
    expect(meetBeyond(triangle, [a, b, [0, 1, 0]], [a, b])).toBe(true);
    expect(meetBeyond(triangle, [a, b, [0, 1, 1]], [a, b])).toBe(false);
    expect(meetBeyond(triangle, [a, [1, 1, 1], [1, 1, -1]], [a])).toBe(true);
    expect(meetBeyond(triangle, [a, [-1, 1, 1], [-1, 1, -1]], [a])).toBe(false);
    expect(meetBeyond(triangle, [a, b, c], [a, b, c])).toBe(true);
  });

  it('orients by the right hand', () => {
    expect(orientation([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1])).toBe(1);
    expect(orientation([0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1])).toBe(-1);
    expect(orientation([0, 0, 0], [0, 1, 0], [1, 0, 0], [7, -3, 0])).toBe(0);
  });

  it('nudges by units in the last place, also across zero', () => {
    expect(nudged(1, 1)).toBe(1 + 2 ** -52);
    expect(nudged(1, -1)).toBe(1 - 2 ** -53);
    expect(nudged(-1, 1)).toBe(-1 + 2 ** -53);
    expect(nudged(5e-324, -2)).toBe(-5e-324);
    expect(nudged(-0, 1)).toBe(5e-324);
  });
});
