import type { SceneMesh } from '../scene.ts';

/** A unit normal per vertex, the mean of its triangles' normals weighted by area; zero where they cancel. */
export function vertexNormals({ positions, triangles }: SceneMesh): Float64Array {
  const normals = new Float64Array(positions.length);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [3 * triangles[corner]!, 3 * triangles[corner + 1]!, 3 * triangles[corner + 2]!];
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    for (const at of [a, b, c]) {
      normals[at]! += uy * vz - uz * vy;
      normals[at + 1]! += uz * vx - ux * vz;
      normals[at + 2]! += ux * vy - uy * vx;
    }
  }
  for (let v = 0; v < normals.length; v += 3) {
    const length = Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!);
    if (length === 0) continue;
    for (let axis = 0; axis < 3; axis++) normals[v + axis]! /= length;
  }
  return normals;
}
