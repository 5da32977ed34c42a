/**
 * For edges of contours the patch on their other side. Vertices count as one where they have the same place: a mesh may hold a vertex
 * several times along a seam.
 *
 * @returns Takes an edge in the contour's direction; gives a value of `patchOf`, −1 along the rim of the mesh.
 */
export function patchesBeside(
  loops: readonly Uint32Array[],
  { positions, triangles }: { readonly positions: ArrayLike<number>; readonly triangles: Uint32Array },
  patchOf: Int32Array,
): (from: number, to: number) => number {
  const placeKey = (v: number) => `${positions[3 * v]} ${positions[3 * v + 1]} ${positions[3 * v + 2]}`;
  const onContour = new Map<string, number>();
  for (const loop of loops) for (const v of loop) onContour.set(placeKey(v), v);

  const vertexCount = positions.length / 3;
  const contourVertex = new Int32Array(vertexCount).fill(-1);
  for (let v = 0; v < vertexCount; v++) contourVertex[v] = onContour.get(placeKey(v)) ?? -1;

  const edgeKey = (from: number, to: number) => from * vertexCount + to;
  const patchBehind = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    const from = contourVertex[triangles[i]];
    const to = contourVertex[triangles[i % 3 === 2 ? i - 2 : i + 1]];
    if (from >= 0 && to >= 0) patchBehind.set(edgeKey(from, to), patchOf[Math.floor(i / 3)]);
  }
  // the triangle on the other side has the same edge the other way around
  return (from, to) => patchBehind.get(edgeKey(contourVertex[to] as number, contourVertex[from] as number)) ?? -1;
}
