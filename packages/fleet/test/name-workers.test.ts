import { expect, it } from 'vitest';
import { nameWorkers } from '../src/worker/locate-files.ts';

it('names who said what', () => {
  const missing = 'a.obj: no such file below the root of this worker.';
  const stale = 'a.obj: it is another version than was asked for.';
  expect(nameWorkers(missing, { one: missing, two: missing })).toBe(
    'a.obj: no such file below the root of this worker (workers one, two).',
  );
  expect(nameWorkers(missing, { one: stale, two: missing })).toBe(
    'a.obj: no such file below the root of this worker (worker two); it is another version than was asked for (worker one).',
  );
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`w${i}`, missing]));
  expect(nameWorkers('no such file below the root of this worker', many)).toBe(
    'no such file below the root of this worker (workers w0, w1, w2, w3, w4 and 2 more).',
  );
});
