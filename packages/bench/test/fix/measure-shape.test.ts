import { expect, it } from 'vitest';
import { measureShape, measureTremble } from '../../src/fix/measure-shape.ts';
import { formatFixTable } from '../../src/fix/run-fix-report.ts';

const square = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3);

it('measures moves, stretch and turns', () => {
  const fixed = square.slice();
  fixed[3] = 1.5; // one corner half an edge out
  const still = measureShape(square, square, triangles, new Uint8Array(2), 1);
  expect(still).toEqual({ moved: 0, largest: 0, rms: 0, shortest: 1, longest: 1, turned: 0 });
  const shape = measureShape(square, fixed, triangles, new Uint8Array(2), 1);
  expect(shape).toMatchObject({ moved: 1, largest: 0.5, rms: 0.25, shortest: 1, longest: 1.5, turned: 0 });
  // folded over: turned, unless a contact is near
  fixed[3] = 0;
  fixed[4] = 1;
  expect(measureShape(square, fixed, triangles, new Uint8Array(2), 1).turned).toBe(1);
  expect(measureShape(square, fixed, triangles, Uint8Array.of(1, 0), 1).turned).toBe(0);
});

it('measures how a correction trembles against the clip', () => {
  const at = (x: number) => square.map((c, i) => (i === 0 ? c + x : c));
  const clip = [0, 1, 4].map(at);
  expect(measureTremble(clip, [0, 1, 4].map(at))).toEqual({ correction: 0, clip: 2 });
  expect(measureTremble(clip, [0, 2, 4].map(at))).toEqual({ correction: 2, clip: 2 });
});

it('says what a case misses', () => {
  const row = { name: 'knee', frames: 3, before: 2, after: 1, largest: 0.1, rms: 0.01, misses: ['contacts'] };
  expect(formatFixTable([row])).toContain('misses: contacts');
});
