/** A mean that is so many times the median comes from a few large tets. */
const MAX_SPREAD = 4;

/** The mean length of edges, or, where a few large tets would make cells and groups too large for all others, that of the middle tet. */
export function typicalEdge(tets: Uint32Array, positions: ArrayLike<number>): number {
  const count = tets.length / 4;
  const edges = new Float64Array(count);
  let sum = 0;
  for (let t = 0; t < count; t++) {
    for (let i = 0; i < 3; i++) {
      for (let k = i + 1; k < 4; k++) {
        const a = 3 * tets[4 * t + i];
        const b = 3 * tets[4 * t + k];
        edges[t] +=
          Math.hypot(
            positions[a] - positions[b],
            positions[a + 1] - positions[b + 1],
            positions[a + 2] - positions[b + 2],
          ) / 6;
      }
    }
    sum += edges[t];
  }
  if (count === 0) return 0;
  const mean = sum / count;
  const median = edges.sort()[count >> 1];
  return median > 0 && mean > MAX_SPREAD * median ? median : mean;
}
