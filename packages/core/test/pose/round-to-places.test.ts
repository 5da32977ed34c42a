import { describe, expect, it } from 'vitest';
import { roundToPlaces } from '../../src/pose/round-to-places.ts';
import { seededRandom } from '../predicates/random.ts';

const random = seededRandom(5);
const around = (middle: number, spread: number) => () => middle + spread * (random() - 0.5);

/** How a coordinate is drawn, axis by axis. */
const clouds: Readonly<Record<string, readonly (() => number)[]>> = {
  usual: [around(0, 1), around(3, 2), around(-7, 0.1)],
  flat: [around(0, 1), () => 4, around(1, 1e-9)],
  'far from the origin': [around(1e12, 1), around(-1e12, 1), around(0, 1)],
  'a few units in the last place': [around(1, 2 ** -50), around(-3, 2 ** -50), () => 0],
  'one point': [() => 1.5, () => -0, () => -1e300],
  'at the origin': [() => 0, () => 0, () => 0],
  tiny: [around(0, 1e-300), around(1e-300, 1e-301), around(0, 5e-324)],
  'as large as doubles are': [around(0, 1.7e308), () => (random() < 0.5 ? 1.79e308 : -1.79e308), around(1, 1)],
  'many magnitudes': [() => 10 ** (600 * random() - 300), () => -(10 ** (20 * random())), around(0, 1)],
};

describe.each(Object.entries(clouds))('places of points: %s', (_, axes) => {
  const count = 400;
  const positions = Float64Array.from({ length: 3 * count }, (_, i) => axes[i % 3]());
  const places = new Int32Array(3 * count).fill(-1);
  roundToPlaces(positions, places);

  it('keep the order on every axis', () => {
    for (let axis = 0; axis < 3; axis++) {
      const order = Array.from({ length: count }, (_, i) => 3 * i + axis).sort((a, b) => positions[a] - positions[b]);
      for (let i = 1; i < count; i++) {
        expect(places[order[i]]).toBeGreaterThanOrEqual(places[order[i - 1]]);
        if (positions[order[i]] === positions[order[i - 1]]) expect(places[order[i]]).toBe(places[order[i - 1]]);
      }
    }
  });

  it('are from 0 to about 2³⁰, so that differences fit', () => {
    for (const place of places) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(2 ** 30 + 2 ** 20);
    }
  });
});

it('places are fine: points apart by a millionth of the side differ', () => {
  const places = new Int32Array(9);
  roundToPlaces(Float64Array.of(5, 5, 5, 5 + 1e-6, 5 - 1e-6, 5, 6, 6, 6), places);
  expect(places[3] - places[0]).toBeGreaterThan(500);
  expect(places[1] - places[4]).toBeGreaterThan(500);
});
