import { cleanBoneNames } from './bone-names.ts';
import type { Rig, VertexBlock } from './gltf/rig.ts';
import { objectLabels } from './locate-in-file.ts';
import type { Model } from './model.ts';

/** What the parts of a model are called, in an artist's words. */
export interface NamedParts {
  readonly names: readonly string[];
  /** Triangle → number into `names`. */
  readonly ofTriangle: Uint32Array;
  /** Parts below this number are bones: each is one place of the body. Objects and materials may be large. */
  readonly boneCount: number;
}

/**
 * Names every triangle: by the bone that moves it most, where it has a skin with more than one bone; else by its object, where there are several; else by its
 * material, where there are several; else it has the name ''.
 */
export function nameParts(model: Model): NamedParts {
  const { objects, materials, rig, triangles } = model;
  const ofTriangle = new Uint32Array(triangles.length / 3);
  const bones = rig && findBones(rig);
  const boneCount = bones?.names.length ?? 0;
  const named = materials && materials.names.filter((name) => name !== '').length > 1 ? materials : undefined;
  const names = [...(bones?.names ?? [])];
  if (objects.length > 1) {
    names.push(...objects.map(({ name }) => name));
    const labels = objectLabels(model);
    ofTriangle.forEach((_, t) => {
      ofTriangle[t] = boneCount + labels[t];
    });
  } else if (named) {
    names.push(...named.names);
    ofTriangle.forEach((_, t) => {
      ofTriangle[t] = boneCount + named.ofTriangle[t];
    });
  } else {
    names.push('');
    ofTriangle.fill(boneCount);
  }
  if (bones) {
    ofTriangle.forEach((_, t) => {
      const bone = bones.ofCorners(triangles.subarray(3 * t, 3 * t + 3));
      if (bone >= 0) ofTriangle[t] = bone;
    });
  }
  return { names, ofTriangle, boneCount };
}

/** Bones that move vertices; undefined if no skin has two of them. */
function findBones(rig: Rig): { names: string[]; ofCorners(corners: Uint32Array): number } | undefined {
  const boneOfNode = new Int32Array(rig.nodeCount).fill(-1);
  const joints = new Set(rig.skins.flatMap((skin) => (skin.joints.length > 1 ? [...skin.joints] : [])));
  if (joints.size === 0) return undefined;
  const nodes = [...rig.order].filter((node) => joints.has(node));
  nodes.forEach((node, bone) => {
    boneOfNode[node] = bone;
  });
  const blockOf: (VertexBlock | undefined)[] = new Array(rig.vertexCount);
  for (const block of rig.blocks) {
    if (block.skin < 0 || rig.skins[block.skin].joints.length < 2) continue;
    blockOf.fill(block, block.firstVertex, block.firstVertex + block.vertexCount);
  }
  const share = new Float64Array(nodes.length);
  return {
    names: cleanBoneNames(nodes.map((node) => rig.nodeNames[node])),
    ofCorners(corners) {
      share.fill(0);
      for (const v of corners) {
        const block = blockOf[v];
        if (!block) return -1;
        const { influences, firstVertex, weights, joints, skin } = block;
        const first = influences * (v - firstVertex);
        for (let i = first; i < first + influences; i++) {
          if (!(weights[i] > 0)) continue;
          share[boneOfNode[rig.skins[skin].joints[joints[i]]]] += weights[i];
        }
      }
      // of equal shares the bone nearer to the root
      return share.indexOf(Math.max(...share));
    },
  };
}
