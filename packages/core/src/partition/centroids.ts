/** Three times the centroid of every triangle: the sum of its corners, good enough to compare with. */
export function triangleCentroids(triangles: Uint32Array, positions: Float64Array): Float64Array {
  const centroids = new Float64Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * triangles[i];
    const b = 3 * triangles[i + 1];
    const c = 3 * triangles[i + 2];
    centroids[i] = positions[a] + positions[b] + positions[c];
    centroids[i + 1] = positions[a + 1] + positions[b + 1] + positions[c + 1];
    centroids[i + 2] = positions[a + 2] + positions[b + 2] + positions[c + 2];
  }
  return centroids;
}
