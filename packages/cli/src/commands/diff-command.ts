import { Command } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { ExitStatus } from '../exit-status.ts';
import { systemReason, UsageError } from '../failure.ts';
import type { CheckReport, FileReport, PlaceReport } from '../report/check-report.ts';
import { describeObjects } from '../report/describe-contact.ts';
import { formatPoint, plural } from '../report/format-number.ts';
import { showText, toShownJson } from '../report/show-text.ts';
import { readText } from '../source/read-text.ts';

/** What became of a place. */
interface Change {
  readonly file: string;
  readonly change: 'new' | 'gone' | 'more' | 'less' | 'unreadable';
  readonly text: string;
}

/** `selfcollide diff`. */
export function diffCommand({ out, err }: Terminal, exit: (status: number) => void): Command {
  return new Command('diff')
    .summary('compare two JSON reports of check: what is new, what is gone')
    .description(
      'Compares two reports that check --json wrote, place by place. Places are the same if they are between the same objects and overlap.\n' +
        'Reports have the places of the ten worst frames; written with --list 1 or more they have those of every frame.',
    )
    .argument('<before>', 'a JSON report')
    .argument('<after>', 'another one')
    .option('--json', 'write JSON: an array with an object per change', false)
    .addHelpText('after', HELP)
    .action((before: string, after: string, { json }: { json: boolean }) => {
      const reports = [readReport(before), readReport(after)];
      for (const name of differingOptions(reports[0], reports[1])) {
        err.write(`diff: the reports differ in the option ${name}: what changed may be due to that.\n`);
      }
      const [knewBefore, knowsAfter] = reports.map(leavesOutKnown);
      if (knewBefore !== knowsAfter) {
        const [one, other] = knewBefore ? [before, after] : [after, before];
        throw new UsageError(
          `diff: ${one} was written with a baseline, ${other} without: what the baseline knows is in one of them only. Write both with it, or both without.`,
        );
      }
      const changes = compareReports(reports[0], reports[1]);
      if (json) out.write(`${toShownJson(changes)}\n`);
      else {
        for (const { file, change, text } of changes) out.write(`${showText(`${change}: ${file}: ${text}`)}\n`);
        const count = (kind: Change['change']) => changes.filter(({ change }) => change === kind).length;
        const counts = (['new', 'gone', 'more', 'less'] as const).map((kind) => `${count(kind)} ${kind}`).join(', ');
        out.write(
          `${changes.length === 0 ? 'No place has changed.' : `${plural(changes.length, 'change')}: ${counts}.`}\n`,
        );
      }
      const unreadable = changes.some(({ change }) => change === 'unreadable');
      const worse = changes.some(({ change }) => change === 'new' || change === 'more');
      exit(unreadable ? ExitStatus.unreadable : worse ? ExitStatus.found : ExitStatus.clean);
    });
}

function readReport(path: string): CheckReport {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw new UsageError(`diff: cannot read ${path} (${systemReason(error as NodeJS.ErrnoException)}).`);
  }
  try {
    const report = JSON.parse(text) as CheckReport;
    if (report.format === 'selfcollide-check' && report.version === 3 && isWhole(report)) return report;
  } catch {
    // said below
  }
  throw new UsageError(`diff: ${path} must be a JSON report of selfcollide check, version 3.`);
}

/** Whether what is compared is there; a report that was cut or edited may lack it. */
function isWhole({ files }: Partial<CheckReport>): boolean {
  const ofPlaces = (frames: unknown) =>
    Array.isArray(frames) &&
    frames.every(({ places }) => places === undefined || (Array.isArray(places) && places.every(isPlace)));
  return (
    Array.isArray(files) &&
    files.every((file) => 'error' in file || (ofPlaces(file.frames) && ofPlaces(file.summary.worstFrames)))
  );
}

function isPlace({ objects, center, min, max, findings }: Partial<PlaceReport>): boolean {
  const isPoint = (point: unknown) => Array.isArray(point) && point.length === 3;
  return objects?.length === 2 && isPoint(center) && isPoint(min) && isPoint(max) && Number.isFinite(findings);
}

/** Whether a baseline took something out; reports written before they said so have at least counted it. */
function leavesOutKnown({ options, files }: CheckReport): boolean {
  return options?.baseline ?? files.some((file) => 'frames' in file && file.frames.some(({ known }) => known > 0));
}

