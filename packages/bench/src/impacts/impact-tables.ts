import { formatCount, formatMs, formatTable } from '../format-table.ts';
import type { Verdict } from './judge-impacts.ts';
import type { MeasuredCalls } from './measure-calls.ts';
import type { MeasuredStep, StepMeasurement } from './measure-steps.ts';

/** (a): one row a contender. */
export function formatVerdicts(title: string, verdicts: readonly Verdict[]): string {
  const head = [title, 'impacts', 'missed', 'false', 'late', 'false 0', 'of times', 'pairs', 'ms', 'µs a pair'];
  const rows = verdicts.map((v) => [
    v.contender,
    ...[v.found, v.missed, v.invented, v.late, v.falseZeros, v.judged].map((n) => (v.stopped ? '–' : formatCount(n))),
    formatCount(v.tests),
    v.stopped ? `> ${formatMs(v.ms)}` : formatMs(v.ms),
    v.tests > 0 ? ((1000 * v.ms) / v.tests).toFixed(2) : '–',
  ]);
  return formatTable(head, rows);
}

/** (b): update + search in ms, and how many times as long the others take as star-contour. */
export function formatCulling(steps: readonly MeasuredStep[]): string {
  const names = steps[0]?.measurements.map(({ contender }) => contender) ?? [];
  const others = names.filter((name) => name !== 'star-contour');
  const head = [
    'step',
    'impacts',
    'pairs: star',
    'boxes',
    ...names.map((name) => `${name} ms`),
    ...others.map((name) => `${name} ×`),
  ];
  const rows = steps.map(({ step, measurements }) => {
    const of = (name: string) => measurements.find(({ contender }) => contender === name);
    const star = of('star-contour');
    const cell = (name: string, text: (found: StepMeasurement) => string) => {
      const found = of(name);
      return found ? text(found) : '–';
    };
    return [
      step,
      star ? formatCount(star.impacts) : '–',
      cell('star-contour', ({ tests }) => formatCount(tests)),
      cell('optimised-box-tree', ({ tests }) => formatCount(tests)),
      ...names.map((name) => cell(name, (found) => atLeast(found, formatMs(total(found))))),
      ...others.map((name) =>
        cell(name, (found) => (star ? atLeast(found, (total(found) / total(star)).toFixed(2)) : '–')),
      ),
    ];
  });
  return formatTable(head, rows);
}

/** What each call takes, and what the two that ask for less take of findImpacts. */
export function formatCalls(rows: readonly MeasuredCalls[]): string {
  const head = [
    'star-contour',
    'update',
    'findIntersections',
    'findImpacts',
    '× both',
    'earliestImpact',
    '×',
    'collisionFreeStep',
    '×',
  ];
  const cells = rows.map(({ step, update, intersections, impacts, earliest, limit }) => [
    step,
    ...[update, intersections, impacts].map(formatMs),
    (impacts / (update + intersections)).toFixed(2),
    formatMs(earliest),
    (earliest / impacts).toFixed(2),
    formatMs(limit),
    (limit / impacts).toFixed(2),
  ]);
  return formatTable(head, cells);
}

/** (c): each row four times the triangles of the one before; growth in processor time, if that is known. */
export function formatGrowth(steps: readonly MeasuredStep[]): string {
  const rows = steps.map(({ step, measurements: [star] }, i) => {
    const before = steps[i - 1]?.measurements[0];
    const work = (found: StepMeasurement) => found.cpuMs ?? total(found);
    return [
      step,
      formatMs(star.updateMs),
      formatMs(star.queryMs),
      formatMs(work(star)),
      before ? `${(work(star) / work(before)).toFixed(2)}×` : '–',
      star.bytesPerTriangle?.toFixed(0) ?? '–',
      star.poseBytesPerTriangle?.toFixed(0) ?? '–',
      star.bytesPerTriangle && star.poseBytesPerTriangle
        ? `${(star.bytesPerTriangle / star.poseBytesPerTriangle).toFixed(2)}×`
        : '–',
    ];
  });
  const head = [
    'star-contour',
    'update ms',
    'search ms',
    'CPU ms',
    'growth',
    'bytes a triangle',
    'poses alone',
    'more',
  ];
  return formatTable(head, rows);
}

/** (d): elementary pairs left by boxes of both ends (optimised-box-tree) and by swept boxes (the peers' tree). */
export function formatBoxes(steps: readonly MeasuredStep[]): string {
  const rows = steps.flatMap(({ step, measurements }) => {
    const ends = measurements.find(({ contender }) => contender === 'optimised-box-tree');
    const swept = measurements.find(({ contender }) => contender === 'cpp-cubic');
    if (!ends || !swept) return [];
    const gain = ends.tests > 0 ? `${(swept.tests / ends.tests).toFixed(2)}×` : '–';
    return [[step, formatCount(swept.tests), formatCount(ends.tests), gain]];
  });
  return rows.length > 0 ? formatTable(['pairs left', 'swept boxes', 'both ends', 'fewer'], rows) : '';
}

/** (e): what doubles could not decide, and what a decision takes, on average of impacts of that step. */
export function formatExact(steps: readonly MeasuredStep[]): string {
  const rows = steps.flatMap(({ step, measurements, exactMicroseconds }) =>
    measurements.flatMap(({ contender, tests, exactTests }) =>
      exactTests === undefined
        ? []
        : [
            [
              `${step}: ${contender}`,
              formatCount(tests),
              formatCount(exactTests),
              share(exactTests, tests),
              exactMicroseconds?.toFixed(0) ?? '–',
            ],
          ],
    ),
  );
  return formatTable(['decided exactly', 'pairs', 'exact', 'share', 'µs each'], rows);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(3)} %`;
}

/** What was stopped for time takes longer than was measured. */
function atLeast({ stopped }: StepMeasurement, text: string): string {
  return stopped ? `> ${text}` : text;
}

function total({ updateMs, queryMs }: StepMeasurement): number {
  return updateMs + queryMs;
}
