import type { SceneMesh } from '../scene.ts';

export interface SurfaceNetOptions {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
  /** Side of a grid cell, about the length of an edge of the mesh. */
  readonly spacing: number;
  /** Rounds that even out the mesh along the surface. Default 12. */
  readonly rounds?: number;
  /** How quads are cut: along the shorter diagonal, or always from the same corner. Default `shorter`. */
  readonly diagonals?: 'shorter' | 'fixed';
}

/**
 * The surface where `distance` is 0, facing where it is positive: naive surface nets. A vertex in each cell of a grid that the
 * surface passes through, a quad around each grid edge that crosses it, evened out and cut into triangles.
 * A closed manifold if the surface is inside the box; gaps narrower than a cell are closed.
 */
export function surfaceNet(
  distance: (x: number, y: number, z: number) => number,
  options: SurfaceNetOptions,
): SceneMesh {
  const { low, high, spacing, rounds = 12, diagonals = 'shorter' } = options;
  const [nx, ny, nz] = [0, 1, 2].map((axis) => Math.ceil((high[axis] - low[axis]) / spacing) + 1);
  const strides = [1, nx, nx * ny];
  const values = new Float64Array(nx * ny * nz);
  for (let z = 0, i = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++, i++) {
        values[i] = distance(low[0] + x * spacing, low[1] + y * spacing, low[2] + z * spacing);
      }
    }
  }
  settleSigns(values, [nx, ny, nz]);

  // a vertex in every cell with corners on both sides, at the mean of the crossings on its edges
  const coordinates: number[] = [];
  const vertexOf = new Int32Array(values.length).fill(-1);
  for (let z = 0; z + 1 < nz; z++) {
    for (let y = 0; y + 1 < ny; y++) {
      for (let x = 0; x + 1 < nx; x++) {
        const cell = x + strides[1] * y + strides[2] * z;
        const mean = meanCrossing(values, strides, cell);
        if (!mean) continue;
        vertexOf[cell] = coordinates.length / 3;
        coordinates.push(...[x, y, z].map((at, axis) => low[axis] + spacing * (at + mean[axis])));
      }
    }
  }
  const quads = crossedEdgeQuads(values, strides, [nx, ny, nz], vertexOf);
  const positions = Float64Array.from(coordinates);
  evenOut(positions, quads, distance, spacing, rounds);
  return { positions, triangles: cutQuads(positions, quads, diagonals === 'shorter') };
}

/** In units of the cell, from its lowest corner; nothing if all corners are on one side. */
function meanCrossing(values: Float64Array, strides: readonly number[], cell: number): number[] | undefined {
  const sum = [0, 0, 0];
  let count = 0;
  for (let corner = 0; corner < 8; corner++) {
    const bits = [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
    const here = values[cell + bits[0] * strides[0] + bits[1] * strides[1] + bits[2] * strides[2]];
    for (let axis = 0; axis < 3; axis++) {
      if (bits[axis] === 1) continue;
      const there = values[cell + bits[0] * strides[0] + bits[1] * strides[1] + bits[2] * strides[2] + strides[axis]];
      if (here < 0 === there < 0) continue;
      for (let k = 0; k < 3; k++) sum[k] += k === axis ? here / (here - there) : bits[k];
      count++;
    }
  }
  return count === 0 ? undefined : sum.map((x) => x / count);
}

/** Four vertices around each grid edge with ends on both sides, turning so that the quad faces the positive side. */
function crossedEdgeQuads(
  values: Float64Array,
  strides: readonly number[],
  counts: readonly number[],
  vertexOf: Int32Array,
): Uint32Array {
  const quads: number[] = [];
  for (let z = 0, i = 0; z < counts[2]; z++) {
    for (let y = 0; y < counts[1]; y++) {
      for (let x = 0; x < counts[0]; x++, i++) {
        const at = [x, y, z];
        for (let axis = 0; axis < 3; axis++) {
          const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
          if (at[axis] + 1 >= counts[axis] || at[u] === 0 || at[v] === 0) continue;
          const inside = values[i] < 0;
          if (inside === values[i + strides[axis]] < 0) continue;
          const around = [i, i - strides[u], i - strides[u] - strides[v], i - strides[v]].map((c) => vertexOf[c]);
          quads.push(...(inside ? around : around.reverse()));
        }
      }
    }
  }
  return Uint32Array.from(quads);
}

/** Moves vertices halfway to the mean of their neighbours and back onto the surface, again and again. */
function evenOut(
  positions: Float64Array,
  quads: Uint32Array,
  distance: (x: number, y: number, z: number) => number,
  spacing: number,
  rounds: number,
): void {
  const sums = new Float64Array(positions.length);
  const counts = new Uint32Array(positions.length / 3);
  const step = 1e-3 * spacing;
  for (let round = 0; round < rounds; round++) {
    sums.fill(0);
    counts.fill(0);
    for (let k = 0; k < quads.length; k++) {
      // each quad names both neighbours of a corner, so on a closed surface each neighbour counts twice
      for (const other of [k - (k % 4) + ((k + 1) % 4), k - (k % 4) + ((k + 3) % 4)]) {
        for (let axis = 0; axis < 3; axis++) sums[3 * quads[k] + axis] += positions[3 * quads[other] + axis];
        counts[quads[k]]++;
      }
    }
    for (let v = 0; v < counts.length; v++) {
      const at = [0, 1, 2].map((axis) => 0.5 * (positions[3 * v + axis] + sums[3 * v + axis] / counts[v]));
      for (let newton = 0; newton < 2; newton++) {
        const [x, y, z] = at;
        const value = distance(x, y, z);
        const gx = (distance(x + step, y, z) - value) / step;
        const gy = (distance(x, y + step, z) - value) / step;
        const gz = (distance(x, y, z + step) - value) / step;
        const steepness = gx * gx + gy * gy + gz * gz;
        if (steepness < 1e-6) continue; // a ridge inside: no way out to follow
        at[0] -= (value * gx) / steepness;
        at[1] -= (value * gy) / steepness;
        at[2] -= (value * gz) / steepness;
      }
      positions.set(at, 3 * v);
    }
  }
}

function cutQuads(positions: Float64Array, quads: Uint32Array, shorter: boolean): Uint32Array {
  const triangles = new Uint32Array((quads.length / 4) * 6);
  const between = (a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => positions[3 * a + axis] - positions[3 * b + axis]));
  for (let q = 0, out = 0; q < quads.length; q += 4, out += 6) {
    const [a, b, c, d] = quads.subarray(q, q + 4);
    if (!shorter) triangles.set([c, d, a, c, a, b], out);
    else triangles.set(between(a, c) <= between(b, d) ? [a, b, c, a, c, d] : [a, b, d, b, c, d], out);
  }
  return triangles;
}

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
