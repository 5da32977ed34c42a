import type { SceneMesh } from '../../scene.ts';
import { animalBones } from './animal-bones.ts';
import { boneDistance } from './animal-distance.ts';

/** How much farther another bone's flesh may be than the nearest one's, for e times less weight. */
const REACH = 0.07;
const SMOOTHING_ROUNDS = 4;

/**
 * How much each vertex follows each bone: `animalBones.length` numbers a vertex, which add up to 1. The nearest bone and those
 * jointed to it count, by the distance of their flesh, evened out along the surface; a leg never follows the other leg.
 */
export function animalBoneWeights({ positions, triangles }: SceneMesh): Float64Array {
  const boneCount = animalBones.length;
  const vertexCount = positions.length / 3;
  const weights = new Float64Array(boneCount * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const distances = animalBones.map((bone) =>
      boneDistance(bone, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
    );
    const least = Math.min(...distances);
    const nearest = distances.indexOf(least);
    const shares = distances.map((distance, other) =>
      isJointed(nearest, other) ? Math.exp((least - distance) / REACH) : 0,
    );
    const sum = shares.reduce((a, b) => a + b);
    shares.forEach((share, other) => {
      weights[boneCount * v + other] = share / sum;
    });
  }
  let from: Float64Array = weights;
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) from = spread(from, triangles, boneCount);
  return from;
}

function isJointed(bone: number, other: number): boolean {
  return bone === other || animalBones[bone].parent === other || animalBones[other].parent === bone;
}

/** Half of its own value and half the mean of its neighbours', for each vertex. */
function spread(values: Float64Array, triangles: Uint32Array, size: number): Float64Array {
  const sums = new Float64Array(values.length);
  const counts = new Uint32Array(values.length / size);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner];
    // around a closed surface every neighbour is next exactly once
    const next = triangles[corner - (corner % 3) + ((corner + 1) % 3)];
    for (let k = 0; k < size; k++) sums[size * vertex + k] += values[size * next + k];
    counts[vertex]++;
  }
  return values.map((value, i) => 0.5 * value + (0.5 * sums[i]) / counts[Math.floor(i / size)]);
}
