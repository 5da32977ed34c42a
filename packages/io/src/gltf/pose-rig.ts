import { composeMatrix, multiplyMatrices } from './matrix.ts';
import { type Rig, type RigAnimation, TRS_STRIDE, type VertexBlock } from './rig.ts';
import { sampleChannel } from './sample-channel.ts';

/** Memory that one evaluation needs; reuse it for the next frame, never for two at once. */
export interface PoseScratch {
  readonly trs: Float64Array;
  readonly local: Float64Array;
  /** World matrix of every node after `poseNodes`. */
  readonly world: Float64Array;
  readonly morphWeights: ReadonlyMap<number, Float64Array>;
  /** Per skin: jointWorld · inverseBind of every joint. */
  readonly jointMatrices: readonly Float64Array[];
  readonly place: Float64Array;
}

export function createPoseScratch(rig: Rig): PoseScratch {
  return {
    trs: new Float64Array(TRS_STRIDE * rig.nodeCount),
    local: new Float64Array(16),
    world: new Float64Array(16 * rig.nodeCount),
    morphWeights: new Map([...rig.morphWeights].map(([node, weights]) => [node, weights.slice()])),
    jointMatrices: rig.skins.map(({ joints }) => new Float64Array(16 * joints.length)),
    place: new Float64Array(16),
  };
}

/** Puts every node where the animation has it at `time` (seconds); without animation, where the file puts it. */
export function poseNodes(rig: Rig, animation: RigAnimation | undefined, time: number, scratch: PoseScratch): void {
  const { trs, local, world, morphWeights } = scratch;
  trs.set(rig.rest);
  for (const [node, weights] of rig.morphWeights) morphWeights.get(node)!.set(weights);

  for (const channel of animation?.channels ?? []) {
    const at = TRS_STRIDE * channel.node;
    if (channel.path === 'weights') {
      const weights = morphWeights.get(channel.node);
      if (weights) sampleChannel(channel, time, weights, 0);
    } else {
      const offset = channel.path === 'translation' ? 0 : channel.path === 'rotation' ? 3 : 7;
      sampleChannel(channel, time, trs, at + offset);
    }
  }

  for (const node of rig.order) {
    const matrix = rig.matrices.get(node);
    const at = TRS_STRIDE * node;
    if (matrix && isAtRest(trs, rig.rest, at)) local.set(matrix);
    else composeMatrix(local, 0, trs, at);
    const parent = rig.parent[node];
    if (parent < 0) world.set(local, 16 * node);
    else multiplyMatrices(world, 16 * node, world, 16 * parent, local, 0);
  }
}

function isAtRest(trs: Float64Array, rest: Float64Array, at: number): boolean {
  for (let i = at; i < at + TRS_STRIDE; i++) if (trs[i] !== rest[i]) return false;
  return true;
}

/** Writes every vertex for the node transforms and morph weights in `scratch`. */
export function deformVertices(rig: Rig, scratch: PoseScratch, out: Float64Array): void {
  rig.skins.forEach(({ joints, inverseBind }, s) => {
    for (let j = 0; j < joints.length; j++) {
      multiplyMatrices(scratch.jointMatrices[s], 16 * j, scratch.world, 16 * joints[j], inverseBind, 16 * j);
    }
  });
  deformBlocks(rig, scratch, out, false);
}

/**
 * The pose that skins were attached in: a skinned mesh keeps its modelled shape and moves as a whole with its first
 * joint at rest; everything else is at rest. Weights have no part in it, so vertices that were modelled at one place
 * come out bit-identical whatever their weights, and weld.
 */
export function deformToBindPose(rig: Rig, scratch: PoseScratch, out: Float64Array): void {
  rig.skins.forEach(({ joints, inverseBind }, s) => {
    multiplyMatrices(scratch.jointMatrices[s], 0, scratch.world, 16 * joints[0], inverseBind, 0);
  });
  deformBlocks(rig, scratch, out, true);
}

function deformBlocks(rig: Rig, scratch: PoseScratch, out: Float64Array, bindPose: boolean): void {
  const { world, place, morphWeights, jointMatrices } = scratch;
  for (const block of rig.blocks) {
    const { base, vertexCount, targets, skin } = block;
    const first = 3 * block.firstVertex;
    const end = first + 3 * vertexCount;

    for (let i = 0, o = first; o < end; i++, o++) out[o] = base[i];
    const amounts = morphWeights.get(block.node);
    for (let t = 0; t < targets.length; t++) {
      const offsets = targets[t];
      const amount = amounts ? amounts[t] : 0;
      if (!offsets || amount === 0) continue;
      for (let i = 0, o = first; o < end; i++, o++) out[o] += amount * offsets[i];
    }

    if (skin < 0) {
      if (block.instance) {
        multiplyMatrices(place, 0, world, 16 * block.node, block.instance, 0);
        for (let o = first; o < end; o += 3) transformPoint(place, 0, out, o);
      } else {
        for (let o = first; o < end; o += 3) transformPoint(world, 16 * block.node, out, o);
      }
      continue;
    }

    // the skinned mesh's own node has no say: joints already are in world space
    if (bindPose) for (let o = first; o < end; o += 3) transformPoint(jointMatrices[skin], 0, out, o);
    else skinVertices(block, jointMatrices[skin], out);
  }
}

/** Multiplies each vertex by the weighted sum of its joints' matrices. Locals instead of an array: three times as fast. */
function skinVertices(block: VertexBlock, matrices: Float64Array, out: Float64Array): void {
  const { influences, joints, weights, firstVertex, vertexCount } = block;
  for (let v = 0; v < vertexCount; v++) {
    let xx = 0;
    let yx = 0;
    let zx = 0;
    let xy = 0;
    let yy = 0;
    let zy = 0;
    let xz = 0;
    let yz = 0;
    let zz = 0;
    let tx = 0;
    let ty = 0;
    let tz = 0;
    for (let i = influences * v; i < influences * (v + 1); i++) {
      const weight = weights[i];
      if (weight === 0) break; // used influences come first
      const m = 16 * joints[i];
      xx += weight * matrices[m];
      yx += weight * matrices[m + 1];
      zx += weight * matrices[m + 2];
      xy += weight * matrices[m + 4];
      yy += weight * matrices[m + 5];
      zy += weight * matrices[m + 6];
      xz += weight * matrices[m + 8];
      yz += weight * matrices[m + 9];
      zz += weight * matrices[m + 10];
      tx += weight * matrices[m + 12];
      ty += weight * matrices[m + 13];
      tz += weight * matrices[m + 14];
    }
    const p = 3 * (firstVertex + v);
    const x = out[p];
    const y = out[p + 1];
    const z = out[p + 2];
    out[p] = xx * x + xy * y + xz * z + tx;
    out[p + 1] = yx * x + yy * y + yz * z + ty;
    out[p + 2] = zx * x + zy * y + zz * z + tz;
  }
}

/** Affine: the last row of every matrix is 0 0 0 1. */
function transformPoint(m: Float64Array, at: number, points: Float64Array, p: number): void {
  const x = points[p];
  const y = points[p + 1];
  const z = points[p + 2];
  points[p] = m[at] * x + m[at + 4] * y + m[at + 8] * z + m[at + 12];
  points[p + 1] = m[at + 1] * x + m[at + 5] * y + m[at + 9] * z + m[at + 13];
  points[p + 2] = m[at + 2] * x + m[at + 6] * y + m[at + 10] * z + m[at + 14];
}
