/** Which triangles are at each vertex: those of vertex v are `list[start[v]]` to `list[start[v + 1] − 1]`, ascending. */
export interface VertexTriangles {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

/** A triangle that names a vertex twice is listed there twice. */
export function buildVertexTriangles(triangles: Uint32Array, vertexCount: number): VertexTriangles {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) start[triangles[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const list = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) list[next[triangles[i]]++] = Math.floor(i / 3);
  return { start, list };
}
