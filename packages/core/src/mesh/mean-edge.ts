import type { Positions } from './triangle-mesh.ts';

/** The mean length of the triangles' sides, inner edges counted twice, in the caller's order: the same whatever the method. 1 where all are 0. */
export function meanEdge(triangles: ArrayLike<number>, positions: Positions): number {
  const count = triangles.length;
  let sum = 0;
  for (let h = 0; h < count; h++) {
    const a = 3 * triangles[h];
    const b = 3 * triangles[h % 3 === 2 ? h - 2 : h + 1];
    const x = positions[a] - positions[b];
    const y = positions[a + 1] - positions[b + 1];
    const z = positions[a + 2] - positions[b + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    // squares of very long or short ones are lost
    sum += (length > 2 ** -500 && length < 2 ** 500 ? length : Math.min(Math.hypot(x, y, z), Number.MAX_VALUE)) / count;
  }
  return sum > 0 ? sum : 1;
}
