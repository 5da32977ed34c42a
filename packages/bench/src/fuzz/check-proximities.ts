import { kdop } from '@selfcollide/papers';
import { createDetector, type Proximities } from 'selfcollide';
import { type Listed, methodOf, nameOf } from '../methods.ts';
import type { FuzzCase } from './fuzz-case.ts';

/** The method that every other one is compared with. */
const ORACLE = 'brute-force';
/** Distances in mean edges. */
const EDGES = [0, 0.02, 0.1, 0.5, 1.5];

/**
 * As `checkCase`, for proximities: every method must list the oracle's pairs, with the same distances, in every pose, in the step to the next pose
 * and against the mesh as it was prepared, with and without rest neighbours.
 */
export function checkProximities(fuzzCase: FuzzCase, methods: readonly Listed[]): string | undefined {
  try {
    const edge = meanEdge(fuzzCase);
    for (const edges of EDGES) {
      const distance = edges * edge;
      for (const restRadius of edges === 0 ? [0] : [0, 4 * distance]) {
        const expected = answers(fuzzCase, ORACLE, distance, restRadius);
        for (const method of methods) {
          if (method === ORACLE) continue;
          const wrong = compare(expected, answers(fuzzCase, method, distance, restRadius));
          if (wrong)
            return `${nameOf(method)}, within ${edges} edges (${distance}), rest radius ${restRadius}: ${wrong}`;
        }
      }
    }
    return undefined;
  } catch (error) {
    return `threw ${(error as Error).stack ?? error}`;
  }
}

/** What was asked, and by pair of triangles how far they are apart, and will be; how many pairs there were. */
type Answer = readonly [question: string, distances: ReadonlyMap<string, readonly number[]>, count: number];

/** Both distances are off by less than 10⁻¹² of themselves. */
const ACCURACY = 2e-12;

function answers(fuzzCase: FuzzCase, method: Listed, distance: number, restRadius: number): Answer[] {
  const { positions, triangles, weld, objects, pairs } = fuzzCase;
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  // meshes this small are left to TypeScript by 'auto'
  const kernel = method === 'kdop' && ({ method: kdop({ faces: 18 }), engine: 'kernel' } as const);
  const common = { method: methodOf(method), weld, pairs, restRadius, ...(objects && { objects }) };
  const options = { ...common, ...kernel };
  const detector = createDetector(mesh, options);
  const prepared = createDetector(mesh, options);
  const poses = [positions, ...fuzzCase.poses];
  return poses.flatMap((pose, i): Answer[] => {
    detector.update(Float64Array.from(pose));
    const next = poses[i + 1];
    const found: Answer[] = [[`pose ${i}`, ...pairsOf(detector.findProximities({ distance }))]];
    if (next !== undefined) {
      const velocities = Float64Array.from(next, (x, k) => x - pose[k]);
      if (velocities.every(Number.isFinite)) {
        found.push([`step ${i}`, ...pairsOf(detector.findProximities({ distance, velocities, timeStep: 0.5 }))]);
      }
    }
    if (i === 1) found.push(['against', ...pairsOf(detector.findProximities({ distance, against: prepared }))]);
    return found;
  });
}

function pairsOf(found: Proximities): [ReadonlyMap<string, readonly number[]>, number] {
  const { count, triangleA, triangleB, distance, nextDistance } = found;
  const entry = (i: number) => [`${triangleA[i]} ${triangleB[i]}`, [distance[i], nextDistance?.[i] ?? 0]] as const;
  return [new Map(Array.from({ length: count }, (_, i) => entry(i))), count];
}

function compare(expected: readonly Answer[], found: readonly Answer[]): string | undefined {
  for (const [i, [question, wanted]] of expected.entries()) {
    const [, got, count] = found[i];
    for (const [pair, distances] of wanted) {
      const others = got.get(pair);
      if (others === undefined) return `${question}: misses ${pair} at ${distances}`;
      if (distances.some((distance, k) => Math.abs(distance - others[k]) > ACCURACY * distance)) {
        return `${question}: has ${pair} at ${others} instead of ${distances}`;
      }
    }
    for (const [pair, distances] of got) if (!wanted.has(pair)) return `${question}: has ${pair} at ${distances}`;
    if (count !== got.size) return `${question}: has a pair twice`;
  }
  return undefined;
}

function meanEdge({ positions, triangles }: FuzzCase): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [3 * triangles[h], 3 * triangles[h % 3 === 2 ? h - 2 : h + 1]];
    sum += Math.hypot(...[0, 1, 2].map((axis) => positions[a + axis] - positions[b + axis]));
  }
  const mean = sum / triangles.length;
  return Number.isFinite(mean) ? mean : 1;
}
