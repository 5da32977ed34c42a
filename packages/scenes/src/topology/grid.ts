import type { SceneMesh } from '../scene.ts';

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** Cells of a grid with about `triangles` triangles (two a cell) and `columns ≈ aspect × rows`. */
export function gridSize(triangles: number, aspect: number, minimum = 1): GridSize {
  const cells = triangles / 2;
  const columns = Math.max(minimum, Math.round(Math.sqrt(cells * aspect)));
  const rows = Math.max(minimum, Math.round(cells / columns));
  return { columns, rows };
}

export interface GridOptions {
  /** `alternating` turns the diagonal of every second cell, like a checkerboard. Default `constant`. */
  readonly diagonals?: 'constant' | 'alternating';
  /** The last column continues at the first: an open tube. Default false. */
  readonly wrapColumns?: boolean;
  /** The last row continues at the first; with wrapped columns a torus. Default false. */
  readonly wrapRows?: boolean;
}

/** How many vertices a grid of `columns × rows` cells has; a wrapped direction reuses its first line. */
export function gridVertexCount(columns: number, rows: number, options: GridOptions = {}): number {
  return (options.wrapColumns ? columns : columns + 1) * (options.wrapRows ? rows : rows + 1);
}

/**
 * Two triangles for each cell of a grid. Vertex (column, row) has the number `row × columnVertices + column`.
 * Triangles turn from the column direction to the row direction, so with columns along x and rows along y they face +z.
 */
export function gridTriangles(columns: number, rows: number, options: GridOptions = {}): Uint32Array {
  const { diagonals = 'constant', wrapColumns = false, wrapRows = false } = options;
  const columnVertices = wrapColumns ? columns : columns + 1;
  const rowVertices = wrapRows ? rows : rows + 1;
  const triangles = new Uint32Array(6 * columns * rows);
  let out = 0;

  for (let row = 0; row < rows; row++) {
    const near = row * columnVertices;
    const far = ((row + 1) % rowVertices) * columnVertices;
    for (let column = 0; column < columns; column++) {
      const next = (column + 1) % columnVertices;
      const a = near + column;
      const b = near + next;
      const c = far + next;
      const d = far + column;
      const turned = diagonals === 'alternating' && ((row + column) & 1) === 1;
      triangles.set(turned ? [a, b, d, b, c, d] : [a, b, c, a, c, d], out);
      out += 6;
    }
  }
  return triangles;
}

/** A flat grid in the plane z = 0, cells of side 1, its first corner at the origin; all coordinates are whole numbers. */
export function gridMesh(columns: number, rows: number, options: Pick<GridOptions, 'diagonals'> = {}): SceneMesh {
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, v = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, v += 3) {
      positions[v] = column;
      positions[v + 1] = row;
    }
  }
  return { positions, triangles: gridTriangles(columns, rows, options) };
}
