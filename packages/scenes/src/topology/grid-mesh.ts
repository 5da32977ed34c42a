import type { SceneMesh } from '../scene.ts';
import { type GridOptions, gridTriangles } from './grid-triangles.ts';

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
