import { closestPoints, createDetector } from 'selfcollide';
import { cpuMs } from './cpu-clock.ts';
import type { StepSample } from './run-scene.ts';

export interface QuadDistances {
  /** Pairs of a quad of the cloth and a triangle of the solid, those within the distance; and of their triangles. */
  readonly quadPairs: number;
  readonly trianglePairs: number;
  /** Microseconds of GJK for one of either. */
  readonly quadUs: number;
  readonly triangleUs: number;
}

/** Rounds, of which the fastest counts. */
const ROUNDS = 5;

/**
 * GJK on quads, as the paper computes its distances, beside GJK on the two triangles that a quad is to the detector: for what is close to the
 * solid in a pose. Triangles 2q and 2q + 1 of the cloth are quad q.
 */
export function timeQuadDistances(
  triangles: Uint32Array,
  solidTriangles: Uint32Array,
  { cloth, solid }: StepSample,
  distance: number,
): QuadDistances {
  const detector = createDetector({ positions: cloth.positions, triangles }, { method: 'box-tree' });
  const against = createDetector({ positions: solid.positions, triangles: solidTriangles }, { method: 'box-tree' });
  const { count, triangleA, triangleB } = detector.findProximities({ distance, against });
  const triangleOf = (from: Uint32Array, t: number) => from.subarray(3 * t, 3 * t + 3);
  const quads = new Map<string, [ArrayLike<number>, ArrayLike<number>]>();
  const pairs: [ArrayLike<number>, ArrayLike<number>][] = [];
  for (let i = 0; i < count; i++) {
    const b = corners(solid.positions, triangleOf(solidTriangles, triangleB[i]));
    pairs.push([corners(cloth.positions, triangleOf(triangles, triangleA[i])), b]);
    const quad = triangleA[i] >> 1;
    const around = new Set([...triangleOf(triangles, 2 * quad), ...triangleOf(triangles, 2 * quad + 1)]);
    quads.set(`${quad} ${triangleB[i]}`, [corners(cloth.positions, around), b]);
  }
  const quadPairs = [...quads.values()];
  return {
    ...{ quadPairs: quadPairs.length, trianglePairs: pairs.length },
    ...{ quadUs: microseconds(quadPairs), triangleUs: microseconds(pairs) },
  };
}

function corners(positions: Float64Array, vertices: Iterable<number>): Float64Array {
  return Float64Array.from([...vertices].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
}

function microseconds(pairs: readonly (readonly [ArrayLike<number>, ArrayLike<number>])[]): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && pairs.length > 0; round++) {
    const started = cpuMs();
    for (const [a, b] of pairs) closestPoints(a, b);
    least = Math.min(least, cpuMs() - started);
  }
  return pairs.length > 0 ? (1000 * least) / pairs.length : 0;
}
