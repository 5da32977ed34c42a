import type { Surface } from '../../mesh/surface.ts';

/**
 * Bit k of entry t: triangle t stands for the vertex at its corner k, so that a vertex is tested once. The owner is the lowest-numbered triangle
 * of the caller that has the vertex: it does not depend on the order a method chose.
 */
export function ownedCorners({ triangles, triangleCount, vertexCount, triangleSource }: Surface): Uint8Array {
  const owner = new Int32Array(vertexCount).fill(-1);
  for (let h = 0; h < triangles.length; h++) {
    const t = Math.floor(h / 3);
    const best = owner[triangles[h]];
    if (best < 0 || triangleSource[t] < triangleSource[Math.floor(best / 3)]) owner[triangles[h]] = h;
  }
  const owned = new Uint8Array(triangleCount);
  for (const h of owner) if (h >= 0) owned[Math.floor(h / 3)] |= 1 << (h % 3);
  return owned;
}
