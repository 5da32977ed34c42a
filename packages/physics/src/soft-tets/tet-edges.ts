/** Every edge of the tets once: pairs of vertex numbers, the smaller first, in order of first use. */
export function tetEdges(tets: ArrayLike<number>): Uint32Array {
  const ends: number[] = [];
  const seen = new Map<number, Set<number>>();
  for (let t = 0; t < tets.length; t += 4) {
    for (let i = 0; i < 3; i++) {
      for (let k = i + 1; k < 4; k++) {
        const a = Math.min(tets[t + i], tets[t + k]);
        const b = Math.max(tets[t + i], tets[t + k]);
        let others = seen.get(a);
        if (others === undefined) {
          others = new Set();
          seen.set(a, others);
        }
        if (a === b || others.has(b)) continue;
        others.add(b);
        ends.push(a, b);
      }
    }
  }
  return Uint32Array.from(ends);
}
