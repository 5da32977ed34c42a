import type { RandomPoints } from '../../predicates/random.ts';

/** Where a patch goes: shaken, sheared and turned, or through a point to the other side, a little or a lot, sometimes to whole numbers. */
export function move(random: RandomPoints, from: Float64Array): Float64Array {
  let size = 0;
  for (let i = 3; i < from.length; i++) size = Math.max(size, Math.abs(from[i] - from[i % 3]));
  const shake = size * [0, 0.001, 0.02, 0.1, 0.3][random.below(5)];
  const kind = random.below(4);
  const matrix = kind === 0 ? null : Array.from({ length: 9 }, (_, i) => shear(random, kind, i));
  const pivot = 3 * random.below(from.length / 3);
  const to = new Float64Array(from.length);
  for (let v = 0; v < from.length; v += 3) {
    const noise = random.inCube();
    for (let k = 0; k < 3; k++) {
      let x = from[v + k] - from[pivot + k];
      if (matrix !== null) {
        x = 0;
        for (let j = 0; j < 3; j++) x += matrix[3 * k + j] * (from[v + j] - from[pivot + j]);
      }
      to[v + k] = from[pivot + k] + x + shake * noise[k];
    }
  }
  return to;
}

/** Near the identity, anything, or a reflection in a point, which leaves normals as they are. */
function shear(random: RandomPoints, kind: number, i: number): number {
  const one = i % 4 === 0 ? 1 : 0;
  if (kind === 3) return -one;
  return one + (kind === 1 ? 0.3 : 2) * (random.random() - 0.5);
}
