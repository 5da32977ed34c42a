import { createDetector } from '../../src/create-detector.ts';
import type { Detector } from '../../src/detector.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { DetectorOptions } from '../../src/method-options.ts';
import type { FindProximitiesOptions } from '../../src/proximity-calls.ts';
import type { Proximities } from '../../src/results/proximities.ts';

/** Pairs as sorted text, with all digits of what was found for them. */
export function setOf(found: Proximities): string[] {
  return Array.from({ length: found.count }, (_, i) => {
    const next = found.nextDistance === null ? '' : ` ${found.nextDistance[i]}`;
    const weights = [...found.weightsA.subarray(3 * i, 3 * i + 3), ...found.weightsB.subarray(3 * i, 3 * i + 3)];
    return `${found.triangleA[i]} ${found.triangleB[i]} ${found.distance[i]}${next} ${weights}`;
  }).sort();
}

/** A detector of `rest` in pose `now`. */
export function detectorIn(rest: TriangleMesh, now: Float64Array, options: DetectorOptions): Detector {
  const detector = createDetector(rest, options);
  detector.update(now);
  return detector;
}

/** Weights are not negative, of sum 1, and lead to points as far apart as said. Returns the first that is not so. */
export function findBadPoint(
  found: Proximities,
  a: { positions: ArrayLike<number>; triangles: ArrayLike<number> },
  b = a,
): string | null {
  const point = (mesh: typeof a, triangle: number, weights: ArrayLike<number>, axis: number) =>
    [0, 1, 2].reduce((x, k) => x + weights[k] * mesh.positions[3 * mesh.triangles[3 * triangle + k] + axis], 0);
  for (let i = 0; i < found.count; i++) {
    const weightsA = found.weightsA.subarray(3 * i, 3 * i + 3);
    const weightsB = found.weightsB.subarray(3 * i, 3 * i + 3);
    for (const weights of [weightsA, weightsB]) {
      const sum = weights[0] + weights[1] + weights[2];
      if (Math.min(...weights) < 0 || Math.abs(sum - 1) > 1e-12) return `pair ${i}: weights ${weights}`;
    }
    const square = [0, 1, 2].reduce((sum, axis) => {
      const x = point(a, found.triangleA[i], weightsA, axis) - point(b, found.triangleB[i], weightsB, axis);
      return sum + x * x;
    }, 0);
    if (Math.abs(Math.sqrt(square) - found.distance[i]) > 1e-12) {
      return `pair ${i}: points ${Math.sqrt(square)} apart, said to be ${found.distance[i]}`;
    }
  }
  return null;
}

export const askOf = (detector: Detector, options: FindProximitiesOptions): string[] =>
  setOf(detector.findProximities(options));

/**
 * What two engines find of the same: pairs that only one of them has, and distances that differ by more than twice 10⁻¹² of themselves. Which of several closest points
 * is taken, and the last digits, may differ; `findBadPoint` checks points.
 */
export function differencesOf(found: Proximities, truth: Proximities): string[] {
  const [ours, theirs] = [found, truth].map(
    (one) =>
      new Map(
        Array.from({ length: one.count }, (_, i) => {
          const next = one.nextDistance === null ? 0 : one.nextDistance[i];
          return [`${one.triangleA[i]} ${one.triangleB[i]}`, [one.distance[i], next]] as const;
        }),
      ),
  );
  const pairs = new Set([...ours.keys(), ...theirs.keys()]);
  return [...pairs].filter((pair) => {
    const a = ours.get(pair);
    const b = theirs.get(pair);
    return !a || !b || a.some((distance, k) => Math.abs(distance - b[k]) > 2e-12 * b[k]);
  });
}
