import { existsSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { formatMs, formatTable } from './format-table.ts';
import { cpuSlug, type Machine } from './machine.ts';
import { readCsv } from './read-csv.ts';
import { repositoryFolder } from './repository-folder.ts';
import type { SceneReport } from './scene-report.ts';

/** One earlier measurement: a row of results/<cpu>.csv. */
export interface EarlierResult {
  readonly date: string;
  readonly version: string;
  readonly scene: string;
  readonly triangles: string;
  readonly frames: string;
  readonly contender: string;
  readonly frameMs: number;
  readonly baseline: string;
  /** How many times as fast as the baseline, in the same run. */
  readonly speedup: number;
}

const NEEDED = ['date', 'version', 'scene', 'triangles', 'frames', 'contender', 'frameMs', 'baseline', 'speedup'];

/** Slower by more than this is starred. */
export const TOLERANCE = 0.05;

/**
 * Reads results that `--append` wrote. A path that leads nowhere from here is also looked for in packages/bench.
 *
 * @throws RangeError in plain words for a file that is not there or holds something else.
 */
export function readEarlierResults(path: string): EarlierResult[] {
  const inPackage = join(repositoryFolder(), 'packages', 'bench', path);
  const file = existsSync(path) || isAbsolute(path) ? path : inPackage;
  if (!existsSync(file)) {
    throw new RangeError(`--compare: there is no file ${path}, here or in packages/bench; --append makes one.`);
  }
  const [head = [], ...rows] = readCsv(readFileSync(file, 'utf8'));
  const absent = NEEDED.filter((column) => !head.includes(column));
  if (absent.length > 0) {
    throw new RangeError(
      `--compare: ${path} is not a file of results that --append wrote: no column ${absent.join(', ')}.`,
    );
  }
  return rows.map((row) => {
    const cell = (column: string) => row[head.indexOf(column)] ?? '';
    const [date, version, scene, triangles, frames, contender, frameMs, baseline, speedup] = NEEDED.map(cell);
    return {
      ...{ date, version, scene, triangles, frames, contender, baseline },
      frameMs: Number(frameMs),
      speedup: speedup === '' ? Number.NaN : Number(speedup),
    };
  });
}

export interface Change {
  readonly scene: string;
  readonly contender: string;
  readonly earlier: EarlierResult;
  readonly frameMs: number;
  /** Time now over time then, both as multiples of the baseline in their own run; undefined if that was another contender. */
  readonly relative?: number;
  readonly slower: boolean;
}

/**
 * Compares each measurement with the newest earlier one of the same scene, size, frames and contender. What counts is the ratio to the
 * baseline of the same run: a busy or another machine slows both alike. So the baseline itself is never slower.
 */
export function compareResults(reports: readonly SceneReport[], earlier: readonly EarlierResult[]): Change[] {
  return reports.flatMap(({ scene, triangles, frames, baseline, measurements }) =>
    measurements.flatMap((now) => {
      const same = earlier.filter(
        (row) =>
          row.scene === scene &&
          row.triangles === String(triangles) &&
          row.frames === frames.join(' ') &&
          row.contender === now.contender,
      );
      // rows are appended, so of one day the last is the newest
      const newest = same.reduce<EarlierResult | undefined>(
        (best, row) => (best === undefined || row.date >= best.date ? row : best),
        undefined,
      );
      if (!newest) return [];
      const comparable = newest.baseline === baseline && newest.speedup > 0 && now.speedup !== undefined;
      const relative = comparable ? newest.speedup / now.speedup! : undefined;
      return [
        {
          ...{ scene, contender: now.contender, earlier: newest, frameMs: now.frame.median, relative },
          slower: relative !== undefined && relative > 1 + TOLERANCE,
        },
      ];
    }),
  );
}

/** What changed, with a star at what got slower by more than 5 %. */
export function formatChanges(changes: readonly Change[], path: string, machine: Machine): string {
  const lines: string[] = [];
  if (basename(path, '.csv') !== cpuSlug(machine.cpu)) {
    lines.push(`${path} is from another processor than this ${machine.cpu}: only the ratios mean something.`);
  }
  if (changes.length === 0) {
    lines.push(`${path} has no measurement of these scenes, sizes, frames and contenders: nothing to compare.`);
    return lines.join('\n');
  }
  const rows = changes.map(({ scene, contender, earlier, frameMs, relative, slower }) => [
    scene,
    contender,
    `${earlier.date} ${earlier.version}`,
    formatMs(earlier.frameMs),
    formatMs(frameMs),
    formatPercent(frameMs / earlier.frameMs),
    relative === undefined ? 'other baseline' : formatPercent(relative),
    slower ? '*' : '',
  ]);
  const head = ['scene', 'method', 'then', 'then ms', 'now ms', 'ms', 'relative to baseline', ''];
  const starred = changes.filter(({ slower }) => slower).length;
  lines.push(
    `Compared with ${path}: time of a frame as a multiple of the baseline’s in the same run; * is more than 5 % slower`,
    formatTable(head, rows),
    starred === 0 ? 'Nothing got slower.' : `${starred} of ${changes.length} got slower.`,
  );
  return lines.join('\n');
}

function formatPercent(ratio: number): string {
  const percent = 100 * (ratio - 1);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}
