/**
 * Moves the two ends of every edge so that its length comes back to rest: `share` of the difference, half at either end
 * (position-based springs, one Gauss–Seidel sweep).
 */
export function keepLengths(positions: Float64Array, edges: Uint32Array, rest: Float64Array, share: number): void {
  for (let e = 0; e < rest.length; e++) {
    const a = 3 * edges[2 * e];
    const b = 3 * edges[2 * e + 1];
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue;
    const move = (0.5 * share * (length - rest[e])) / length;
    positions[a] += move * dx;
    positions[a + 1] += move * dy;
    positions[a + 2] += move * dz;
    positions[b] -= move * dx;
    positions[b + 1] -= move * dy;
    positions[b + 2] -= move * dz;
  }
}

export function edgeLengths(positions: ArrayLike<number>, edges: Uint32Array): Float64Array {
  const lengths = new Float64Array(edges.length / 2);
  for (let e = 0; e < lengths.length; e++) {
    const a = 3 * edges[2 * e];
    const b = 3 * edges[2 * e + 1];
    lengths[e] = Math.hypot(
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    );
  }
  return lengths;
}
