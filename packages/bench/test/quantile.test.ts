import { expect, it } from 'vitest';
import { quantile } from '../src/quantile.ts';

it('interpolates between neighbours and leaves the samples alone', () => {
  const samples = [4, 1, 3, 2];
  expect(quantile(samples, 0.5)).toBe(2.5);
  expect(quantile(samples, 0)).toBe(1);
  expect(quantile(samples, 1)).toBe(4);
  expect(quantile([10, 20, 30], 0.1)).toBeCloseTo(12);
  expect(quantile([7], 0.9)).toBe(7);
  expect(samples).toEqual([4, 1, 3, 2]);
});

it('refuses no samples', () => {
  expect(() => quantile([], 0.5)).toThrow('quantile: samples must not be empty.');
});
