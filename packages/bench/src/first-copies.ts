/**
 * For each vertex the lowest-numbered vertex at the same position (−0 equals 0). Only vertices that `triangles` name count; the others
 * stay alone.
 */
export function firstCopies(positions: ArrayLike<number>, triangles: Iterable<number>): Uint32Array {
  const used = new Set(triangles);
  const known = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    if (!used.has(vertex)) return vertex;
    // adding 0 turns −0 into 0
    const at = 3 * vertex;
    const key = `${positions[at] + 0},${positions[at + 1] + 0},${positions[at + 2] + 0}`;
    const first = known.get(key) ?? vertex;
    known.set(key, first);
    return first;
  });
}
