import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Queries and frames with known impacts, beside the repository; never part of it. */
const FOLDER = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url));
const TRUTH = `${FOLDER}ccd-truth/`;

export const hasTruth: boolean = existsSync(TRUTH);
if (!hasTruth)
  console.warn('impacts: ../shared/data/ccd-truth is not there; queries and frames of known truth are not tested.');

export interface TruthQuery {
  readonly file: string;
  readonly kind: 'vertex-triangle' | 'edge-edge';
  /** Four points at t0, then at t1. */
  readonly points: readonly number[];
  readonly impact: boolean;
}

/** All queries of the csv files: eight rows each, coordinates as fractions of doubles. */
export function truthQueries(): TruthQuery[] {
  return readdirSync(TRUTH)
    .filter((file) => file.endsWith('.csv'))
    .flatMap((file) => {
      const rows = readFileSync(TRUTH + file, 'utf8')
        .trim()
        .split('\n')
        .map((row) => row.split(',').map(Number));
      const listed = rows[0].length < 7 ? readJson<boolean[]>(file.replace('queries.csv', 'bool.json')) : null;
      return Array.from(
        { length: rows.length / 8 },
        (_, i): TruthQuery => ({
          file,
          kind: /vf_|vertex-face/.test(file) ? 'vertex-triangle' : 'edge-edge',
          points: rows.slice(8 * i, 8 * i + 8).flatMap((row) => [row[0] / row[1], row[2] / row[3], row[4] / row[5]]),
          impact: listed === null ? rows[8 * i][6] === 1 : listed[i],
        }),
      );
    });
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(TRUTH + file, 'utf8'));
}

export interface TruthFrame {
  readonly triangles: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Impacts as keys: `v:t` and `a,b:c,d`, smaller vertices and edges first. */
  readonly vertexTriangle: string[];
  readonly edgeEdge: string[];
}

/** Two frames and the impacts listed between them, e.g. `rod-twist`, 3036. */
export function truthFrame(name: string, frame: number): TruthFrame {
  const { triangles, positions: from } = readPly(`${name}_${frame}`);
  const to = readPly(`${name}_${frame + 1}`).positions;
  const vertexCount = from.length / 3;
  const edges = edgesOf(triangles);
  const hits = (kind: string) => {
    const boxes = readJson<[number, number][]>(`${name}_${frame}${kind}_boxes.json`);
    const truth = readJson<boolean[]>(`${name}_${frame}${kind}_bool.json`);
    return boxes.filter((_, i) => truth[i]);
  };
  return {
    triangles,
    from,
    to,
    vertexTriangle: hits('vf').map(([x, y]) => `${Math.min(x, y)}:${Math.max(x, y) - vertexCount - edges.length}`),
    edgeEdge: hits('ee').map(([x, y]) => edgePairKey(edges[x - vertexCount], edges[y - vertexCount])),
  };
}

export function edgePairKey(e: readonly number[], f: readonly number[]): string {
  const [p, q] = [[...e].sort((a, b) => a - b), [...f].sort((a, b) => a - b)];
  return p[0] < q[0] || (p[0] === q[0] && p[1] < q[1]) ? `${p}:${q}` : `${q}:${p}`;
}

/** By larger, then smaller vertex: the order of the lists. */
function edgesOf(triangles: Uint32Array): [number, number][] {
  const keys = new Set<number>();
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h];
    const b = triangles[h % 3 === 2 ? h - 2 : h + 1];
    keys.add(Math.max(a, b) * 2 ** 24 + Math.min(a, b));
  }
  return [...keys].sort((x, y) => x - y).map((key) => [key % 2 ** 24, Math.floor(key / 2 ** 24)]);
}

/** Binary, three doubles a vertex, a byte and three whole numbers a face: all of these files are. */
function readPly(name: string): { positions: Float64Array; triangles: Uint32Array } {
  const bytes = readFileSync(`${FOLDER}sequences/${name}.ply`);
  const header = bytes.subarray(0, bytes.indexOf('end_header\n') + 11).toString('latin1');
  const count = (element: string) => Number(new RegExp(`element ${element} (\\d+)`).exec(header)?.[1]);
  const wide = header.includes('property double x');
  const positions = new Float64Array(3 * count('vertex'));
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += wide ? 8 : 4) {
    positions[i] = wide ? bytes.readDoubleLE(at) : bytes.readFloatLE(at);
  }
  const triangles = new Uint32Array(3 * count('face'));
  for (let t = 0; t < triangles.length / 3; t++, at += 13) {
    if (bytes[at] !== 3) throw new Error(`${name}: only triangles are read here.`);
    for (let k = 0; k < 3; k++) triangles[3 * t + k] = bytes.readInt32LE(at + 1 + 4 * k);
  }
  return { positions, triangles };
}
