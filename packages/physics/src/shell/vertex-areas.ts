/** A third of the area of all triangles at each vertex. */
export function vertexAreas(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const third = triangleArea(positions, triangles[t], triangles[t + 1], triangles[t + 2]) / 3;
    for (let k = 0; k < 3; k++) areas[triangles[t + k]] += third;
  }
  return areas;
}

export function triangleArea(positions: ArrayLike<number>, a: number, b: number, c: number): number {
  const ux = positions[3 * b] - positions[3 * a];
  const uy = positions[3 * b + 1] - positions[3 * a + 1];
  const uz = positions[3 * b + 2] - positions[3 * a + 2];
  const vx = positions[3 * c] - positions[3 * a];
  const vy = positions[3 * c + 1] - positions[3 * a + 1];
  const vz = positions[3 * c + 2] - positions[3 * a + 2];
  return 0.5 * Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}
