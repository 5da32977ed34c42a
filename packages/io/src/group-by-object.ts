import type { MeshObject } from './model.ts';

export interface GroupedTriangles {
  readonly triangles: Uint32Array;
  readonly objects: MeshObject[];
  /** Triangle → face of the file; undefined if they are the same. */
  readonly faces: Uint32Array | undefined;
  /** Triangle → its place before; undefined if nothing moved. */
  readonly source: Uint32Array | undefined;
}

/** Orders triangles by object, keeping the file's order inside each: a name may come up again later in the file. */
export function groupByObject(
  triangles: Uint32Array,
  faces: Uint32Array | undefined,
  { names, label }: { names: string[]; label: Uint32Array },
): GroupedTriangles {
  const triangleCount = label.length;
  const next = new Uint32Array(names.length + 1);
  let ordered = true;
  for (let t = 0; t < triangleCount; t++) {
    next[label[t] + 1]++;
    if (t > 0 && label[t] < label[t - 1]) ordered = false;
  }
  for (let n = 0; n < names.length; n++) next[n + 1] += next[n];
  const first = next.slice();

  let sorted = triangles;
  let sortedFaces = faces;
  let source: Uint32Array | undefined;
  if (!ordered) {
    sorted = new Uint32Array(triangles.length);
    sortedFaces = new Uint32Array(triangleCount);
    source = new Uint32Array(triangleCount);
    for (let t = 0; t < triangleCount; t++) {
      const to = next[label[t]]++;
      for (let corner = 0; corner < 3; corner++) sorted[3 * to + corner] = triangles[3 * t + corner];
      sortedFaces[to] = faces ? faces[t] : t;
      source[to] = t;
    }
  }

  const objects = names.map((name, n) => {
    let low = Number.POSITIVE_INFINITY;
    let high = -1;
    for (let i = 3 * first[n]; i < 3 * first[n + 1]; i++) {
      if (sorted[i] < low) low = sorted[i];
      if (sorted[i] > high) high = sorted[i];
    }
    const part = {
      firstTriangle: first[n],
      triangleCount: first[n + 1] - first[n],
      firstVertex: low,
      vertexCount: high - low + 1,
    };
    return { name, ...part, parts: [part] };
  });
  return { triangles: sorted, objects, faces: sortedFaces, source };
}
