import { expect, it } from 'vitest';
import { selectFrames } from '../src/select-frames.ts';

it('spreads a count evenly, first and last included', () => {
  expect(selectFrames('3', 11)).toEqual([0, 5, 10]);
  expect(selectFrames('1', 11)).toEqual([10]);
  expect(selectFrames('50', 3)).toEqual([0, 1, 2]);
});

it('takes a list as it is', () => {
  expect(selectFrames('4,0,4', 5)).toEqual([4, 0, 4]);
  expect(selectFrames('2,', 5)).toEqual([2]);
});

it.each(['0', '5,', 'x', '1,2.5', '-1', ''])('refuses %s of five frames', (wanted) => {
  expect(() => selectFrames(wanted, 5)).toThrow(/^--frames must be .*, got /);
});
