import type { Series } from '../draw-plot.ts';
import { paperTimes } from './paper-setups.ts';
import type { SetupTimes } from './time-setup.ts';

/** A figure of the paper, reproduced. */
export interface Figure {
  readonly number: number;
  readonly title: string;
  readonly x: string;
  readonly series: readonly Series[];
}

export const TABLE_HEAD = [
  'setup',
  'objects',
  'tets',
  'vertices',
  'paper: average',
  'min',
  'max',
  'deviation',
  'ours: average',
  'min',
  'max',
  'deviation',
  'median',
  'engine',
  'TypeScript: average',
  'times faster',
  'ns a primitive',
  'penetrations',
] as const;

/** Table 2 of the paper beside ours; times in milliseconds. */
export function tableRows(setups: readonly SetupTimes[]): string[][] {
  return setups.map((ours) => {
    const paper = paperTimes[ours.name];
    const primitives = ours.tets + ours.vertices;
    return [
      ours.name,
      String(ours.objects),
      String(ours.tets),
      String(ours.vertices),
      paper.average.toFixed(1),
      paper.min.toFixed(1),
      paper.max.toFixed(1),
      paper.deviation.toFixed(2),
      ours.average.toFixed(3),
      ours.min.toFixed(3),
      ours.max.toFixed(3),
      ours.deviation.toFixed(3),
      ours.median.toFixed(3),
      ours.engine,
      `${ours.typescript.toFixed(3)} (${(ours.typescript / ours.average).toFixed(2)}×)`,
      (paper.average / ours.average).toFixed(1),
      ((1e6 * ours.average) / primitives).toFixed(0),
      ours.penetrations.toFixed(0),
    ];
  });
}

/** Time per primitive of setup E over that of setup B; linear cost would be 1. Undefined if one was not run. */
export function growth(setups: readonly SetupTimes[]): number | undefined {
  const per = (name: string) => {
    const setup = setups.find((one) => one.name === name);
    return setup && setup.average / (setup.tets + setup.vertices);
  };
  const [small, large] = [per('B'), per('E')];
  return small === undefined || large === undefined ? undefined : large / small;
}

/** Some points of a figure as rows: x, then each series. */
export function figureRows(figure: Figure, rows: number): string[][] {
  const [first] = figure.series;
  const last = first.points.length - 1;
  const chosen = Array.from({ length: Math.min(rows, last + 1) }, (_, i) =>
    Math.round((i * last) / Math.max(Math.min(rows, last + 1) - 1, 1)),
  );
  return chosen.map((i) => [
    String(first.points[i][0]),
    ...figure.series.map((series) => series.points[i][1].toFixed(2)),
  ]);
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join('\n');
}
