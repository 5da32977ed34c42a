import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Model, readModel, readPointCache } from '@selfcollide/io';
import { buildVertexRings, RingWalk } from '@selfcollide/response';
import { createDetector } from 'selfcollide';
import { weldTriangles, weldVertices } from 'selfcollide/mesh';
import { dataFolder } from '../data/data-folder.ts';
import { formatCount, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { type FrameShape, measureShape, measureTremble } from './measure-shape.ts';

/** Rings around a contact of the input within which triangles may turn. */
const NEAR_RINGS = 2;

interface FixCase {
  readonly name: string;
  readonly args: readonly string[];
  /** Ends of the output's name. */
  readonly to: 'pc2' | 'obj' | 'glb';
  /** What the shape is measured against: a mesh, and the cache that moves it. */
  readonly mesh?: string;
  readonly cache?: string;
  /** In the model's unit. */
  readonly most?: {
    readonly largest: number;
    readonly rms?: number;
    readonly longest: number;
    readonly shortest: number;
  };
}

/** What one case came to. */
interface FixRow {
  readonly name: string;
  readonly frames: number;
  readonly before: number;
  readonly after: number;
  readonly largest: number;
  readonly rms: number;
  readonly shape?: Pick<FrameShape, 'shortest' | 'longest' | 'turned'>;
  readonly tremble?: number;
  /** What it must show and does not, a few words each. */
  readonly misses: readonly string[];
}

/** `npm run bench -- --table fix`: what `selfcollide fix` makes of real clips where ../shared/data is, else of scenes. Returns 1 if a case misses what it must show. */
export async function runFixReport({ quick }: { readonly quick: boolean }): Promise<number> {
  const cases = [...sceneCases(quick), ...(quick ? [] : dataCases(dataFolder()))];
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-fix-table-'));
  const rows: FixRow[] = [];
  try {
    for (const one of cases) rows.push(await runCase(one, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { cpu, node } = describeMachine();
  console.log(`${cpu}, Node ${node}\n\n${formatFixTable(rows)}`);
  return rows.some(({ misses }) => misses.length > 0) ? 1 : 0;
}

function sceneCases(quick: boolean): FixCase[] {
  const frames = quick ? ['--frames', '0:59:10'] : [];
  return [
    { name: 'knee', args: ['scene:knee:2000', ...frames], to: 'pc2' },
    { name: 'elbow', args: ['scene:elbow:2000', ...frames], to: 'pc2' },
  ];
}

function dataCases(folder: string | undefined): FixCase[] {
  if (folder === undefined) return [];
  const file = (...path: string[]) => join(folder, ...path);
  const kick = file('sequences', 'kick_unfixed_0.obj');
  const cache = file('sequences', 'kick_unfixed.pc2');
  return [
    {
      ...{ name: 'kick', args: [kick, '--cache', cache], to: 'pc2' as const, mesh: kick, cache },
      most: { largest: 0.015, rms: 0.0008, longest: 1.4, shortest: 0.6 },
    },
    ...['female_sportsuit01', 'male_casualsuit04', 'male_worksuit01'].map((name) => {
      const mesh = file('garments', `${name}.obj`);
      return { name, args: [mesh], to: 'obj' as const, mesh, most: { largest: 0.03, longest: 1.3, shortest: 0 } };
    }),
    ...['CesiumMan', 'Fox', 'RiggedFigure'].map((name) => ({
      ...{ name, args: [file('skinned', `${name}.glb`)], to: 'glb' as const },
    })),
  ].filter(({ args }) => existsSync(args[0]));
}

async function runCase(one: FixCase, folder: string): Promise<FixRow> {
  const output = join(folder, `${one.name}.${one.to}`);
  const json = join(folder, `${one.name}.json`);
  const main = join(repositoryFolder(), 'packages', 'cli', 'dist', 'main.mjs');
  const args = [main, 'fix', ...one.args, '-o', output, '--json', json, '--quiet'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === null || status > 1) throw new RangeError(`fix of ${one.name} ended with ${status}: ${stderr}`);
  const { frames } = JSON.parse(readFileSync(json, 'utf8')) as { frames: ReportFrame[] };
  const largest = Math.max(...frames.map((frame) => frame.largest));
  const rms = Math.max(...frames.map((frame) => frame.rms));
  const misses: string[] = [];
  const after = frames.filter((frame) => frame.after > 0).length;
  if (after > 0 || status === 1) misses.push('contacts');
  const measured = one.mesh === undefined ? undefined : await measureOutput(one, output);
  const { most } = one;
  if (most && measured) {
    if (largest > most.largest) misses.push('largest move');
    if (most.rms !== undefined && rms > most.rms) misses.push('rms');
    if (measured.shape.longest > most.longest || measured.shape.shortest < most.shortest) misses.push('edges');
    if (measured.shape.turned > 0) misses.push('turned');
    if (measured.tremble > 3) misses.push('tremble');
  }
  return {
    ...{ name: one.name, frames: frames.length, before: frames.filter((frame) => frame.before > 0).length, after },
    ...{ largest, rms, misses, ...measured },
  };
}

interface ReportFrame {
  readonly before: number;
  readonly after: number;
  readonly largest: number;
  readonly rms: number;
}

async function measureOutput({ mesh, cache }: FixCase, output: string) {
  const model = await readModel(readFileSync(mesh!), { name: mesh! });
  const wanted = await framesOf(model, cache);
  const fixed = await framesOf(model, output);
  const triangles = weldTriangles(model.triangles, weldVertices(model.positions, { triangles: model.triangles }));
  const walk = new RingWalk(buildVertexRings(triangles, model.positions.length / 3));
  const detector = createDetector({ positions: model.positions, triangles }, { weld: false });
  const shape = { shortest: Number.POSITIVE_INFINITY, longest: 0, turned: 0 };
  for (const [i, positions] of wanted.entries()) {
    detector.update(positions);
    const { count, edgeTriangle, triangle } = detector.findIntersections();
    const seeds: number[] = [];
    for (let c = 0; c < count; c++) {
      for (const t of [edgeTriangle[c], triangle[c]]) seeds.push(...triangles.subarray(3 * t, 3 * t + 3));
    }
    walk.grow(seeds, seeds.length, NEAR_RINGS);
    const near = Uint8Array.from({ length: triangles.length / 3 }, (_, t) =>
      [0, 1, 2].some((k) => walk.ringOf(triangles[3 * t + k]) <= NEAR_RINGS) ? 1 : 0,
    );
    const frame = measureShape(positions, fixed[i], triangles, near, 1);
    shape.shortest = Math.min(shape.shortest, frame.shortest);
    shape.longest = Math.max(shape.longest, frame.longest);
    shape.turned += frame.turned;
  }
  detector.dispose();
  const { correction, clip } = measureTremble(wanted, fixed);
  return { shape, tremble: clip > 0 ? correction / clip : 0 };
}

async function framesOf(model: Model, file: string | undefined): Promise<Float64Array[]> {
  if (file === undefined) return [Float64Array.from(model.positions)];
  const bytes = readFileSync(file);
  if (!/\.pc2$/i.test(file)) return [Float64Array.from((await readModel(bytes, { name: file })).positions)];
  const cache = readPointCache(bytes, model, { name: file });
  return Array.from({ length: cache.frameCount }, (_, i) => {
    const positions = new Float64Array(model.positions.length);
    cache.frame(i, positions);
    return positions;
  });
}

export function formatFixTable(rows: readonly FixRow[]): string {
  const head = ['case', 'frames', 'with contacts', 'after', 'largest move', 'rms', 'edges', 'turned', 'tremble', ''];
  const number = (value: number) => String(Number(value.toPrecision(3)));
  return formatTable(
    head,
    rows.map(({ name, frames, before, after, largest, rms, shape, tremble, misses }) => [
      ...[name, formatCount(frames), formatCount(before), formatCount(after), number(largest), number(rms)],
      shape ? `${shape.shortest.toFixed(2)}–${shape.longest.toFixed(2)}` : '',
      shape ? formatCount(shape.turned) : '',
      tremble === undefined ? '' : tremble.toFixed(2),
      misses.length > 0 ? `misses: ${misses.join(', ')}` : '',
    ]),
  );
}
