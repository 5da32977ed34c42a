import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendCsv } from '../src/append-csv.ts';
import { compareResults, formatChanges, readEarlierResults } from '../src/compare-results.ts';
import { runBench } from '../src/run-bench.ts';
import type { SceneReport } from '../src/scene-report.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfcollide-compare-'));
  file = join(folder, 'my-cpu.csv');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

const machine = { cpu: 'My CPU', node: 'v20' };
const spread = (median: number) => ({ median, p10: median, p90: median });

/** Frame times of some contenders, compared with the first. */
function report(ms: Record<string, number>, more: Partial<SceneReport> = {}): SceneReport {
  const [baseline] = Object.keys(ms);
  return {
    ...{ scene: 'bunny', triangles: 100, frames: [0, 5], baseline },
    measurements: Object.entries(ms).map(([contender, median]) => ({
      ...{ contender, safe: true, rounds: 3, trianglePairs: 0, speedup: ms[baseline] / median },
      ...{ prepare: spread(1), update: spread(1), query: spread(1), frame: spread(median) },
    })),
    ...more,
  };
}

describe('compareResults', () => {
  const append = (day: number, ms: Record<string, number>, more?: Partial<SceneReport>) =>
    appendCsv(file, machine, [report(ms, more)], new Date(Date.UTC(2026, 0, day)));
  const compare = (ms: Record<string, number>, more?: Partial<SceneReport>) =>
    compareResults([report(ms, more)], readEarlierResults(file));
  const slower = (ms: Record<string, number>, more?: Partial<SceneReport>) =>
    compare(ms, more).flatMap((change) => (change.slower ? [change.contender] : []));

  it('stars what takes over 5 % longer relative to the baseline, however fast the machine is today', () => {
    append(1, { base: 10, same: 2, slow: 2, quick: 2 });
    expect(slower({ base: 30, same: 6.2, slow: 6.4, quick: 3 })).toEqual(['slow']);
    const [, same, slow] = compare({ base: 30, same: 6, slow: 6.4, quick: 3 });
    expect(same.relative).toBeCloseTo(1, 3);
    expect(slow.relative).toBeCloseTo(6.4 / 6, 3);
  });

  it('takes the newest row, and of one day the last', () => {
    append(3, { base: 10, a: 1 });
    append(3, { base: 10, a: 4 });
    append(2, { base: 10, a: 2 });
    expect(compare({ base: 10, a: 4 })[1].earlier.frameMs).toBe(4);
  });

  it('compares only what is the same work', () => {
    append(1, { base: 10, a: 1 });
    expect(compare({ base: 10, a: 2 }, { scene: 'knee' })).toEqual([]);
    expect(compare({ base: 10, a: 2 }, { triangles: 101 })).toEqual([]);
    expect(compare({ base: 10, a: 2 }, { frames: [0] })).toEqual([]);
    expect(compare({ base: 10, b: 2 }).map(({ contender }) => contender)).toEqual(['base']);
    // another baseline: shown, not judged
    const [, other] = compare({ other: 5, a: 2 });
    expect(other).toBeUndefined();
    expect(compare({ a: 2, base: 5 })).toMatchObject([
      { contender: 'a', slower: false },
      { contender: 'base', slower: false },
    ]);
    expect(compare({ a: 2, base: 5 })[0].relative).toBeUndefined();
  });

  it('tells what changed', () => {
    append(1, { base: 10, a: 1 });
    const text = formatChanges(compare({ base: 10, a: 1.1 }), file, machine);
    expect(text).not.toContain('another processor');
    expect(text).toMatch(/bunny +a +2026-01-01 0\.1\.0 +1\.00 +1\.10 +\+10\.0 % +\+10\.0 % +\*$/m);
    expect(text).toMatch(/bunny +base .*\+0\.0 % +\+0\.0 %$/m);
    expect(text).toContain('1 of 2 got slower.');
    expect(formatChanges([], join(folder, 'other.csv'), machine)).toMatch(/another processor.*\n.*nothing to compare/);
  });
});

describe('npm run bench -- --compare', () => {
  const args = ['flat-sheet:200', '--methods', 'box-tree', 'star-contour', '--frames', '2', '--quick', '--compare'];

  it('stars and still ends with 0', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue();
    const frames = { scene: 'flat-sheet', frames: [0, 59] };
    expect(await runBench([...args.slice(0, -1), '--json', join(folder, 'out.json')])).toBe(0);
    const { reports } = JSON.parse((await import('node:fs')).readFileSync(join(folder, 'out.json'), 'utf8'));
    // as if star-contour had been a thousand times as fast
    const before = report({ 'box-tree': 1000, 'star-contour': 0.001 }, { ...frames, triangles: reports[0].triangles });
    appendCsv(file, machine, [before], new Date());
    expect(await runBench([...args, file])).toBe(0);
    const printed = print.mock.calls.join('\n');
    expect(printed).toMatch(/flat-sheet +star-contour .*\*$/m);
    expect(printed).toContain('1 of 2 got slower.');
  });

  it('says in plain words that a file is missing or another kind, before any work', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue();
    expect(await runBench([...args, 'results/none.csv'])).toBe(2);
    expect(complaint).toHaveBeenLastCalledWith(
      'bench: --compare: there is no file results/none.csv, here or in packages/bench; --append makes one.',
    );
    writeFileSync(file, 'name,size\na,1\n');
    expect(await runBench([...args, file])).toBe(2);
    expect(complaint.mock.lastCall?.[0]).toMatch(/is not a file of results that --append wrote: no column date, /);
  });
});

describe('npm run bench -- --table star', () => {
  it('refuses scenes that do not exist, and --write for a part', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue();
    expect(await runBench(['--table', 'star', 'nonsense'])).toBe(2);
    expect(complaint.mock.lastCall?.[0]).toMatch(/scenes must be among .*flat-sheet.*; got nonsense\.$/);
    expect(await runBench(['--table', 'star', 'flat-sheet', '--write'])).toBe(2);
    expect(complaint.mock.lastCall?.[0]).toContain('--write needs all scenes');
  });
});
