import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSlug, type Machine } from './machine.ts';
import type { SceneReport } from './scene-report.ts';

const COLUMNS = [
  ...['date', 'version', 'node', 'scene', 'triangles', 'frames', 'contender', 'rounds'],
  ...['prepareMs', 'updateMs', 'queryMs', 'frameMs', 'frameP10Ms', 'frameP90Ms', 'baseline', 'speedup'],
  ...['contacts', 'trianglePairs', 'hash', 'bytesPerTriangle', 'boxTests', 'pairTests', 'edgeTests', 'exactTests'],
];

/** The results file of this machine; both src and dist lie one folder below the package. */
export function resultsFile(machine: Machine): string {
  return join(packageFolder(), 'results', `${cpuSlug(machine.cpu)}.csv`);
}

/** Adds a row per measurement to a results file, which gets its head line when new. */
export function appendCsv(file: string, machine: Machine, reports: readonly SceneReport[], date: Date): void {
  const version = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version;
  const rows = reports.flatMap((report) =>
    report.measurements.map((m) => [
      ...[date.toISOString().slice(0, 10), version, machine.node, report.scene, report.triangles],
      ...[report.frames.join(' '), m.contender, m.rounds],
      ...[m.prepare.median, m.update.median, m.query.median, m.frame.median, m.frame.p10, m.frame.p90].map(round),
      ...[report.baseline, m.speedup === undefined ? '' : round(m.speedup)],
      ...[m.contacts, m.trianglePairs, m.hash, m.bytesPerTriangle && Math.round(m.bytesPerTriangle)],
      ...[m.counters?.boxTests, m.counters?.pairTests, m.counters?.edgeTests, m.counters?.exactTests],
    ]),
  );
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${COLUMNS.join(',')}\n`);
  appendFileSync(file, rows.map((row) => `${row.map(csvCell).join(',')}\n`).join(''));
}

function packageFolder(): string {
  return fileURLToPath(new URL('..', import.meta.url));
}

function round(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function csvCell(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
