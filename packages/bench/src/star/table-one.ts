import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { averageMs, averageRatio, countMissed, restMs, restRatio, timesOf } from './animation-arithmetic.ts';
import type { ContenderTimes } from './measure-animation.ts';
import { PAPER_TASKS, paperMissed, paperSpeedUps } from './paper-table.ts';
import { BOXES, HASH, NO_CONTOUR, OURS, OURS_AS_IN_PAPER } from './star-contenders.ts';
import type { StarResult } from './star-result.ts';

/** The rows of the paper's table, with our name for each. */
const METHODS = [
  ['Spatial Hash', HASH],
  ['AABB-Tree', BOXES],
  ['SCTT as in the paper', OURS_AS_IN_PAPER],
  ['SCTT, our default', OURS],
  ['No Contour', NO_CONTOUR],
] as const;

/** The star paper's Table 1 with our times, in its layout: a column a mesh. Then speed-ups, missed contacts and tasks beside the paper's. */
export function formatTableOne(results: readonly StarResult[]): string {
  const head = ['', ...results.map(({ scene }) => shortName(scene))];
  const row = (name: string, cell: (result: StarResult) => string) => [name, ...results.map(cell)];
  const size = row('triangles', ({ triangles }) => formatCount(triangles));
  const times = [
    size,
    row('frames timed', ({ frames }) => String(frames.length)),
    ...METHODS.map(([title, name]) => row(`${title} (0)`, (r) => formatMs(restMs(contender(r, name))))),
    ...METHODS.map(([title, name]) => row(`${title} (avg)`, (r) => formatMs(averageMs(contender(r, name))))),
  ];
  return [
    'Table 1: update + query in ms, (0) at rest, (avg) mean over the animation',
    formatTable(head, times),
    '',
    'Speed-up of SCTT (star-contour): the paper’s own, ours in the paper’s form, our default',
    formatTable(head, [size, ...speedUpRows(row)]),
    '',
    'Contacts over all timed frames, and what No Contour missed of them',
    formatTable(head, [size, ...missedRows(row)]),
    '',
    'Share of the nine tasks in percent, the paper’s form (in brackets what the paper has)',
    formatTable(head, [size, ...taskRows(row, true)]),
    '',
    'Share of the nine tasks in percent, our default but for Update BVs: here it refits all boxes, else only those asked for',
    formatTable(head, [size, ...taskRows(row, false)]),
  ].join('\n');
}

/** Column heads are narrow: `rolling-bumpy-bunny` → `bumpy`. */
export function shortName(scene: string): string {
  return scene.replace(/^(rolling|deflating)-/, '').replace(/-(cloth|bunny)$/, '');
}

type Row = (name: string, cell: (result: StarResult) => string) => string[];

function speedUpRows(row: Row): string[][] {
  const rows: string[][] = [];
  for (const [title, rival, key] of [
    ['over Spatial Hash', HASH, 'hash'],
    ['over AABB-Tree', BOXES, 'boxes'],
  ] as const) {
    for (const [when, ratio, part] of [
      ['(0)', restRatio, 'rest'],
      ['(avg)', averageRatio, 'average'],
    ] as const) {
      const paper = ({ scene, paper }: StarResult) => {
        if (paper) return paper[part][key] / paper[part].star;
        return key === 'boxes' && part === 'average' ? paperSpeedUps[scene] : undefined;
      };
      rows.push(
        row(`${title} ${when}: paper`, (r) => formatRatio(paper(r))),
        row('  ours as in the paper', (r) => formatRatio(ratio(contender(r, rival), contender(r, OURS_AS_IN_PAPER)))),
        row('  our default', (r) => formatRatio(ratio(contender(r, rival), contender(r, OURS)))),
      );
    }
  }
  return [
    ...rows,
    row('No Contour over SCTT (avg): paper', ({ paper }) =>
      formatRatio(paper && paper.average.star / paper.average.noContour),
    ),
    row('  our default', (r) => formatRatio(averageRatio(contender(r, OURS), contender(r, NO_CONTOUR)))),
  ];
}

function missedRows(row: Row): string[][] {
  const missed = (r: StarResult) => countMissed(contender(r, OURS), contender(r, NO_CONTOUR));
  const share = (part: number, whole: number) => (whole > 0 ? ((100 * part) / whole).toFixed(2) : '–');
  return [
    row('contacts', (r) => formatCount(missed(r).contacts)),
    row('missed', (r) => formatCount(missed(r).missed)),
    row('missed, %', (r) => share(missed(r).missed, missed(r).contacts)),
    row('  paper, %', ({ scene }) => (scene in paperMissed ? String(paperMissed[scene]) : '–')),
    row('worst frame: missed', (r) => formatCount(missed(r).worst.missed)),
    row('  of contacts', (r) => formatCount(missed(r).worst.contacts)),
  ];
}

function taskRows(row: Row, paperForm: boolean): string[][] {
  return PAPER_TASKS.map(([title], task) =>
    row(title, ({ tasks, paper }) => {
      if (!tasks) return '–';
      const own = (paperForm ? tasks.paperForm : tasks.ours)[task].toFixed(1);
      return paperForm && paper ? `${own} (${paper.tasks[task].toFixed(1)})` : own;
    }),
  );
}

function contender(result: StarResult, name: string): ContenderTimes {
  const found = timesOf(result.times, name);
  if (!found) throw new Error(`formatTableOne: ${name} was not measured on ${result.scene}.`);
  return found;
}

function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? '–' : ratio.toFixed(ratio < 10 ? 2 : 1);
}
