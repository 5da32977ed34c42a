import type { Penetrations } from 'selfcollide';

/**
 * Penalty response: the vertex is accelerated out of the tet in proportion to its depth, and the tet's corners the other
 * way by their barycentric weights, so that momentum stays. `stiffness` is velocity gained per depth; deeper than
 * `maxDepth` counts as that deep, lest one wrong estimate throws a body away.
 */
export function pushApart(
  velocities: Float64Array,
  tets: Uint32Array,
  firstVertex: ArrayLike<number>,
  firstTet: ArrayLike<number>,
  found: Penetrations,
  stiffness: number,
  maxDepth: number,
): void {
  const { count, vertexObject, vertex, tetObject, tet, barycentric, depth, direction } = found;
  for (let i = 0; i < count; i++) {
    const push = stiffness * Math.min(depth[i], maxDepth);
    const v = 3 * (firstVertex[vertexObject[i]] + vertex[i]);
    const t = 4 * (firstTet[tetObject[i]] + tet[i]);
    for (let axis = 0; axis < 3; axis++) {
      const gain = push * direction[3 * i + axis];
      velocities[v + axis] += gain;
      for (let k = 0; k < 4; k++) velocities[3 * tets[t + k] + axis] -= gain * barycentric[4 * i + k];
    }
  }
}
