import type { SmallMesh } from '../../partition/small-meshes.ts';
import { seededRandom } from '../../predicates/random.ts';

/** Smooth modes: every column a sum of few waves through space, different on each axis. */
export function waveModes({ positions }: SmallMesh, rank: number, seed: number, amplitude = 1): Float64Array {
  const random = seededRandom(seed);
  const vectors = new Float64Array(rank * positions.length);
  for (let i = 0; i < rank; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const wave = [0, 1, 2].map(() => (random() - 0.5) * (1 + i / 2));
      const phase = 2 * Math.PI * random();
      for (let v = 0; v < positions.length / 3; v++) {
        const at = wave.reduce((sum, k, j) => sum + k * positions[3 * v + j], phase);
        vectors[i * positions.length + 3 * v + axis] = (amplitude / (1 + i)) * Math.sin(at);
      }
    }
  }
  return vectors;
}

/** Every vertex on its own. */
export function noiseModes({ positions }: SmallMesh, rank: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length: rank * positions.length }, () => random() - 0.5);
}

/** A random direction of length 1. */
export function randomDirection(rank: number, random: () => number): Float64Array {
  const q = Float64Array.from({ length: rank }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return radius * Math.cos(2 * Math.PI * random());
  });
  const norm = Math.hypot(...q);
  return q.map((x) => x / norm);
}
