import { describe, expect, it } from 'vitest';
import { locateExactly } from '../../src/locate/locate-exactly.ts';
import { writeShallow } from '../../src/locate/write-shallow.ts';
import { segmentMeetsTriangle } from '../../src/predicates/segment-meets-triangle.ts';
import { RandomPoints } from '../predicates/random.ts';

/** What `locateContact` promises. */
const ACCURACY = 2 ** -42;

/** Locates edge 0–1 in triangle 2–4 both ways, if they meet; returns whether doubles were enough. */
function compare(positions: Float64Array): boolean | null {
  if (!segmentMeetsTriangle(positions, 0, 1, 2, 3, 4)) return null;
  const along = new Float64Array(1);
  const weights = new Float64Array(3);
  const inside = new Float64Array(2);
  if (!writeShallow(positions, 0, 1, 2, 3, 4, along, weights, 0, inside)) return false;
  const exact = locateExactly(positions, [0, 1, 2, 3, 4]);
  const own = [along[0], ...weights, ...(exact.stretch ? inside : [])];
  const right = [exact.alongEdge, ...exact.barycentric, ...(exact.stretch ?? [])];
  const off = Math.max(...own.map((x, i) => Math.abs(x - right[i])));
  if (!(off < ACCURACY)) expect.fail(`off by ${off}: ${own}, not ${right}, of ${positions}`);
  expect(inside[0] >= 0).toBe(exact.stretch !== undefined);
  expect(Math.min(...own)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...own)).toBeLessThanOrEqual(1);
  return true;
}

/** Tries until so many were compared; returns the part of them that doubles decided. */
function sample(make: (random: RandomPoints, i: number) => Float64Array, wanted: number): number {
  const random = new RandomPoints(12);
  let met = 0;
  let decided = 0;
  for (let i = 0; met < wanted; i++) {
    if (i > 100 * wanted) expect.fail(`only ${met} contacts`);
    const answer = compare(make(random, i));
    if (answer !== null) met++;
    if (answer) decided++;
  }
  return decided / met;
}

const flat = (at: (x: number, y: number) => number, whole: number, random: RandomPoints) =>
  Float64Array.from(
    Array.from({ length: 5 }, () => random.inCube()).flatMap(([x, y]) => {
      const [u, v] = [Math.round(x * whole) / 1024, Math.round(y * whole) / 1024];
      return [u, v, at(u, v)];
    }),
  );

describe('writeShallow', () => {
  it.each([
    ['in a slanted plane', 0.8, (random: RandomPoints) => flat((x, y) => 3 * x - y / 2, 1000, random)],
    ['in a level plane, coordinates rounded', 0.8, (random: RandomPoints) => flat(() => 0.3, 2 ** 40, random)],
    ['often along a side or at a corner', 0.5, (random: RandomPoints) => flat((x, y) => x + y, 4, random)],
    [
      'with an edge longer than the triangle',
      0.4,
      (random: RandomPoints) => {
        const points = flat((x, y) => 2 * x + y, 1000, random);
        return points.map((x, k) => (k < 6 ? 4 * x : x));
      },
    ],
    [
      'nearly in one plane',
      0.8,
      (random: RandomPoints, i: number) => {
        const points = flat((x, y) => 3 * x - y / 2, 2 ** 30, random);
        const height = 2 ** -(20 + (i % 30));
        return points.map((x) => x + height * random.inCube()[0]);
      },
    ],
    ['anywhere', 0.95, (random: RandomPoints) => Float64Array.from({ length: 15 }, () => random.inCube()[0])],
  ] as const)('is right %s', (_, least, make) => {
    expect(sample(make, 400)).toBeGreaterThan(least);
  });
});
