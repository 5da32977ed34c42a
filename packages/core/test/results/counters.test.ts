import { expect, it } from 'vitest';
import { type Counters, createCounters, resetCounters } from '../../src/results/counters.ts';

it('counters start at 0 and go back to 0, every one of them', () => {
  const counters = createCounters();
  const names = Object.keys(counters) as (keyof Counters)[];
  expect(names).toContain('contacts');
  for (const name of names) expect(counters[name]).toBe(0);
  for (const [i, name] of names.entries()) counters[name] = i + 1;
  resetCounters(counters);
  for (const name of names) expect(counters[name]).toBe(0);
});
