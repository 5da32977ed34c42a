import type { HalfEdges } from './half-edges.ts';

/** For every triangle the number of its connected piece (joined across edges), pieces numbered by first triangle. */
export function findComponents(halfEdges: HalfEdges): { readonly componentOf: Uint32Array; readonly count: number } {
  const { ring } = halfEdges;
  const triangleCount = ring.length / 3;
  const componentOf = new Uint32Array(triangleCount).fill(0xffffffff);
  const queue = new Uint32Array(triangleCount);
  let count = 0;
  for (let seed = 0; seed < triangleCount; seed++) {
    if (componentOf[seed] !== 0xffffffff) continue;
    let head = 0;
    let tail = 0;
    queue[tail++] = seed;
    componentOf[seed] = count;
    while (head < tail) {
      const t = queue[head++];
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        for (let other = ring[h]; other !== h; other = ring[other]) {
          const neighbour = Math.floor(other / 3);
          if (componentOf[neighbour] !== 0xffffffff) continue;
          componentOf[neighbour] = count;
          queue[tail++] = neighbour;
        }
      }
    }
    count++;
  }
  return { componentOf, count };
}
