import { MATRIX_SIZE } from './pose-bones.ts';

/** Bones that `strongestBones` keeps of each vertex. */
export const BONES_PER_VERTEX = 4;

/** Which bones each vertex follows, equally many for each; unused places have weight 0. Weights of a vertex add up to 1. */
export interface SkinWeights {
  readonly bones: Uint16Array;
  readonly weights: Float64Array;
}

/**
 * Linear-blend skinning: every vertex goes to the mean of where its bones would take it, by weight.
 * `matrices` are those of `poseBones`. At a sharp bend the mean cuts the corner, so skin on its inside passes through itself.
 */
export function blendSkin(rest: ArrayLike<number>, skin: SkinWeights, matrices: Float64Array, out: Float64Array): void {
  const { bones, weights } = skin;
  const vertexCount = rest.length / 3;
  const bonesPerVertex = bones.length / vertexCount;
  for (let v = 0; v < vertexCount; v++) {
    const x = rest[3 * v];
    const y = rest[3 * v + 1];
    const z = rest[3 * v + 2];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let k = bonesPerVertex * v; k < bonesPerVertex * (v + 1); k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const m = MATRIX_SIZE * bones[k];
      px += weight * (matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3]);
      py += weight * (matrices[m + 4] * x + matrices[m + 5] * y + matrices[m + 6] * z + matrices[m + 7]);
      pz += weight * (matrices[m + 8] * x + matrices[m + 9] * y + matrices[m + 10] * z + matrices[m + 11]);
    }
    out[3 * v] = px;
    out[3 * v + 1] = py;
    out[3 * v + 2] = pz;
  }
}
