import { kdop } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { comeWithin } from '../../src/confirm/proximities/come-within.ts';
import { createSweptScratch } from '../../src/confirm/proximities/swept-scratch.ts';
import { createDetector } from '../../src/create-detector.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';
import { broughtWithin, KINDS, leastDistance, type MovingPair, movingPair, sizeOf } from './moving-pairs.ts';

const FINEST = 2 ** -24;
/** What pairs that come within `least` may be listed for, and must be; with room for how well that is known. */
const mayCount = (least: number, distance: number, size: number) =>
  least <= Math.max(1.00101 * distance, distance + 1.0001 * FINEST * size);
const mustCount = (least: number, distance: number) => least <= distance * (1 - 1e-9);

/** Fuzz of `ask`: pairs listed although too far apart, and those left out although close enough. */
function judge(kind: (typeof KINDS)[number], ask: (pair: MovingPair, distance: number) => boolean) {
  const random = new RandomPoints(31 + KINDS.indexOf(kind));
  const seen = { asked: 0, beyond: 0, missed: 0 };
  for (let i = 0; i < 60; i++) {
    const thrown = movingPair(random, kind);
    const size = sizeOf(thrown);
    const pair = i % 2 === 0 ? thrown : broughtWithin(thrown, size * 2 ** -(4 + 18 * random.random()));
    const least = leastDistance(pair);
    if (least === 0) continue;
    for (const part of [
      1.01,
      1.00000001,
      0.9995,
      1 / 1.00102,
      1 / 1.002,
      1 / (1 + 0.01 * random.random()),
      0.99,
      0.9,
      0,
    ]) {
      const distance = part * least;
      const listed = ask(pair, distance);
      seen.asked++;
      if (listed && !mayCount(least, distance, size)) seen.beyond++;
      if (!listed && mustCount(least, distance)) seen.missed++;
    }
  }
  return seen;
}

describe.each(KINDS)('comeWithin, %s', (kind) => {
  const scratch = createSweptScratch();
  let most = 0;
  const ask = ({ now, next }: MovingPair, distance: number) => {
    scratch.now.set(now);
    scratch.next.set(next);
    const listed = comeWithin(scratch, distance);
    most = Math.max(most, scratch.rounds);
    return listed;
  };

  it('counts what comes within a distance, and nothing beyond 1.001 times it or 2⁻²⁴ of the size, in few rounds', () => {
    const seen = judge(kind, ask);
    expect(seen.asked).toBeGreaterThan(300);
    expect(seen).toMatchObject({ beyond: 0, missed: 0 });
    expect(most).toBeLessThan(100);
  });

  it('control: asked for a little more or less, it would be seen to count too much, or miss', () => {
    expect(judge(kind, (pair, distance) => ask(pair, 1.003 * distance)).beyond).toBeGreaterThan(10);
    expect(judge(kind, (pair, distance) => ask(pair, 0.995 * distance)).missed).toBeGreaterThan(10);
  });
});

it.each([1, 0.1, 0.01, 1e-4, 1e-6])(
  'comeWithin: a pair that stays %s apart while both turn takes no more than 400 rounds',
  (apart) => {
    // edges along x and along (0, 1, kt): the normal turns, and B moves such that the gap stays the same up to (kt)⁴/8 of itself
    const k = 0.8;
    const at = (t: number) => {
      const y = (-apart * k * t) / 2;
      return [-1, 0, 0, 1, 0, 0, 0, 1e-3, -1, 0, y - 1, apart - k * t, 0, y + 1, apart + k * t, 1e-3, y, 2];
    };
    const pair = { now: at(-0.5), next: at(0.5) };
    const least = leastDistance(pair);
    expect(least).toBeGreaterThan(0.99 * apart);
    const scratch = createSweptScratch();
    scratch.now.set(pair.now);
    scratch.next.set(pair.next);
    let most = 0;
    for (const factor of [1.0011, 1.0012, 1.002, 1.005]) {
      const listed = comeWithin(scratch, least / factor);
      if (!mayCount(least, least / factor, sizeOf(pair))) expect(listed).toBe(false);
      most = Math.max(most, scratch.rounds);
    }
    expect(most).toBeLessThan(400);
    expect(comeWithin(scratch, 1.00000001 * least)).toBe(true);
  },
);

