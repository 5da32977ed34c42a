import { expect, it } from 'vitest';
import { formatCount, formatMs, formatTable } from '../src/format-table.ts';

it('lines up columns', () => {
  expect(
    formatTable(
      ['name', 'n'],
      [
        ['a', '10'],
        ['longer', '7'],
      ],
    ),
  ).toBe(['name     n', '──────  ──', 'a       10', 'longer   7'].join('\n'));
});

it('prints times with three digits and counts with separators', () => {
  expect([0.01234, 1.2345, 12.345, 1234.5].map(formatMs)).toEqual(['0.012', '1.23', '12.3', '1235']);
  expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567']);
});
