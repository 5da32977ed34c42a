import type { SceneMesh } from '../scene.ts';

export interface JoinedMeshes extends SceneMesh {
  /** Per triangle: the number of the mesh that it came from. */
  readonly objects: Uint32Array;
  /** Where the vertices of each mesh start; one entry more than meshes. */
  readonly vertexStart: Uint32Array;
}

/** One mesh out of several, vertices and triangles in the order given. Nothing is welded. */
export function joinMeshes(meshes: readonly SceneMesh[]): JoinedMeshes {
  const vertexStart = new Uint32Array(meshes.length + 1);
  const triangleStart = new Uint32Array(meshes.length + 1);
  meshes.forEach((mesh, i) => {
    vertexStart[i + 1] = vertexStart[i]! + mesh.positions.length / 3;
    triangleStart[i + 1] = triangleStart[i]! + mesh.triangles.length / 3;
  });
  const positions = new Float64Array(3 * vertexStart.at(-1)!);
  const triangles = new Uint32Array(3 * triangleStart.at(-1)!);
  const objects = new Uint32Array(triangleStart.at(-1)!);
  meshes.forEach((mesh, i) => {
    const offset = vertexStart[i]!;
    positions.set(mesh.positions, 3 * offset);
    triangles.set(
      mesh.triangles.map((vertex) => vertex + offset),
      3 * triangleStart[i]!,
    );
    objects.fill(i, triangleStart[i]!, triangleStart[i + 1]!);
  });
  return { positions, triangles, objects, vertexStart };
}