/** Pairs of all kinds, each in a place of its own, of a size that makes its least distance `distance` times 0.99 to 1.01; and those least distances. */
function farApart(random: RandomPoints, count: number, distance: number) {
  const now: number[] = [];
  const next: number[] = [];
  const leasts: number[] = [];
  const sizes: number[] = [];
  while (leasts.length < count) {
    const pair = movingPair(random, KINDS[leasts.length % KINDS.length]);
    const least = leastDistance(pair);
    const size = sizeOf(pair);
    if (least < 1e-3 * size) continue;
    const wanted = distance * (0.99 + 0.02 * random.random());
    const place = 2 ** 12 * distance * leasts.length;
    const put = (x: number, i: number) => (x * wanted) / least + (i % 3 === 1 ? place : 0);
    now.push(...pair.now.map(put));
    next.push(...pair.next.map(put));
    leasts.push(wanted);
    sizes.push((size * wanted) / least);
  }
  return { now: Float64Array.from(now), next: Float64Array.from(next), leasts, sizes };
}

describe('findProximities in a step', () => {
  const distance = 0.25;
  const { now, next, leasts, sizes } = farApart(new RandomPoints(41), 400, distance);
  const velocities = next.map((x, i) => x - now[i]);
  const pairsOf = (options: object) => {
    const detector = createDetector({ positions: now }, { ...options, weld: false });
    const { count, triangleA, triangleB } = detector.findProximities({ distance, velocities, timeStep: 1 });
    return Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort();
  };
  const truth = pairsOf({ method: 'brute-force' });

  it('lists what comes within the distance, and nothing beyond the tolerance', () => {
    const listed = new Set(truth);
    let beyond = 0;
    leasts.forEach((least, i) => {
      const found = listed.has(`${2 * i} ${2 * i + 1}`);
      if (mustCount(least, distance)) expect(found, `pair ${i}`).toBe(true);
      if (!mayCount(least, distance, sizes[i])) {
        beyond++;
        expect(found, `pair ${i}: ${least / distance}`).toBe(false);
      }
    });
    expect(beyond).toBeGreaterThan(100);
    expect(truth.length).toBeGreaterThan(150);
  });

  it.each([
    ...exactVariants,
    { method: 'star-contour', engine: 'plain' },
    { method: kdop(), engine: 'plain' as const },
  ])('lists the same with %o', (options) => expect(pairsOf(options)).toEqual(truth));

  it.each(exactVariants)('does not list a pair no closer than 0.01168 at 0.01, with %o', (options) => {
    const positions = [
      ...[0.058823529411764705, 0.6470588235294118, 0, 0.058823529411764705, 0.7058823529411765, 0],
      ...[0.11764705882352941, 0.6470588235294118, 0],
      ...[0.24308309164719985, 0.6144696340540096, -0.09282599156722426, 0.2055626616895418, 0.6374749496360036],
      ...[0.006349969748407603, 0.22068542900823934, 0.5568262664710775, -0.07886574952863157],
    ];
    const motion = [
      ...[0.004955886551178993, 0.0045188917778432374, -0.007228521769866348, 99.99411764705883, -0.004799182033166294],
      ...[0.006863065198995173, -0.002906238497234881, 0.004931843518279489, 0.003084644828923047],
      ...new Array(9).fill(0),
    ];
    const detector = createDetector({ positions: Float64Array.from(positions) }, { ...options, weld: false });
    const step = { velocities: Float64Array.from(motion), timeStep: 1 };
    expect(detector.findProximities({ distance: 0.01, ...step }).count).toBe(0);
    expect(detector.findProximities({ distance: 0.0117, ...step }).count).toBe(1);
  });

  it.each(exactVariants)('decides two turning segments, triangles without area, with %o', (options) => {
    const positions = [12, 6, 8, 12, 6, 8, 10, 6, 12, 6, 6, 12, 6, 7, 10, 6, 7, 10];
    const motion = [4, -4, 0, 4, -4, 0, -4, 4, 0, 4, 0, 0, -4, -4, 4, -4, -4, 4];
    const least = 1.739066;
    for (const unit of [1, 2 ** 100, 2 ** -100]) {
      const scaled = (numbers: number[]) => Float64Array.from(numbers, (x) => x * unit);
      const detector = createDetector({ positions: scaled(positions) }, { ...options, weld: false });
      const count = (distance: number) =>
        detector.findProximities({ distance: distance * unit, velocities: scaled(motion), timeStep: 1 }).count;
      expect(count(least * 1.000001)).toBe(1);
      for (const factor of [1.0011, 1.002, 1.003, 1.005, 1.01]) expect(count(least / factor)).toBe(0);
    }
  });
});
