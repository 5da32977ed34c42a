import { PROXIMITY } from './finding-kinds.ts';
import type { FindingPart } from './finding-part.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestFindings } from './rest-findings.ts';

/** Pairs of triangles at most `distance` apart in the pose that the detector was given last, by their numbers. */
export function findFrameProximities(
  { detector, triangles }: PreparedMesh,
  positions: Float64Array,
  rest: RestFindings | undefined,
  distance: number,
  maxContacts: number = Number.POSITIVE_INFINITY,
): FindingPart {
  const found = detector.findProximities({ distance });
  const { triangleA, triangleB, truncated } = found;
  const kept: number[] = [];
  for (let i = 0; i < found.count; i++) if (!rest?.hasPair(PROXIMITY, triangleA[i], triangleB[i])) kept.push(i);
  kept.sort((i, j) => triangleA[i] - triangleA[j] || triangleB[i] - triangleB[j]);
  const order = Uint32Array.from(kept.slice(0, maxContacts));
  const count = order.length;
  const first = order.map((i) => triangleA[i]);
  const second = order.map((i) => triangleB[i]);
  const weightsOf = (all: Float64Array) => {
    const weights = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) weights.set(all.subarray(3 * order[i], 3 * order[i] + 3), 3 * i);
    return weights;
  };
  const locate = (owners: Uint32Array, weights: Float64Array) => () => {
    const points = new Float64Array(3 * count);
    for (let i = 0; i < 3 * count; i++) {
      const corner = 3 * owners[Math.floor(i / 3)];
      const weight = 3 * Math.floor(i / 3);
      for (let k = 0; k < 3; k++) points[i] += weights[weight + k] * positions[3 * triangles[corner + k] + (i % 3)];
    }
    return points;
  };
  return {
    count,
    halfEdge: first.map((t) => 3 * t),
    triangle: second,
    value: Float64Array.from(order, (i) => found.distance[i]),
    points: locate(first, weightsOf(found.weightsA)),
    secondPoints: locate(second, weightsOf(found.weightsB)),
    ignored: found.count - kept.length,
    truncated: truncated || count < kept.length,
  };
}
