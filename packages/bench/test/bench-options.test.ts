import { afterEach, expect, it, vi } from 'vitest';
import { parseBenchOptions } from '../src/bench-options.ts';

afterEach(() => vi.restoreAllMocks());

it('has defaults', () => {
  expect(parseBenchOptions([])).toEqual({
    scenes: [],
    methods: [],
    frames: '4',
    append: false,
    quick: false,
    counters: false,
    table: 'frames',
    write: false,
    data: false,
  });
});

it('takes names by spaces or commas', () => {
  const args = [
    'a:100',
    'b',
    '--methods',
    'box-tree,three-mesh-bvh',
    'x',
    '--triangles',
    '500',
    '--json',
    '-',
    '--append',
  ];
  expect(parseBenchOptions(args)).toMatchObject({
    scenes: ['a:100', 'b'],
    methods: ['box-tree', 'three-mesh-bvh', 'x'],
    triangles: 500,
    json: '-',
    append: true,
  });
});

it.each([
  ['--triangles', '0'],
  ['--triangles', '1.5'],
  ['--table', 'nonsense'],
  ['--write'],
  ['--nonsense'],
  ['--against', 'x', '--append'],
])('refuses %s %s with status 2 and says why', (...args) => {
  const complaint = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(parseBenchOptions(args)).toBe(2);
  expect(complaint.mock.calls.join('')).toContain('error:');
});

it('answers --help with status 0', () => {
  const help = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(parseBenchOptions(['--help'])).toBe(0);
  expect(help.mock.calls.join('')).toContain('--methods');
  expect(help.mock.calls.join('')).toContain('--compare <file>');
  expect(help.mock.calls.join('')).toContain('packages/bench/cache');
});

it('takes the star table with --write, and a file to compare with', () => {
  const options = parseBenchOptions(['--table', 'star', '--write', '--compare', 'results/cpu.csv']);
  expect(options).toMatchObject({ table: 'star', write: true, compare: 'results/cpu.csv' });
});
