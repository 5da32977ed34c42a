/** A mesh that moves straight from one pose to another. */
export interface MovingStep {
  /** `rod-twist 3036→3037`. */
  readonly name: string;
  readonly triangles: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export type PairKind = 'vertex-triangle' | 'edge-edge';

/** Times of impact by pair: see `vertexKey` and `edgeKey`. */
export type ImpactTimes = ReadonlyMap<string, number>;

export function vertexKey(vertex: number, triangle: number): string {
  return `${vertex}:${triangle}`;
}

/** The same for either order of the edges and of their ends. */
export function edgeKey(a: number, b: number, c: number, d: number): string {
  const [p, q] = a < b ? [a, b] : [b, a];
  const [r, s] = c < d ? [c, d] : [d, c];
  return p < r || (p === r && q < s) ? `${p},${q}:${r},${s}` : `${r},${s}:${p},${q}`;
}

/** The pair that a key names: its four points at t0, then at t1; vertex and corners, or ends and ends. */
export function pairOfKey(step: MovingStep, key: string): { kind: PairKind; points: Float64Array } {
  const numbers = key.split(/[:,]/).map(Number);
  const kind = numbers.length === 2 ? 'vertex-triangle' : 'edge-edge';
  const vertices =
    kind === 'edge-edge' ? numbers : [numbers[0], ...step.triangles.subarray(3 * numbers[1], 3 * numbers[1] + 3)];
  const points = Float64Array.from(
    [step.from, step.to].flatMap((pose) => vertices.flatMap((v) => [...pose.subarray(3 * v, 3 * v + 3)])),
  );
  return { kind, points };
}

/** 2⁻²⁰ of the mean edge: what `findImpacts` takes by default, given to everyone so that times compare. */
export function usualTolerance({ triangles, from }: MovingStep): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const a = 3 * triangles[h];
    const b = 3 * triangles[h % 3 === 2 ? h - 2 : h + 1];
    sum += Math.hypot(from[a] - from[b], from[a + 1] - from[b + 1], from[a + 2] - from[b + 2]);
  }
  return sum > 0 ? (2 ** -20 * sum) / triangles.length : Number.MIN_VALUE;
}
