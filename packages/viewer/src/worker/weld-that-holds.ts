/**
 * For every vertex the lowest-numbered one that has the same place in all poses given. Copies of a vertex along a seam are one
 * vertex; where a seam opens, they are several again.
 */
export function weldThatHolds(poses: readonly Float64Array[]): Uint32Array {
  const count = poses[0].length / 3;
  const weld = new Uint32Array(count);
  const first = new Map<string, number>();
  for (let v = 0; v < count; v++) {
    // + 0 makes −0 and 0 the same
    const key = poses.map((p) => `${p[3 * v] + 0},${p[3 * v + 1] + 0},${p[3 * v + 2] + 0}`).join(';');
    const known = first.get(key);
    if (known === undefined) first.set(key, v);
    weld[v] = known ?? v;
  }
  return weld;
}