/** Options that decide what is found; JSON alone has what is listed. */
function differingOptions({ options: before }: CheckReport, { options: after }: CheckReport): string[] {
  const names = Object.keys({ ...before, ...after }) as (keyof CheckReport['options'])[];
  return names.filter(
    (name) =>
      name !== 'listLimit' && name !== 'baseline' && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
}

export function compareReports(before: CheckReport, after: CheckReport): Change[] {
  const known = new Map(before.files.map((file) => [file.name, file]));
  const changes: Change[] = [];
  for (const file of after.files) {
    const old = known.get(file.name);
    known.delete(file.name);
    if ('error' in file) {
      if (!old || !('error' in old)) changes.push({ file: file.name, change: 'unreadable', text: file.error.message });
      continue;
    }
    changes.push(...compareFiles(file.name, old && 'frames' in old ? old : undefined, file));
  }
  for (const [name, file] of known) {
    if ('frames' in file) changes.push(...compareFiles(name, file, undefined));
  }
  return changes;
}

function compareFiles(file: string, before: FileReport | undefined, after: FileReport | undefined): Change[] {
  return joinSpots(spotsOf(before), spotsOf(after)).flatMap(({ old, now }): Change[] => {
    const [had, has] = [mostOf(old), mostOf(now)];
    const largest = (now.length > 0 ? now : old).reduce((a, b) => (b.largest > a.largest ? b : a));
    const text = `${describeObjects(largest.objects)} near ${formatPoint(largest.center)}`;
    if (old.length === 0) return [{ file, change: 'new', text: `${text}: ${plural(has, 'finding')}` }];
    if (now.length === 0) return [{ file, change: 'gone', text: `${text}: ${plural(had, 'finding')}` }];
    if (had === has) return [];
    return [
      { file, change: has > had ? 'more' : 'less', text: `${text}: ${had} before, ${plural(has, 'finding')} now` },
    ];
  });
}

/** Places that overlap in some frames of a report: one place over time, or several beside each other. */
interface Spot {
  readonly objects: readonly [string, string];
  /** Of the place with the most findings, and how many these are. */
  center: readonly number[];
  largest: number;
  readonly min: number[];
  readonly max: number[];
  /** Findings of all its places, by frame. */
  readonly findings: Map<number, number>;
}

/** Every frame once: the worst ones are listed apart, and among all of them where a report has places of each. */
function spotsOf(file: FileReport | undefined): Spot[] {
  const placesOf = new Map<number, readonly PlaceReport[]>();
  for (const { index, places } of file?.summary.worstFrames ?? []) placesOf.set(index, places);
  (file?.frames ?? []).forEach(({ places }, index) => {
    if (places) placesOf.set(index, places);
  });
  const spots: Spot[] = [];
  for (const [frame, places] of placesOf) {
    for (const { objects, center, min, max, findings } of places) {
      const place = { objects, center, largest: findings, min: [...min], max: [...max], findings: new Map() };
      const spot = spots.find((other) => isSame(place, other)) ?? place;
      if (spot === place) spots.push(place);
      for (let axis = 0; axis < 3; axis++) {
        spot.min[axis] = Math.min(spot.min[axis], min[axis]);
        spot.max[axis] = Math.max(spot.max[axis], max[axis]);
      }
      if (findings > spot.largest) [spot.largest, spot.center] = [findings, center];
      spot.findings.set(frame, (spot.findings.get(frame) ?? 0) + findings);
    }
  }
  return spots;
}

/** Findings in the frame that has the most. */
function mostOf(spots: readonly Spot[]): number {
  const sums = new Map<number, number>();
  for (const { findings } of spots) {
    for (const [frame, count] of findings) sums.set(frame, (sums.get(frame) ?? 0) + count);
  }
  return Math.max(0, ...sums.values());
}

/** Groups of spots that overlap, directly or through others, of both reports. */
function joinSpots(old: readonly Spot[], now: readonly Spot[]): { old: Spot[]; now: Spot[] }[] {
  const groups: { old: Spot[]; now: Spot[] }[] = now.map((spot) => ({ old: [], now: [spot] }));
  for (const spot of old) {
    const joined = groups.filter((group) => group.now.some((other) => isSame(spot, other)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push({ old: [...joined.flatMap((group) => group.old), spot], now: joined.flatMap((group) => group.now) });
  }
  return groups;
}

/** Boxes that meet, with a tenth of their size to spare, between the same objects, whichever comes first in the file. */
function isSame(a: Spot, b: Spot): boolean {
  const [first, second] = [a.objects, b.objects].map((names) => [...names].sort());
  if (first[0] !== second[0] || first[1] !== second[1]) return false;
  const spare = 0.1 * Math.max(...[a, b].flatMap(({ min, max }) => max.map((high, axis) => high - min[axis])));
  return a.min.every((low, axis) => low <= b.max[axis] + spare && b.min[axis] <= a.max[axis] + spare);
}

const HELP = `
Exit status: 0 nothing new, 1 something new or more of it, 2 wrong usage, 3 a file that can no longer be read.

Examples:
  $ selfcollide check models --json before.json
  $ selfcollide check models --json after.json
  $ selfcollide diff before.json after.json`;
