import { expect, it } from 'vitest';
import { drawPlot, powerTicks } from '../src/draw-plot.ts';
import { checkSvg } from './check-svg.ts';

const series = [
  { name: 'a < b & c', points: [[0, 0.02] as const, [10, 3] as const] },
  { name: 'd', points: [[0, 500] as const, [10, 700] as const] },
];
const labels = { title: 'time & frames', x: 'frame', y: 'ms' };

it.each([{}, { logY: true }, { logY: true, legendOutside: true }])('is well-formed with %j', (options) => {
  const svg = drawPlot(series, { ...labels, ...options });
  checkSvg(svg);
  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg).toContain('a &lt; b &amp; c');
});

it('puts factors of ten at equal distances on a logarithmic axis', () => {
  const points = [[0, 1] as const, [1, 10] as const, [2, 100] as const];
  const svg = drawPlot([{ name: 'a', points }], { ...labels, logY: true });
  const heights = svg
    .match(/<polyline points="([^"]+)"/)![1]
    .split(' ')
    .map((pair) => Number(pair.split(',')[1]));
  expect(heights[0] - heights[1]).toBeCloseTo(heights[1] - heights[2], 5);
  expect(heights[0]).toBeGreaterThan(heights[1]);
});

it('has powers of ten around the values, at least two', () => {
  expect(powerTicks(0.02, 700)).toEqual([0.01, 0.1, 1, 10, 100, 1000]);
  expect(powerTicks(1, 100)).toEqual([1, 10, 100]);
  expect(powerTicks(3, 4)).toEqual([1, 10]);
  expect(powerTicks(0, 4)).toEqual([1, 10]);
});
