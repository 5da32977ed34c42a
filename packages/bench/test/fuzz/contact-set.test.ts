import { expect, it } from 'vitest';
import { compareSets } from '../../src/fuzz/contact-set.ts';

const compare = (expected: number[], found: number[]) =>
  compareSets(Float64Array.from(expected), Float64Array.from(found), (key) => `#${key}`);

it('is content with equal sets', () => {
  expect(compare([], [])).toBeUndefined();
  expect(compare([1, 5], [1, 5])).toBeUndefined();
});

it.each([
  [[1, 2, 3], [1, 3], '1 missing, 0 extra of 3; first missing #2'],
  [[1, 3], [1, 2, 3, 4], '0 missing, 2 extra of 2; first extra #2'],
  [[1, 2], [1, 3], '1 missing, 1 extra of 2; first missing #2'],
  [[1], [1, 1], '0 missing, 1 extra of 1; first extra #1'],
  [[7], [], '1 missing, 0 extra of 1; first missing #7'],
])('says how %j and %j differ', (expected, found, text) => {
  expect(compare(expected, found)).toBe(text);
});
