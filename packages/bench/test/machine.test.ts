import { expect, it } from 'vitest';
import { cpuSlug } from '../src/machine.ts';

it('makes a file name of a processor', () => {
  expect(cpuSlug('AMD EPYC 7B13')).toBe('amd-epyc-7b13');
  expect(cpuSlug('Intel(R) Xeon(R) CPU @ 2.20GHz')).toBe('intel-xeon-cpu-2-20ghz');
  expect(cpuSlug('  ')).toBe('unknown-cpu');
  expect(cpuSlug('../../etc')).toBe('etc');
});
