import type { Positions } from '../../src/mesh/triangle-mesh.ts';
import { hullsMeet, type Point } from '../predicates/exact-oracle.ts';

/** How many edges meet triangles that they share no vertex with, touching included, by whole-number arithmetic that shares nothing with core. */
export function countPiercings(positions: Positions, triangles: Uint32Array): number {
  const points = Array.from({ length: positions.length / 3 }, (_, v): Point => {
    return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  });
  const edges = new Map<string, readonly [number, number]>();
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h];
    const b = triangles[h % 3 === 2 ? h - 2 : h + 1];
    edges.set(a < b ? `${a} ${b}` : `${b} ${a}`, [a, b]);
  }
  let count = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    const triangle = [...corners].map((v) => points[v]);
    for (const [a, b] of edges.values()) {
      if (corners.includes(a) || corners.includes(b)) continue;
      const edge = [points[a], points[b]];
      if (boxesMeet(edge, triangle) && hullsMeet(edge, triangle)) count++;
    }
  }
  return count;
}

/** Comparisons of doubles are exact. */
function boxesMeet(first: readonly Point[], second: readonly Point[]): boolean {
  return [0, 1, 2].every((axis) => {
    const [p, q] = [first, second].map((points) => points.map((point) => point[axis]));
    return Math.min(...p) <= Math.max(...q) && Math.min(...q) <= Math.max(...p);
  });
}
