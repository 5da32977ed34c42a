import { expect, it } from 'vitest';
import {
  averageMs,
  averageRatio,
  countMissed,
  frameMs,
  restMs,
  restRatio,
} from '../../src/star/animation-arithmetic.ts';
import { toPercent } from '../../src/star/task-shares.ts';
import { times } from './results.ts';

it('takes the median over rounds and the mean over frames', () => {
  const one = times('a', 1, {
    rest: [5, 1, 2],
    frames: [
      [1, 10],
      [3, 30],
      [2, 80],
    ],
  });
  expect(restMs(one)).toBe(2);
  expect(frameMs(one)).toEqual([2, 30]);
  expect(averageMs(one)).toBe(16);
});

it('takes ratios within a round, so that a slow round counts for both', () => {
  const quick = times('a', 1, {
    rest: [1, 100, 1],
    frames: [
      [1, 1],
      [50, 50],
      [1, 1],
    ],
  });
  const slow = times('b', 1, {
    rest: [3, 300, 9],
    frames: [
      [2, 6],
      [100, 300],
      [9, 1],
    ],
  });
  expect(restRatio(slow, quick)).toBe(3);
  expect(averageRatio(slow, quick)).toBe(4);
  expect(averageRatio(slow, quick, 0)).toBe(2);
});

it('counts what is missed, in all and in the worst frame', () => {
  const all = times('a', 1, { contacts: [10, 100, 0] });
  expect(countMissed(all, times('b', 1, { contacts: [8, 95, 0] }))).toEqual({
    contacts: 110,
    missed: 7,
    worst: { missed: 5, contacts: 100 },
  });
  expect(countMissed(all, all)).toMatchObject({ missed: 0, worst: { missed: 0, contacts: 0 } });
});

it('makes shares of 100 %, also of nothing', () => {
  expect(toPercent([1, 3])).toEqual([25, 75]);
  expect(toPercent([0, 0])).toEqual([0, 0]);
});
