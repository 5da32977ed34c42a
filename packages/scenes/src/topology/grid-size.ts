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
