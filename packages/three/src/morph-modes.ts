import type { BufferAttribute, InterleavedBufferAttribute, Mesh } from 'three';
import { readSource } from './read-source.ts';
import { readTriangles } from './read-triangles.ts';

/** A mesh that morph weights move, x = position + Σ weight_i·column i: what `certify` and `createSubspaceDetector` of selfcollide take. */
export interface MorphModes {
  /** Of the targets, in the order of `morphTargetInfluences`. */
  readonly names: readonly string[];
  /** With all weights 0, in the mesh's local space. */
  readonly mesh: { readonly positions: Float64Array; readonly triangles: Uint32Array };
  /** Column i is `vectors[3·vertexCount·i …]`, x y z a vertex. */
  readonly vectors: Float64Array;
  /** 0 and 1, what most tools let weights be between. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface MorphModesOptions {
  /** Of a SkinnedMesh: in the pose that its skeleton was bound in. Default false: a SkinnedMesh is refused. */
  readonly bindPose?: boolean;
}

/**
 * Morph targets of a mesh as modes.
 *
 * @throws TypeError for what is no mesh, has no morph targets or some with another number of vertices, or is skinned and `bindPose` was not asked for.
 *
 * @example
 * const modes = morphModes(face);
 * const report = certify(modes.mesh, modes);
 */
export function morphModes(mesh: Mesh, { bindPose = false }: MorphModesOptions = {}): MorphModes {
  const { meshes } = readSource('morphModes', mesh);
  if (meshes?.length !== 1 || meshes[0] !== mesh) {
    throw new TypeError('morphModes: mesh must be a Mesh, whose weights move it, got something else.');
  }
  const called = mesh.name ? `${mesh.type} '${mesh.name}'` : `a ${mesh.type}`;
  if ('isSkinnedMesh' in mesh && !bindPose) {
    throw new TypeError(`morphModes: mesh must not be skinned, or bindPose be asked for, got ${called}.`);
  }
  const { geometry } = mesh;
  const targets = geometry.morphAttributes.position ?? [];
  if (targets.length === 0) throw new TypeError(`morphModes: mesh must have morph targets, got ${called} without any.`);
  const positions = readVectors(geometry.getAttribute('position'));
  const length = positions.length;
  const vectors = new Float64Array(targets.length * length);
  targets.forEach((target, i) => {
    if (target.count !== length / 3) {
      throw new TypeError(
        `morphModes: morph targets must have as many vertices as the mesh, ${length / 3}, got ${target.count} in target ${i} of ${called}.`,
      );
    }
    const column = readVectors(target);
    // targets that are shapes themselves are blended with the base, which is linear too
    if (!geometry.morphTargetsRelative) for (let x = 0; x < length; x++) column[x] -= positions[x];
    vectors.set(column, i * length);
  });
  const names = targets.map((_, i) => `target ${i}`);
  for (const [name, i] of Object.entries(mesh.morphTargetDictionary ?? {})) if (i < names.length) names[i] = name;
  return {
    names,
    mesh: { positions, triangles: readTriangles(geometry) },
    vectors,
    low: new Float64Array(targets.length),
    high: new Float64Array(targets.length).fill(1),
  };
}

function readVectors(attribute: BufferAttribute | InterleavedBufferAttribute): Float64Array {
  const out = new Float64Array(3 * attribute.count);
  for (let v = 0; v < attribute.count; v++) {
    out[3 * v] = attribute.getX(v);
    out[3 * v + 1] = attribute.getY(v);
    out[3 * v + 2] = attribute.getZ(v);
  }
  return out;
}
