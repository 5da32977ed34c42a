import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendCsv, resultsFile } from '../src/append-csv.ts';
import type { SceneReport } from '../src/scene-report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfcollide-csv-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const spread = { median: 1.23456789, p10: 1, p90: 2 };
const report: SceneReport = {
  scene: 'a, "b"',
  triangles: 100,
  frames: [0, 5],
  baseline: 'box-tree',
  measurements: [
    {
      contender: 'box-tree',
      safe: true,
      ...{ prepare: spread, update: spread, query: spread, frame: spread },
      ...{ rounds: 9, speedup: 1, contacts: 3, hash: 'ff', trianglePairs: 4, bytesPerTriangle: 50.4 },
    },
  ],
};

it('writes the head once and a row per measurement, quoted where needed', () => {
  const file = join(folder, 'new', 'cpu.csv');
  const machine = { cpu: 'cpu', node: 'v20' };
  appendCsv(file, machine, [report], new Date('2026-01-02T03:04:05Z'));
  appendCsv(file, machine, [report], new Date('2026-01-03T03:04:05Z'));
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^date,version,node,scene,/);
  expect(lines[1]).toBe(
    '2026-01-02,0.1.0,v20,"a, ""b""",100,0 5,box-tree,9,1.2346,1.2346,1.2346,1.2346,1,2,box-tree,1,3,4,ff,50,,,,',
  );
  const columns = lines[1].replace(/"(""|[^"])*"/g, '').split(',').length;
  expect(columns).toBe(lines[0].split(',').length);
});

it('keeps a file per processor in the package', () => {
  expect(resultsFile({ cpu: 'AMD EPYC', node: '' })).toMatch(/packages\/bench\/results\/amd-epyc\.csv$/);
});
