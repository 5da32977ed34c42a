/**
 * Mean normals of vertices, weighted by area. Vertices at one place in the first pose (seams of textures) share theirs, or the seams would
 * be seen.
 */
export class SeamlessNormals {
  #triangles: Uint32Array | undefined;
  /** Per vertex the first one at its place. */
  #first: Uint32Array = new Uint32Array(0);

  /** Writes three numbers a vertex. */
  write(triangles: Uint32Array, positions: Float32Array, out: Float32Array): void {
    const count = positions.length / 3;
    if (this.#triangles !== triangles || this.#first.length !== count) {
      this.#triangles = triangles;
      this.#first = findFirst(positions);
    }
    const first = this.#first;
    out.fill(0, 0, 3 * count);
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
      const [ux, uy, uz] = [
        positions[b] - positions[a],
        positions[b + 1] - positions[a + 1],
        positions[b + 2] - positions[a + 2],
      ];
      const [vx, vy, vz] = [
        positions[c] - positions[a],
        positions[c + 1] - positions[a + 1],
        positions[c + 2] - positions[a + 2],
      ];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      for (let k = 0; k < 3; k++) {
        const at = 3 * first[triangles[i + k]];
        out[at] += nx;
        out[at + 1] += ny;
        out[at + 2] += nz;
      }
    }
    for (let v = 0; v < count; v++) {
      const from = 3 * first[v];
      if (first[v] !== v) {
        // firsts come before their copies, so this one is of length 1 already
        for (let axis = 0; axis < 3; axis++) out[3 * v + axis] = out[from + axis];
        continue;
      }
      const length = Math.hypot(out[from], out[from + 1], out[from + 2]) || 1;
      for (let axis = 0; axis < 3; axis++) out[from + axis] /= length;
    }
  }
}

function findFirst(positions: Float32Array): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
    const key = `${positions[3 * v]} ${positions[3 * v + 1]} ${positions[3 * v + 2]}`;
    const first = known.get(key) ?? v;
    if (first === v) known.set(key, v);
    return first;
  });
}
