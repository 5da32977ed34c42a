import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextScanner } from '../../src/text/text-scanner.ts';

const scan = (text: string, options = {}): TextScanner =>
  new TextScanner(new TextEncoder().encode(text), 'a.txt', options);

describe('numbers', () => {
  it('are the nearest double, as Number() gives it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 20 }), (x, digits) => {
        for (const text of [String(x), x.toExponential(digits), Math.abs(x) < 1e20 ? x.toFixed(digits) : '1']) {
          if (Number.isFinite(Number(text)) && !Object.is(scan(text).number('a number'), Number(text))) return false;
        }
        return true;
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it.each(['1', '+1.5', '-.5', '5.', '1e5', '1E-3', '123456789012345678901234567890', '4.9e-324', '0.1e+1', '-0'])(
    'reads %s',
    (text) => {
      expect(scan(text).number('a number')).toBe(Number(text));
    },
  );

  it.each(['', '.', '-', 'e5', '1e', '1.2.3', '0x10', 'nan', 'inf', '1e999', '1,5', '--1'])('refuses "%s"', (text) => {
    expect(() => scan(text).number('a number')).toThrow(/^a\.txt: line 1: expected a number/);
  });

  it.each(['', '1.5', '1e3', 'x', '-', '99999999999999999999'])('refuses "%s" as a whole number', (text) => {
    expect(() => scan(text).integer('a whole number')).toThrow(/expected a whole number/);
  });
});

describe('lines', () => {
  it('end with \\n, \\r\\n or \\r, and errors count them all', () => {
    const scanner = scan('1\n2\r\n3\r4 # comment\n\n x');
    const read = [1, 2, 3, 4].map(() => scanner.integerBelow('a number'));
    expect(read).toEqual([1, 2, 3, 4]);
    expect(() => scanner.integerBelow('a number')).toThrow('a.txt: line 6: expected a number, found "x".');
  });

  it('joined by a backslash are one', () => {
    const scanner = scan('1 \\\n2 \\\r\n3\n4', { continuation: true });
    expect([1, 2, 3].map(() => scanner.integer('a number'))).toEqual([1, 2, 3]);
    expect(scanner.skipBlanks()).toBe(false);
    scanner.skipLine();
    expect(scanner.integer('a number')).toBe(4);
  });

  it('with names keep UTF-8 and inner blanks', () => {
    expect(scan('  Gürtel links  \nnext').restOfLine()).toBe('Gürtel links');
  });
});

it('refuses a count that the remaining bytes cannot hold', () => {
  expect(() => scan('4000000000 ').count('a vertex count', 6)).toThrow(
    'a.txt: line 1: expected a vertex count that fits the file, found 4000000000 with 1 bytes left.',
  );
  expect(() => scan('-1 ').count('a vertex count', 6)).toThrow('expected a vertex count from 0, found -1.');
});
