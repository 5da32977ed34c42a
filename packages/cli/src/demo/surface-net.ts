export interface SurfaceNet {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/**
 * The surface where `field` is 0, as triangles seen from outside counter-clockwise: one vertex per cell that it passes through, two
 * triangles per grid edge that it crosses (naive surface nets). The field must be positive at the border of the box.
 */
export function surfaceNet(
  field: (x: number, y: number, z: number) => number,
  min: readonly [number, number, number],
  max: readonly [number, number, number],
  cell: number,
): SurfaceNet {
  const size = min.map((low, axis) => Math.ceil((max[axis] - low) / cell) + 1);
  const stride = [1, size[0], size[0] * size[1]];
  const values = new Float64Array(size[0] * size[1] * size[2]);
  for (let i = 0; i < values.length; i++) {
    const [x, y, z] = gridPoint(i, size);
    values[i] = field(min[0] + cell * x, min[1] + cell * y, min[2] + cell * z);
  }

  // a vertex in the middle of the places where the cell's edges are crossed
  const vertexOf = new Int32Array(values.length).fill(-1);
  const positions: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const at = gridPoint(i, size);
    if (at.some((place, axis) => place === size[axis] - 1)) continue;
    const sum = [0, 0, 0];
    let crossings = 0;
    for (const [a, b, axis] of CELL_EDGES) {
      const from = values[i + offset(a, stride)];
      const to = values[i + offset(b, stride)];
      if (from < 0 === to < 0) continue;
      const along = from / (from - to);
      for (let k = 0; k < 3; k++) sum[k] += ((a >> k) & 1) + (k === axis ? along : 0);
      crossings++;
    }
    if (crossings === 0) continue;
    vertexOf[i] = positions.length / 3;
    for (let k = 0; k < 3; k++) positions.push(min[k] + cell * (at[k] + sum[k] / crossings));
  }

  const triangles: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const at = gridPoint(i, size);
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      if (at[axis] === size[axis] - 1 || at[u] === 0 || at[v] === 0) continue;
      const inside = values[i] < 0;
      if (inside === values[i + stride[axis]] < 0) continue;
      // the four cells around the edge
      const ring = [i - stride[u] - stride[v], i - stride[v], i, i - stride[u]].map((c) => vertexOf[c]);
      const [a, b, c, d] = inside ? ring : ring.reverse();
      triangles.push(a, b, c, a, c, d);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Corners of a cell as bits x, y, z: pairs that differ in one, and in which. */
const CELL_EDGES: readonly (readonly [number, number, number])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((corner) => ((corner >> axis) & 1) === 0)
    .map((corner) => [corner, corner | (1 << axis), axis] as const),
);

function gridPoint(i: number, size: readonly number[]): [number, number, number] {
  return [i % size[0], Math.floor(i / size[0]) % size[1], Math.floor(i / (size[0] * size[1]))];
}

function offset(corner: number, stride: readonly number[]): number {
  return (corner & 1) * stride[0] + ((corner >> 1) & 1) * stride[1] + ((corner >> 2) & 1) * stride[2];
}
