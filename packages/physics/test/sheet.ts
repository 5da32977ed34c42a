/** A square sheet of side 1 in the plane y = 0, facing up, `cells` × `cells` cells of two triangles. */
export function sheet(cells: number): { positions: Float64Array; triangles: Uint32Array } {
  const row = cells + 1;
  const positions = new Float64Array(3 * row * row);
  const triangles: number[] = [];
  for (let z = 0, v = 0; z <= cells; z++) {
    for (let x = 0; x <= cells; x++, v += 3) {
      positions[v] = x / cells;
      positions[v + 2] = 0 - z / cells;
      if (x === cells || z === cells) continue;
      const a = z * row + x;
      triangles.push(a, a + 1, a + row + 1, a, a + row + 1, a + row);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}
