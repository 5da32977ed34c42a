import { expect, it } from 'vitest';
import { readCsv } from '../src/read-csv.ts';

it.each([
  ['', []],
  ['a,b\n', [['a', 'b']]],
  [
    'a,b\r\n1,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['"a, ""b""",c\n\n,,\nlast', [['a, "b"', 'c'], ['', '', ''], ['last']]],
  ['"two\nlines",x', [['two\nlines', 'x']]],
])('%j', (text, rows) => {
  expect(readCsv(text)).toEqual(rows);
});
