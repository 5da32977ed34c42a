/**
 * Core's rule for welding, written a second time on purpose: the fuzzer compares with code that is not core's.
 *
 * For each vertex the lowest-numbered vertex at the same position (−0 equals 0). Only vertices that `triangles` name count; the others
 * stay alone. With `objects`, a label a triangle, only vertices of the same object count as one; a vertex belongs to the first triangle's.
 */
export function firstCopies(
  positions: ArrayLike<number>,
  triangles: Iterable<number>,
  objects?: ArrayLike<number>,
): Uint32Array {
  const objectOf = new Map<number, number>();
  let corner = 0;
  for (const vertex of triangles) {
    const label = objects ? objects[Math.floor(corner / 3)] : 0;
    if (!objectOf.has(vertex)) objectOf.set(vertex, label);
    corner++;
  }
  const known = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    if (!objectOf.has(vertex)) return vertex;
    // adding 0 turns −0 into 0
    const at = 3 * vertex;
    const key = `${positions[at] + 0},${positions[at + 1] + 0},${positions[at + 2] + 0} ${objectOf.get(vertex)}`;
    const first = known.get(key) ?? vertex;
    known.set(key, first);
    return first;
  });
}
