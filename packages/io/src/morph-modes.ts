import { multiplyMatrices } from './gltf/matrix.ts';
import { createPoseScratch, type PoseScratch, poseNodes } from './gltf/pose-rig.ts';
import type { Rig, VertexBlock } from './gltf/rig.ts';
import { IoError } from './io-error.ts';
import type { MeshObject, Model } from './model.ts';

/** An object of a model as a mesh that morph weights move: x = position + Σ weight_i·column i. */
export interface MorphModes {
  readonly object: MeshObject;
  /** Of the targets, in the file's order. */
  readonly names: readonly string[];
  /** The object with all weights 0, in world space, in numbers of its own: vertex and triangle 0 are the first of the object. */
  readonly mesh: { readonly positions: Float64Array; readonly triangles: Uint32Array };
  /** Column i is `vectors[3·vertexCount·i …]`, x y z a vertex. */
  readonly vectors: Float64Array;
  /** 0 and 1, what most tools let weights be between. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface MorphModesOptions {
  /** Of a skinned object: in the pose that its skin was attached in. Default false: a skinned object is refused. */
  readonly bindPose?: boolean;
}

/**
 * Morph targets of one object, for `certify` and `createSubspaceDetector`. Primitives of an object share its weights.
 *
 * @param object Its name or number; may be left out where only one has targets.
 * @throws {@link IoError} if nothing in the file has morph targets.
 * @throws RangeError if there is no such object, it has no targets, or it is skinned and `bindPose` was not asked for.
 *
 * @example
 * const modes = morphModes(model, 'Head');
 * const report = certify(modes.mesh, modes);
 */
export function morphModes(model: Model, object?: string | number, options: MorphModesOptions = {}): MorphModes {
  for (const name of Object.keys(options)) {
    if (name !== 'bindPose') throw new RangeError(`morphModes: options are bindPose, got '${name}'.`);
  }
  if (!Array.isArray(model?.objects)) {
    throw new TypeError(
      `morphModes: model must be what readModel gives, got ${model === null ? 'null' : typeof model}.`,
    );
  }
  const { rig } = model;
  const withTargets = model.objects.filter((each) => namesOf(rig, each) !== undefined);
  if (!rig || withTargets.length === 0) {
    throw new IoError({ file: model.name, expected: 'an object with morph targets', found: 'found none' });
  }
  const chosen = chooseObject(model, withTargets, object);
  const names = namesOf(rig, chosen) as readonly string[];
  const { firstVertex, vertexCount, firstTriangle, triangleCount } = chosen;
  const length = 3 * vertexCount;
  const positions = new Float64Array(length);
  const vectors = new Float64Array(names.length * length);
  const scratch = createPoseScratch(rig);
  poseNodes(rig, undefined, 0, scratch);
  for (const block of blocksOf(rig, chosen)) {
    const place = placeOf(rig, block, scratch, options.bindPose ?? false, chosen.name);
    const at = 3 * (block.firstVertex - firstVertex);
    transform(place, block.base, positions, at, 1);
    block.targets.forEach((offsets, i) => {
      if (offsets) transform(place, offsets, vectors, i * length + at, 0);
    });
  }
  const triangles = model.triangles.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
  for (let i = 0; i < triangles.length; i++) triangles[i] -= firstVertex;
  return {
    object: chosen,
    names,
    mesh: { positions, triangles },
    vectors,
    low: new Float64Array(names.length),
    high: new Float64Array(names.length).fill(1),
  };
}

function chooseObject(model: Model, withTargets: readonly MeshObject[], wanted?: string | number): MeshObject {
  const known = withTargets.map(({ name }) => `"${name}"`).join(', ');
  if (wanted === undefined) {
    if (withTargets.length === 1) return withTargets[0];
    throw new RangeError(`morphModes: object must be named where several have morph targets (${known}), got none.`);
  }
  const called = withTargets.filter(({ name }) => name === wanted);
  if (called.length > 1) {
    const numbers = called.map((each) => model.objects.indexOf(each)).join(', ');
    throw new RangeError(
      `morphModes: object must be one alone, by its number (${numbers}), got "${wanted}", which several are called.`,
    );
  }
  const found = typeof wanted === 'number' ? model.objects[wanted] : called[0];
  if (found && withTargets.includes(found)) return found;
  const got = typeof wanted === 'number' ? wanted : `"${wanted}"`;
  throw new RangeError(`morphModes: object must be one with morph targets (${known}), got ${got}.`);
}

function namesOf(rig: Rig | undefined, object: MeshObject): readonly string[] | undefined {
  const [block] = rig ? blocksOf(rig, object) : [];
  return block && rig?.morphNames.get(block.node);
}

/** Vertices of a glTF object come one behind the other, and no other object has any of them. */
function blocksOf({ blocks }: Rig, { firstVertex, vertexCount }: MeshObject): VertexBlock[] {
  return blocks.filter((block) => block.firstVertex >= firstVertex && block.firstVertex < firstVertex + vertexCount);
}

/** The affine map of a block from its own space to the world, which there is unless a skin bends it. */
function placeOf(rig: Rig, block: VertexBlock, { world }: PoseScratch, bindPose: boolean, name: string): Float64Array {
  const place = new Float64Array(16);
  if (block.skin < 0) {
    if (block.instance) multiplyMatrices(place, 0, world, 16 * block.node, block.instance, 0);
    else place.set(world.subarray(16 * block.node, 16 * block.node + 16));
    return place;
  }
  const { joints, inverseBind } = rig.skins[block.skin];
  const joint = bindPose ? 0 : onlyJoint(block);
  if (joint < 0) {
    throw new RangeError(
      `morphModes: object must not be skinned by several joints, or bindPose be asked for, got "${name}" which is.`,
    );
  }
  multiplyMatrices(place, 0, world, 16 * joints[joint], inverseBind, 16 * joint);
  return place;
}

/** The joint that alone moves all vertices; −1 if there are several. */
function onlyJoint({ influences, joints, weights, vertexCount }: VertexBlock): number {
  for (let v = 0; v < vertexCount; v++) {
    if (weights[influences * v] !== 1 || joints[influences * v] !== joints[0]) return -1;
  }
  return joints[0];
}

/** Points (w = 1) or offsets (w = 0). */
function transform(m: Float64Array, from: Float64Array, to: Float64Array, at: number, w: 0 | 1): void {
  for (let i = 0; i < from.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      to[at + i + axis] = m[axis] * from[i] + m[axis + 4] * from[i + 1] + m[axis + 8] * from[i + 2] + w * m[axis + 12];
    }
  }
}
