/**
 * Makes samples negative, those nearest to 0 first, until the surface between negative and positive ones is a manifold: in
 * every grid cell both kinds hang together along cell edges, and no cell face has one kind on one diagonal and the other on
 * the other. Gaps narrower than a cell are filled that way. Ends, since samples only ever change one way.
 *
 * Samples at the border of the grid must be positive, and stay so: a cell whose other corners are all negative is in order.
 */
export function settleSigns(values: Float64Array, counts: readonly number[]): void {
  const [nx, ny, nz] = counts;
  const offsets = Array.from({ length: 8 }, (_, k) => (k & 1) + nx * ((k >> 1) & 1) + nx * ny * ((k >> 2) & 1));
  for (let changed = true; changed; ) {
    changed = false;
    for (let z = 0; z + 1 < nz; z++) {
      for (let y = 0; y + 1 < ny; y++) {
        for (let x = 0; x + 1 < nx; x++) {
          const cell = x + nx * (y + ny * z);
          let inside = 0; // one bit for each corner
          for (let k = 0; k < 8; k++) if (values[cell + offsets[k]] < 0) inside |= 1 << k;
          if (inside === 0 || inside === 0xff || isSimple(inside)) continue;
          let nearest = -1;
          for (let k = 0; k < 8; k++) {
            if (inside & (1 << k)) continue;
            const [cx, cy, cz] = [x + (k & 1), y + ((k >> 1) & 1), z + ((k >> 2) & 1)];
            if (cx === 0 || cy === 0 || cz === 0 || cx === nx - 1 || cy === ny - 1 || cz === nz - 1) continue;
            if (nearest < 0 || values[cell + offsets[k]] < values[cell + offsets[nearest]]) nearest = k;
          }
          values[cell + offsets[nearest]] = -Number.MIN_VALUE;
          changed = true;
        }
      }
    }
  }
}

/** Corners of each face of a cell, around it. A corner's number has a bit for each axis. */
const FACES = [
  [0, 2, 6, 4],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 3, 7, 6],
  [0, 1, 3, 2],
  [4, 5, 7, 6],
];

function isSimple(inside: number): boolean {
  for (const face of FACES) {
    const [a, b, c, d] = face.map((corner) => (inside >> corner) & 1);
    if (a === c && b === d && a !== b) return false;
  }
  return hangsTogether(inside) && hangsTogether(~inside & 0xff);
}

function hangsTogether(corners: number): boolean {
  let reached = corners & -corners;
  for (let before = 0; before !== reached; ) {
    before = reached;
    for (let k = 0; k < 8; k++) {
      if (reached & (1 << k)) reached |= corners & ((1 << (k ^ 1)) | (1 << (k ^ 2)) | (1 << (k ^ 4)));
    }
  }
  return reached === corners;
}
