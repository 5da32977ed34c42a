import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawPlot, niceTicks } from '../../src/draw-plot.ts';
import { repositoryFolder } from '../../src/repository-folder.ts';
import { hashingProgram } from '../../src/tets/hashing-program.ts';
import { figureRows, growth, markdownTable, tableRows } from '../../src/tets/hashing-report.ts';
import { runHashingReport } from '../../src/tets/run-hashing-report.ts';
import { type SetupTimes, summarize } from '../../src/tets/time-setup.ts';

const times = (name: 'B' | 'E', average: number, tets: number, vertices: number): SetupTimes => ({
  ...{ name, average, tets, vertices, objects: 8, steps: 10, penetrations: 12.4 },
  ...{ min: 0.5 * average, max: 2 * average, deviation: 0.1, median: 0.9 * average },
  ...{ engine: 'kernel', typescript: 1.5 * average },
});

describe('numbers of the report', () => {
  test('summarize', () => {
    expect(summarize([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ average: 5, min: 2, max: 9, deviation: 2 });
  });

  test('a row has the paper’s numbers, ours and what follows from them', () => {
    expect(tableRows([times('B', 0.63, 4000, 2000)])).toEqual([
      [
        'B',
        '8',
        '4000',
        '2000',
        '12.6',
        '11.3',
        '15.0',
        '0.59',
        '0.630',
        '0.315',
        '1.260',
        '0.100',
        '0.567',
        'kernel',
        '0.945 (1.50×)',
        '20.0',
        '105',
        '12',
      ],
    ]);
  });

  test('growth is time per primitive of E over B', () => {
    expect(growth([times('B', 1, 600, 400), times('E', 24, 6000, 4000)])).toBeCloseTo(2.4, 12);
    expect(growth([times('B', 1, 600, 400)])).toBeUndefined();
  });

  test('rows of a figure are spread from first to last point', () => {
    const points = Array.from({ length: 11 }, (_, i) => [i, 10 * i] as const);
    const series = [
      { name: 'p', points },
      { name: 'm', points: points.map(([x, y]) => [x, y / 4] as const) },
    ];
    const rows = figureRows({ number: 3, title: '', x: '', series }, 3);
    expect(rows).toEqual([
      ['0', '0.00', '0.00'],
      ['5', '50.00', '12.50'],
      ['10', '100.00', '25.00'],
    ]);
    expect(
      figureRows({ number: 3, title: '', x: '', series: [{ name: 'p', points: points.slice(0, 1) }] }, 8),
    ).toHaveLength(1);
  });

  test('markdown table', () => {
    expect(markdownTable(['a', 'b'], [['1', '2']])).toBe('| a | b |\n|---|---:|\n| 1 | 2 |');
  });
});

describe('plots', () => {
  test('ticks are round numbers that reach the largest value', () => {
    expect(niceTicks(9999)).toEqual([0, 2000, 4000, 6000, 8000, 10000]);
    expect(niceTicks(5)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(niceTicks(0.37)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4]);
    expect(niceTicks(0)).toEqual([0, 1]);
    for (const max of [1e-3, 0.11, 1, 7.3, 20, 99, 1234]) {
      const ticks = niceTicks(max);
      expect(ticks[ticks.length - 1]).toBeGreaterThanOrEqual(max);
      expect(ticks[ticks.length - 2]).toBeLessThan(max);
      expect(ticks.length).toBeGreaterThanOrEqual(4);
      expect(ticks.length).toBeLessThanOrEqual(11);
    }
  });

  test('every series is a line with its name; text is escaped', () => {
    const svg = drawPlot(
      [
        {
          name: 'a<b',
          points: [
            [0, 0],
            [10, 5],
          ],
        },
        {
          name: 'c',
          points: [
            [0, 1],
            [10, 2],
          ],
        },
      ],
      { title: 'T & U', x: 'x', y: 'y' },
    );
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).toContain('a&lt;b');
    expect(svg).toContain('T &amp; U');
    expect(svg).toContain('points="56,312 624,40"'); // from corner to corner
  });
});

test('the repository is found from inside and not from outside', () => {
  expect(readdirSync(repositoryFolder())).toContain('packages');
  expect(() => repositoryFolder(tmpdir())).toThrow('repositoryFolder: no workspace above');
});

test('wrong arguments are refused', () => {
  expect(hashingProgram(['--steps', 'none'])).toBe(2);
  expect(hashingProgram(['--help'])).toBe(0);
});

test('a quick report runs through and writes page and plots', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hashing-'));
  const lines: string[] = [];
  try {
    const { setups, figures } = runHashingReport({
      ...{ steps: 3, names: ['A', 'B'] as const, quick: true, write: true, folder },
      print: (text) => lines.push(text),
    });
    expect(setups.map(({ name }) => name).join('')).toBe('AB');
    expect(setups.every(({ average, min, max }) => min > 0 && min <= average && average <= max)).toBe(true);
    expect(figures.map(({ number }) => number)).toEqual([3, 4, 5, 6]);
    expect(readdirSync(folder).sort()).toEqual([
      ...[3, 4, 5, 6].map((number) => `hashing-figure-${number}.svg`),
      'hashing.md',
    ]);
    const page = readFileSync(join(folder, 'hashing.md'), 'utf8');
    for (const { name } of setups) expect(page).toMatch(new RegExp(`^\\| ${name} \\| `, 'm'));
    expect(page).not.toMatch(/undefined|NaN/);
    expect(lines.join('\n')).toContain('12.6');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
