import { BONES_PER_VERTEX, type SkinWeights } from './blend-skin.ts';

/**
 * Skin weights from any number of bones a vertex: `full` has `boneCount` numbers for each vertex, none negative. Keeps the
 * four largest (of equal ones the first) and scales them to add up to 1.
 *
 * @throws RangeError if a vertex follows no bone.
 */
export function strongestBones(full: Float64Array, boneCount: number): SkinWeights {
  const vertexCount = full.length / boneCount;
  const bones = new Uint16Array(BONES_PER_VERTEX * vertexCount);
  const weights = new Float64Array(BONES_PER_VERTEX * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const start = BONES_PER_VERTEX * v;
    const end = start + BONES_PER_VERTEX;
    for (let bone = 0; bone < boneCount; bone++) {
      const weight = full[v * boneCount + bone];
      // insertion into a short list that falls from start to end
      let place = end;
      while (place > start && weights[place - 1] < weight) place--;
      if (place === end) continue;
      for (let k = end - 1; k > place; k--) {
        weights[k] = weights[k - 1];
        bones[k] = bones[k - 1];
      }
      weights[place] = weight;
      bones[place] = bone;
    }
    let sum = 0;
    for (let k = start; k < end; k++) sum += weights[k];
    if (!(sum > 0))
      throw new RangeError(`strongestBones: vertex ${v} must follow a bone; its weights add up to ${sum}.`);
    for (let k = start; k < end; k++) weights[k] /= sum;
  }
  return { bones, weights };
}
