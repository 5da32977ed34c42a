import { expect, it } from 'vitest';
import { firstCopies } from '../../src/fuzz/first-copies.ts';

const positions = [0, 1, 2, 5, 5, 5, -0, 1, 2, 5, 5, 5.5, 5, 5, 5];

it('finds the lowest-numbered vertex at each place; −0 is 0', () => {
  expect([...firstCopies(positions, [0, 1, 2, 3, 4])]).toEqual([0, 1, 0, 3, 1]);
});

it('leaves vertices alone that no triangle names', () => {
  expect([...firstCopies(positions, [1, 2, 3])]).toEqual([0, 1, 2, 3, 4]);
});
