import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDataScene } from '../star/data-scenes.ts';
import type { PairQuery } from './impact-contender.ts';
import { edgeKey, type MovingStep, vertexKey } from './moving-step.ts';

export interface TruthQuery extends PairQuery {
  readonly impact: boolean;
}

export interface TruthFrame extends MovingStep {
  /** Every impact of the step, by the keys of moving-step.ts. */
  readonly truth: ReadonlySet<string>;
}

/** Steps between two frames whose impacts are listed. */
export const truthFrameNames = ['cloth-funnel', 'rod-twist', 'armadillo-rollers'] as const;

/** The folder of queries and frames of known truth in ../shared/data; undefined where there is none. */
export function truthFolder(dataFolder: string | undefined): string | undefined {
  const folder = dataFolder === undefined ? undefined : join(dataFolder, 'ccd-truth');
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}

/** Eight rows a query, coordinates as numerator and denominator. The truth is in column 7 or in a list beside the file. */
export function readTruthQueries(folder: string): TruthQuery[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));
  return files.flatMap((file) => {
    const kind = /vf_|vertex-face/.test(file) ? 'vertex-triangle' : 'edge-edge';
    const rows = readFileSync(join(folder, file), 'utf8').trim().split('\n');
    const numbers = rows.map((row) => row.split(',').map(Number));
    const truth: boolean[] | undefined =
      numbers[0].length < 7 ? readJson(folder, file.replace('queries.csv', 'bool.json')) : undefined;
    return Array.from({ length: numbers.length / 8 }, (_, i) => {
      const eight = numbers.slice(8 * i, 8 * i + 8);
      const points = Float64Array.from(eight.flatMap(([a, b, c, d, e, f]) => [a / b, c / d, e / f]));
      return { kind, points, impact: truth?.[i] ?? eight[0][6] === 1 };
    });
  });
}

/** The lists number vertices, then edges by larger and then smaller vertex, then triangles. */
export async function readTruthFrame(dataFolder: string, name: string): Promise<TruthFrame> {
  const { mesh, frames } = await readDataScene(dataFolder, name, 2);
  const [from, to] = frames.map(({ positions }) => Float64Array.from(positions));
  const { triangles } = mesh;
  const vertexCount = from.length / 3;
  const edges = edgesOf(triangles);
  const folder = join(dataFolder, 'ccd-truth');
  const listed = (kind: 'vf' | 'ee') => {
    const truth = readJson<boolean[]>(folder, `${name}_${frames[0].number}${kind}_bool.json`);
    const pairs = readJson<[number, number][]>(folder, `${name}_${frames[0].number}${kind}_boxes.json`);
    return pairs.filter((_, i) => truth[i]);
  };
  const truth = new Set<string>();
  for (const [vertex, triangle] of listed('vf')) truth.add(vertexKey(vertex, triangle - vertexCount - edges.length));
  for (const [e, f] of listed('ee')) truth.add(edgeKey(...edges[e - vertexCount], ...edges[f - vertexCount]));
  return { name: `${name} ${frames[0].number}→${frames[1].number}`, triangles, from, to, truth };
}

function edgesOf(triangles: Uint32Array): [number, number][] {
  const seen = new Set<number>();
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h];
    const b = triangles[h % 3 === 2 ? h - 2 : h + 1];
    seen.add(Math.max(a, b) * 2 ** 26 + Math.min(a, b));
  }
  return [...seen].sort((x, y) => x - y).map((key) => [key % 2 ** 26, Math.floor(key / 2 ** 26)]);
}

function readJson<Value>(folder: string, file: string): Value {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
