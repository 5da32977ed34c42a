/**
 * Which vertices count as one: for every vertex the lowest-numbered one that it is welded to, itself if none.
 */
export type Weld = Uint32Array;

/**
 * Welds vertices of one object at equal positions (−0 equals 0): objects in the same place are not one. A vertex belongs to the object of its
 * lowest-numbered triangle. Those that no triangle names stay alone: they may move anywhere. `labels` is the object of each triangle.
 */
export function weldEqual(positions: Float64Array, triangles: Uint32Array, labels: Uint32Array): Weld {
  const weld = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const objectOf = new Float64Array(weld.length).fill(-1);
  for (let i = triangles.length - 1; i >= 0; i--) objectOf[triangles[i]] = labels[Math.floor(i / 3)];
  mergeEqual(
    weld.filter((v) => objectOf[v] >= 0),
    weld,
    positions,
    (v) => objectOf[v],
  );
  return weld;
}

/** The weld with those vertices parted again that are apart in this pose; the same object if none are. */
export function refineWeld(weld: Weld, positions: Float64Array): Weld {
  let parted: Uint8Array | undefined;
  for (let v = 0; v < weld.length; v++) {
    const first = weld[v];
    if (first === v || samePlace(positions, v, first)) continue;
    parted ??= new Uint8Array(weld.length);
    parted[first] = 1;
  }
  if (!parted) return weld;
  const refined = weld.slice();
  const affected: number[] = [];
  for (let v = 0; v < weld.length; v++) {
    if (parted[weld[v]] === 0) continue;
    affected.push(v);
    refined[v] = v;
  }
  mergeEqual(Uint32Array.from(affected), refined, positions, (v) => weld[v]);
  return refined;
}

/** How many vertices are welded to another one. */
export function countWelded(weld: Weld): number {
  let count = 0;
  for (let v = 0; v < weld.length; v++) if (weld[v] !== v) count++;
  return count;
}

/** Triangles whose corners name the vertices that theirs are welded to. */
export function weldTriangles(triangles: Uint32Array, weld: Weld): Uint32Array {
  const welded = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) welded[i] = weld[triangles[i]];
  return welded;
}

/** Writes the lowest-numbered vertex of the same group at the same place for each of `vertices`. */
function mergeEqual(
  vertices: Uint32Array,
  weld: Weld,
  positions: Float64Array,
  groupOf: (vertex: number) => number,
): void {
  vertices.sort((a, b) => {
    const byGroup = groupOf(a) - groupOf(b);
    if (byGroup !== 0) return byGroup;
    for (let axis = 0; axis < 3; axis++) {
      const difference = positions[3 * a + axis] - positions[3 * b + axis];
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  for (let i = 1; i < vertices.length; i++) {
    const before = vertices[i - 1];
    const v = vertices[i];
    if (groupOf(before) === groupOf(v) && samePlace(positions, before, v)) weld[v] = weld[before];
  }
}

function samePlace(positions: Float64Array, a: number, b: number): boolean {
  return (
    positions[3 * a] === positions[3 * b] &&
    positions[3 * a + 1] === positions[3 * b + 1] &&
    positions[3 * a + 2] === positions[3 * b + 2]
  );
}
