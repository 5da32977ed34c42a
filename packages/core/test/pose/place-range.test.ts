import { describe, expect, it } from 'vitest';
import { PLACES, PlaceRange, placesWithin } from '../../src/pose/place-range.ts';
import { seededRandom } from '../predicates/random.ts';

const random = seededRandom(5);
const around = (middle: number, spread: number) => () => middle + spread * (random() - 0.5);
const COUNT = 400;

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
  'small, but for a few as large as doubles are': [
    () => (random() < 0.02 ? 1.79e308 : random()),
    () => (random() < 0.02 ? -1.79e308 : random()),
    around(1, 1),
  ],
  'small, and far apart': [
    () => random() + 1e10 * Math.floor(3 * random()),
    () => random() - 1e7 * Math.floor(9 * random()),
    around(1e15, 1),
  ],
  'with every third far away': [() => (random() < 0.3 ? 1e12 * random() : random()), around(0, 1), around(0, 1)],
};

const draw = (axes: readonly (() => number)[]) => Float64Array.from({ length: 3 * COUNT }, (_, i) => axes[i % 3]());

function rangeFor(positions: Float64Array, next?: Float64Array): PlaceRange {
  const range = new PlaceRange(positions.length / 3);
  range.choose(positions, next);
  return range;
}

function placesOf(range: PlaceRange, positions: Float64Array): Int32Array {
  const places = new Int32Array(positions.length).fill(-1);
  range.write(positions, places);
  return places;
}

/** Numbers of the coordinates of one axis, in ascending order of the coordinates. */
function inOrder(positions: Float64Array, axis: number): number[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => 3 * i + axis).sort(
    (a, b) => positions[a] - positions[b],
  );
}

describe.each(Object.entries(clouds))('places of points: %s', (_, axes) => {
  const positions = draw(axes);
  const own = rangeFor(positions);
  // points that a range was not chosen for have places too
  const strangers = Object.values(clouds).map(draw);
  const cases: [PlaceRange, Float64Array][] = [
    [own, positions],
    ...strangers.map((other): [PlaceRange, Float64Array] => [own, other]),
    ...strangers.map((other): [PlaceRange, Float64Array] => [rangeFor(positions, other), other]),
  ];

  it('keep the order on every axis', () => {
    for (const [range, points] of cases) {
      const places = placesOf(range, points);
      for (let axis = 0; axis < 3; axis++) {
        const order = inOrder(points, axis);
        let wrong = 0;
        for (let i = 1; i < COUNT; i++) {
          const step = places[order[i]] - places[order[i - 1]];
          if (step < 0 || (points[order[i]] === points[order[i - 1]] && step !== 0)) wrong++;
        }
        expect(wrong).toBe(0);
      }
    }
  });

  it('are from 0 to PLACES, so that differences fit with any reach', () => {
    expect(2 * PLACES).toBeLessThan(2 ** 31);
    for (const [range, points] of cases) {
      for (const place of placesOf(range, points)) if (place < 0 || place > PLACES) expect.fail(`place ${place}`);
      for (const distance of [0, 1e-300, 1, 1e300, Number.MAX_VALUE]) {
        expect(placesWithin(range, distance)).toBeGreaterThan(0);
        expect(placesWithin(range, distance)).toBeLessThanOrEqual(PLACES);
      }
    }
  });

  it('of points within a distance are within its places', () => {
    for (const [range, points] of cases) {
      const places = placesOf(range, points);
      for (let axis = 0; axis < 3; axis++) {
        const order = inOrder(points, axis);
        let wrong = 0;
        for (const apart of [1, 2, 7, 50]) {
          for (let i = apart; i < COUNT; i++) {
            // rounded up where it is rounded
            const distance = (points[order[i]] - points[order[i - apart]]) * (1 + 2 ** -52);
            if (places[order[i]] - places[order[i - apart]] > placesWithin(range, distance)) wrong++;
          }
        }
        expect(wrong).toBe(0);
      }
    }
  });
});

describe('places are fine', () => {
  it('points apart by a millionth of the side differ', () => {
    const positions = Float64Array.of(5, 5, 5, 5 + 1e-6, 5 - 1e-6, 5, 6, 6, 6);
    const places = placesOf(rangeFor(positions), positions);
    expect(places[3] - places[0]).toBeGreaterThan(500);
    expect(places[1] - places[4]).toBeGreaterThan(500);
  });

  /** A path in steps of about 1, pulled apart by `far`. */
  const path = (count: number, far: (vertex: number) => number) => {
    const at = [0, 0, 0];
    return Float64Array.from({ length: 3 * count }, (_, i) => {
      at[i % 3] += random() - 0.5;
      return at[i % 3] + far(Math.floor(i / 3));
    });
  };

  it.each<[string, (vertex: number) => number]>([
    ['one vertex is far away', (v) => (v === 700 ? 1e10 : 0)],
    ['the first vertex is far away', (v) => (v === 0 ? -1e200 : 0)],
    ['every hundredth vertex is far away', (v) => (v % 100 === 3 ? 1e10 * random() : 0)],
    ['every third vertex is far away', (v) => (v % 3 === 0 ? 1e10 * random() : 0)],
    ['ten pieces are far apart', (v) => 1e9 * Math.floor(v / 500)],
    ['all are far from the origin', () => 1e12],
  ])('where %s: a hundredth of a step counts', (_, far) => {
    const positions = path(5000, far);
    const places = placesOf(rangeFor(positions), positions);
    let coarse = 0;
    for (let i = 3; i < positions.length; i++) {
      const step = Math.abs(positions[i] - positions[i - 3]);
      if (step < 1 && step > 0.01 && places[i] === places[i - 3]) coarse++;
    }
    // a vertex that is not in the sample and far from all of it may share a place; its neighbours do not
    expect(coarse / positions.length).toBeLessThan(0.002);
  });

  it('for both of two poses, however far the second one is', () => {
    const positions = path(5000, () => 0);
    const next = positions.map((x) => x + 1e9);
    const range = rangeFor(positions, next);
    for (const pose of [positions, next]) {
      const places = placesOf(range, pose);
      let coarse = 0;
      for (let i = 3; i < pose.length; i++) {
        if (Math.abs(pose[i] - pose[i - 3]) > 0.01 && places[i] === places[i - 3]) coarse++;
      }
      expect(coarse).toBe(0);
    }
  });
});
