/** Weights this far below 0 still count as inside: rounding on common faces must not make holes. */
const SLACK = -1e-12;

/**
 * Finds a tet that contains a point, or −1, by a grid of cells about as many as tets. `measure` writes a tet's weights of a
 * point to `weights`.
 */
export function createTetLocator(
  positions: Float64Array,
  tets: Uint32Array,
  measure: (tet: number, x: number, y: number, z: number) => void,
  weights: Float64Array,
): (x: number, y: number, z: number) => number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const extent = high.map((x, k) => x - low[k]); // above 0: no tet is flat
  const cell = Math.cbrt((extent[0] * extent[1] * extent[2]) / (tets.length / 4));
  const counts = extent.map((x) => Math.max(1, Math.min(256, Math.ceil(x / cell))));
  const place = (x: number, k: number) =>
    Math.max(0, Math.min(counts[k] - 1, Math.floor(((x - low[k]) / extent[k]) * counts[k])));

  const ranges = (tet: number) =>
    [0, 1, 2].map((k) => {
      const values = [0, 1, 2, 3].map((corner) => positions[3 * tets[4 * tet + corner] + k]);
      return [place(Math.min(...values), k), place(Math.max(...values), k)];
    });
  const start = new Uint32Array(counts[0] * counts[1] * counts[2] + 1);
  const visit = (tet: number, use: (cell: number) => void) => {
    const [xs, ys, zs] = ranges(tet);
    for (let x = xs[0]; x <= xs[1]; x++) {
      for (let y = ys[0]; y <= ys[1]; y++) {
        for (let z = zs[0]; z <= zs[1]; z++) use((x * counts[1] + y) * counts[2] + z);
      }
    }
  };
  for (let tet = 0; tet < tets.length / 4; tet++) visit(tet, (c) => start[c + 1]++);
  for (let c = 1; c < start.length; c++) start[c] += start[c - 1];
  const entries = new Uint32Array(start[start.length - 1]);
  const filled = start.slice();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    visit(tet, (c) => {
      entries[filled[c]++] = tet;
    });
  }

  return (x, y, z) => {
    // monotone `place` puts a point inside a tet's box into one of its cells
    const c = (place(x, 0) * counts[1] + place(y, 1)) * counts[2] + place(z, 2);
    let best = -1;
    let bestWeight = SLACK;
    for (let e = start[c]; e < start[c + 1]; e++) {
      measure(entries[e], x, y, z);
      const least = Math.min(weights[0], weights[1], weights[2], weights[3]);
      if (least >= 0) return entries[e];
      if (least < bestWeight) continue;
      bestWeight = least;
      best = entries[e];
    }
    return best;
  };
}
