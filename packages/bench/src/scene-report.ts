import { formatCount, formatMs, formatTable } from './format-table.ts';
import type { Measurement } from './measure.ts';

/** All contenders on one scene. */
export interface SceneReport {
  readonly scene: string;
  readonly triangles: number;
  /** Which frames were run. */
  readonly frames: readonly number[];
  readonly baseline: string;
  readonly measurements: readonly Measurement[];
}

/** One scene's table: times are medians in milliseconds, update and query of one frame. */
export function formatReport(report: SceneReport): string {
  const { scene, triangles, frames, baseline, measurements } = report;
  const head = [
    'method',
    'engine',
    'prepare',
    'update',
    'query',
    'frame',
    'p10–p90',
    'speed-up',
    'contacts',
    'tri pairs',
    'B/tri',
    'contact hash',
  ];
  const rows = measurements.map((m) => [
    m.contender,
    m.engine ?? '',
    ...[m.prepare, m.update, m.query, m.frame].map(({ median }) => formatMs(median)),
    `${formatMs(m.frame.p10)}–${formatMs(m.frame.p90)}`,
    m.speedup === undefined ? '' : `${m.speedup.toFixed(2)}×`,
    m.contacts === undefined ? '' : formatCount(m.contacts),
    formatCount(m.trianglePairs),
    m.bytesPerTriangle === undefined ? '' : formatCount(m.bytesPerTriangle),
    m.hash ?? '',
  ]);
  const rounds = measurements[0]?.rounds ?? 0;
  const title = `${scene}: ${formatCount(triangles)} triangles, frames ${frames.join(' ')}, ${rounds} rounds, speed-up over ${baseline}`;
  return `${title}\n${formatTable(head, rows)}`;
}

/** What the queries of one scene cost, summed over its frames. */
export function formatCounters(report: SceneReport): string {
  const counted = report.measurements.filter(({ counters }) => counters !== undefined);
  const names = Object.keys(counted[0]?.counters ?? {}) as (keyof NonNullable<Measurement['counters']>)[];
  // columns that no contender uses say nothing
  const used = names.filter((name) => counted.some(({ counters }) => counters![name] > 0));
  const rows = counted.map((m) => [m.contender, ...used.map((name) => formatCount(m.counters![name]))]);
  return formatTable(['method', ...used], rows);
}
