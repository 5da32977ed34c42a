/** A mesh that moves in a subspace, as a search for contacts sees it. */
export interface Moving {
  readonly positions: ArrayLike<number>;
  readonly triangles: Uint32Array;
  readonly vectors: Float64Array;
  readonly rank: number;
}

interface Aim {
  /** Two ends of an edge, three corners of a triangle. */
  readonly five: readonly number[];
  q: number[];
  norm: number;
}

/** Tries at better places on edge and triangle. */
const TRIES = 60;

/**
 * Coordinates with small norms in which an edge and a triangle without common vertex touch, but for rounding: for a place on each, the least q that brings the two together is a problem of least squares. Begins
 * with the middles of all pairs, and moves the places of the nearest `count`.
 */
export function aimedPoses(moving: Moving, count: number, random: () => number): number[][] {
  const { triangles } = moving;
  const aims: Aim[] = [];
  const edges = new Map<string, readonly [number, number]>();
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]];
    if (a !== b) edges.set(a < b ? `${a} ${b}` : `${b} ${a}`, [a, b]);
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)];
    for (const [a, b] of edges.values()) {
      if (corners.includes(a) || corners.includes(b)) continue;
      const five = [a, b, ...corners];
      const q = leastPose(moving, five, [1 / 2, 1 / 2, -1 / 3, -1 / 3, -1 / 3]);
      if (q) aims.push({ five, q, norm: Math.hypot(...q) });
    }
  }
  aims.sort((x, y) => x.norm - y.norm);
  const nearest = aims.slice(0, count);
  for (const aim of nearest) refine(moving, aim, random);
  return nearest.map(({ q }) => q);
}

/** Moves the places by chance, less and less far, and keeps what is nearer. */
function refine(moving: Moving, aim: Aim, random: () => number): void {
  let on = 1 / 2;
  let [u, v] = [1 / 3, 1 / 3];
  for (let k = 0, reach = 0.7; k < TRIES; k++, reach *= 0.93) {
    const shift = () => reach * (2 * random() - 1);
    const nextOn = Math.min(1, Math.max(0, on + shift()));
    const weights = [u + shift(), v + shift()].map((x) => Math.max(0, x));
    const sum = Math.max(1, weights[0] + weights[1]);
    const [nextU, nextV] = weights.map((x) => x / sum);
    const q = leastPose(moving, aim.five, [1 - nextOn, nextOn, nextU + nextV - 1, -nextU, -nextV]);
    const norm = q ? Math.hypot(...q) : Number.POSITIVE_INFINITY;
    if (q === null || !(norm < aim.norm)) continue;
    Object.assign(aim, { q, norm });
    [on, u, v] = [nextOn, nextU, nextV];
  }
}

/** The least q with Σ weight·(p + U·q) = 0 over the vertices, by normal equations; null where there is none to be had. */
function leastPose(
  { positions, vectors, rank }: Moving,
  vertices: readonly number[],
  weights: readonly number[],
): number[] | null {
  const apart = [0, 1, 2].map((axis) => vertices.reduce((sum, v, k) => sum + weights[k] * positions[3 * v + axis], 0));
  const rows = [0, 1, 2].map((axis) =>
    Array.from({ length: rank }, (_, i) =>
      vertices.reduce((sum, v, k) => sum + weights[k] * vectors[i * positions.length + 3 * v + axis], 0),
    ),
  );
  const products = rows.map((x) => rows.map((y) => x.reduce((sum, each, i) => sum + each * y[i], 0)));
  const ridge = 1e-13 * (products[0][0] + products[1][1] + products[2][2]);
  if (!(ridge > 0)) return null;
  // Gauss, with rows in order of the largest entry
  const system = products.map((row, axis) => [...row.map((x, j) => (j === axis ? x + ridge : x)), -apart[axis]]);
  for (let column = 0; column < 3; column++) {
    let best = column;
    for (let r = column + 1; r < 3; r++) if (Math.abs(system[r][column]) > Math.abs(system[best][column])) best = r;
    [system[column], system[best]] = [system[best], system[column]];
    if (system[column][column] === 0) return null;
    for (let r = 0; r < 3; r++) {
      if (r === column) continue;
      const factor = system[r][column] / system[column][column];
      for (let c = column; c < 4; c++) system[r][c] -= factor * system[column][c];
    }
  }
  const forces = system.map((row, axis) => row[3] / row[axis]);
  const q = Array.from({ length: rank }, (_, i) => rows.reduce((sum, row, axis) => sum + row[i] * forces[axis], 0));
  return q.every(Number.isFinite) && Math.hypot(...q) > 0 ? q : null;
}
