import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadOverPlaces } from '../../src/detect/spread-over-places.ts';

it('lists all, or as many as wanted with some of every place, ascending, none twice', () => {
  const cases = fc.tuple(fc.array(fc.nat(12), { maxLength: 80 }), fc.nat(90));
  fc.assert(
    fc.property(cases, ([placeOf, limit]) => {
      const chosen = [...spreadOverPlaces(placeOf, placeOf.length, limit)];
      expect(chosen).toHaveLength(Math.min(limit, placeOf.length));
      expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
      const places = [...new Set(placeOf)];
      const listed = places.map((place) => chosen.filter((i) => placeOf[i] === place).length);
      if (limit >= places.length) expect(Math.min(1, ...listed)).toBe(1);
      // no place has two more than another that has contacts left
      const left = places.map((place, p) => placeOf.filter((at) => at === place).length > listed[p]);
      places.forEach((_, p) => {
        if (left[p]) expect(Math.max(...listed) - listed[p]).toBeLessThanOrEqual(1);
      });
    }),
    { seed: 12, numRuns: 300 },
  );
});

it('spreads evenly over the contacts of a place, and takes the largest places first', () => {
  expect([...spreadOverPlaces(new Uint32Array(100), 100, 4)]).toEqual([0, 25, 50, 75]);
  expect([...spreadOverPlaces([2, 2, 1, 1, 0, 0], 6, 2)]).toEqual([2, 4]);
  expect([...spreadOverPlaces([], 6, 2)]).toEqual([0, 1]); // places not known
});
