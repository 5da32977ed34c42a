import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { ExitStatus } from '../exit-status.ts';
import { systemReason, UsageError } from '../failure.ts';
import type { CheckReport, FileReport, PlaceReport } from '../report/check-report.ts';
import { describeObjects } from '../report/describe-contact.ts';
import { formatPoint, plural } from '../report/format-number.ts';
import { showText, toShownJson } from '../report/show-text.ts';

/** What became of a place. */
interface Change {
  readonly file: string;
  readonly change: 'new' | 'gone' | 'more' | 'less' | 'unreadable';
  readonly text: string;
}

/** `selfcollide diff`. */
export function diffCommand({ out }: Terminal, exit: (status: number) => void): Command {
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
      const changes = compareReports(readReport(before), readReport(after));
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
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`diff: cannot read ${path} (${systemReason(error as NodeJS.ErrnoException)}).`);
  }
  try {
    const report = JSON.parse(text) as CheckReport;
    if (report.format === 'selfcollide-check' && report.version === 3) return report;
  } catch {
    // said below
  }
  throw new UsageError(`diff: ${path} must be a JSON report of selfcollide check, version 3.`);
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
  const old = spotsOf(before);
  const changes: Change[] = [];
  for (const spot of spotsOf(after)) {
    const matches = old.filter((other) => isSame(spot, other));
    const findings = matches.reduce((sum, other) => sum + other.findings, 0);
    for (const match of matches) match.matched = true;
    const text = `${describeObjects(spot.objects)} near ${formatPoint(spot.center)}`;
    if (matches.length === 0)
      changes.push({ file, change: 'new', text: `${text}: ${plural(spot.findings, 'finding')}` });
    else if (spot.findings !== findings) {
      const change = spot.findings > findings ? 'more' : 'less';
      changes.push({ file, change, text: `${text}: ${findings} before, ${plural(spot.findings, 'finding')} now` });
    }
  }
  for (const { objects, center, findings, matched } of old) {
    if (matched) continue;
    const text = `${describeObjects(objects)} near ${formatPoint(center)}: ${plural(findings, 'finding')}`;
    changes.push({ file, change: 'gone', text });
  }
  return changes;
}

/** A place over all frames that a report says places of. */
interface Spot {
  readonly objects: readonly [string, string];
  center: readonly number[];
  min: number[];
  max: number[];
  /** In the frame with the most. */
  findings: number;
  matched: boolean;
}

function spotsOf(file: FileReport | undefined): Spot[] {
  const places: PlaceReport[] = [
    ...(file?.summary.worstFrames ?? []).flatMap((frame) => frame.places),
    ...(file?.frames ?? []).flatMap((frame) => frame.places ?? []),
  ];
  const spots: Spot[] = [];
  for (const { objects, center, min, max, findings } of places) {
    const place = { objects, center, min: [...min], max: [...max], findings, matched: false };
    const spot = spots.find((other) => isSame(place, other));
    if (!spot) {
      spots.push(place);
      continue;
    }
    for (let axis = 0; axis < 3; axis++) {
      spot.min[axis] = Math.min(spot.min[axis], min[axis]);
      spot.max[axis] = Math.max(spot.max[axis], max[axis]);
    }
    if (findings > spot.findings) [spot.findings, spot.center] = [findings, center];
  }
  return spots;
}

/** Boxes that meet, with a tenth of their size to spare, between the same objects. */
function isSame(a: Spot, b: Spot): boolean {
  if (a.objects[0] !== b.objects[0] || a.objects[1] !== b.objects[1]) return false;
  const spare = 0.1 * Math.max(...[a, b].flatMap(({ min, max }) => max.map((high, axis) => high - min[axis])));
  return a.min.every((low, axis) => low <= b.max[axis] + spare && b.min[axis] <= a.max[axis] + spare);
}

const HELP = `
Exit status: 0 nothing new, 1 something new or more of it, 2 wrong usage, 3 a file that can no longer be read.

Examples:
  $ selfcollide check models --json before.json
  $ selfcollide check models --json after.json
  $ selfcollide diff before.json after.json`;
