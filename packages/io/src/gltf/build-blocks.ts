import { IoError } from '../io-error.ts';
import type { Materials, MeshObject, MeshPart } from '../model.ts';
import type { DecodedAccessors } from './decode-accessors.ts';
import { expandTriangles } from './expand-triangles.ts';
import type { JsonCheck } from './json-check.ts';
import type { PlannedMesh, PlannedPrimitive } from './plan-primitives.ts';
import type { Skin, VertexBlock } from './rig.ts';

/** 1.6 GB of positions: a small file can place one mesh at many nodes. */
const MAX_VERTICES = 2 ** 26;
/** A small file can also name one primitive many times. Large assemblies have some hundred thousand. */
const MAX_PARTS = 2 ** 20;
const NO_INDICES = new Uint32Array(0);
const NO_FLOATS = new Float64Array(0);

interface Influences {
  readonly perVertex: number;
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
  readonly highestJoint: number;
}

/** @throws {@link IoError} if primitives of all nodes together are too many. */
export function checkPartCount(file: string, count: number): void {
  if (count <= MAX_PARTS) return;
  throw new IoError({
    file,
    expected: `at most ${MAX_PARTS} primitives in all nodes together`,
    found: `found ${count}`,
  });
}

/** Puts every primitive of every shown node behind the other: vertex blocks, triangles, objects. */
export class BlockBuilder {
  readonly blocks: VertexBlock[] = [];
  readonly objects: MeshObject[] = [];
  /** Which accessors say how vertices look. */
  readonly dressed: { firstVertex: number; vertexCount: number; uv?: number; color?: number }[] = [];
  vertexCount = 0;
  triangleCount = 0;
  private partCount = 0;
  private readonly check: JsonCheck;
  private readonly decoded: DecodedAccessors;
  private readonly skins: readonly Skin[];
  private readonly influences = new Map<string, Influences>();
  private readonly pieces: {
    triangles: Uint32Array;
    firstVertex: number;
    faces: Uint32Array | undefined;
    material: number;
  }[] = [];

  constructor(check: JsonCheck, decoded: DecodedAccessors, skins: readonly Skin[]) {
    this.check = check;
    this.decoded = decoded;
    this.skins = skins;
  }

  addObject(name: string, mesh: PlannedMesh, node: number, skin: number, instance?: Float64Array): void {
    const first = this.triangleCount;
    this.partCount += mesh.primitives.length;
    checkPartCount(this.check.file, this.partCount);
    const parts: MeshPart[] = [];
    // primitives of one mesh often are index ranges into the same vertices
    const shared = new Map<string, VertexBlock & { readonly primitives: number[] }>();
    for (const primitive of mesh.primitives) {
      const { position, joints, weights, targets } = primitive;
      const key = [position, ...joints, 'w', ...weights, 't', ...targets].join(' ');
      const block = shared.get(key) ?? this.addBlock(primitive, node, skin, instance);
      shared.set(key, block);
      block.primitives.push(primitive.number);
      const { triangles, faces } = expandTriangles(
        this.check,
        primitive.where,
        primitive.mode,
        primitive.indices === undefined
          ? undefined
          : this.decoded.indices(primitive.indices, `${primitive.where}.indices`),
        block.vertexCount,
      );
      if (triangles.length === 0) continue;
      const triangleCount = triangles.length / 3;
      this.pieces.push({ triangles, firstVertex: block.firstVertex, faces, material: primitive.material });
      const { firstVertex, vertexCount } = block;
      parts.push({ firstTriangle: this.triangleCount, triangleCount, firstVertex, vertexCount });
      this.triangleCount += triangleCount;
    }
    if (parts.length === 0) return;
    let firstVertex = parts[0].firstVertex;
    let endVertex = 0;
    for (const part of parts) {
      firstVertex = Math.min(firstVertex, part.firstVertex);
      endVertex = Math.max(endVertex, part.firstVertex + part.vertexCount);
    }
    this.objects.push({
      name,
      firstTriangle: first,
      triangleCount: this.triangleCount - first,
      firstVertex,
      vertexCount: endVertex - firstVertex,
      parts,
    });
  }

  triangles(): Uint32Array {
    const all = new Uint32Array(3 * this.triangleCount);
    let at = 0;
    for (const { triangles, firstVertex } of this.pieces) {
      for (let i = 0; i < triangles.length; i++) all[at++] = triangles[i] + firstVertex;
    }
    return all;
  }

  /** Triangle → number in its primitive; undefined if that is just the order. */
  faces(): Uint32Array | undefined {
    if (this.pieces.every(({ faces }) => faces === undefined)) return undefined;
    const all = new Uint32Array(this.triangleCount);
    let at = 0;
    for (const { triangles, faces } of this.pieces) {
      for (let t = 0; t < triangles.length / 3; t++) all[at++] = faces ? faces[t] : t;
    }
    return all;
  }

  /** The file's numbers of the materials that triangles have, −1 for none: in the order of `materials`. */
  get usedMaterials(): number[] {
    return [...new Set(this.pieces.map(({ material }) => material))];
  }

  /** `defs` are the file's materials; undefined if no primitive has one. */
  materials(defs: readonly unknown[]): Materials | undefined {
    const used = this.usedMaterials;
    if (used.every((material) => material < 0)) return undefined;
    const ofTriangle = new Uint32Array(this.triangleCount);
    let at = 0;
    for (const { triangles, material } of this.pieces) {
      ofTriangle.fill(used.indexOf(material), at, at + triangles.length / 3);
      at += triangles.length / 3;
    }
    const name = (m: number) => this.check.text((defs[m] as { name?: unknown } | undefined)?.name) || `material ${m}`;
    return { names: used.map((m) => (m < 0 ? '' : name(m))), ofTriangle };
  }

  private addBlock(
    primitive: PlannedPrimitive,
    node: number,
    skinNumber: number,
    instance?: Float64Array,
  ): VertexBlock & { readonly primitives: number[] } {
    const { check, decoded } = this;
    const { where } = primitive;
    const base = decoded.floats(primitive.position, `${where}.attributes.POSITION`).array;
    const vertexCount = base.length / 3;
    const targets = primitive.targets.map((target, t) => {
      if (target === undefined) return undefined;
      const place = `${where}.targets[${t}].POSITION`;
      const offsets = decoded.floats(target, place).array;
      if (offsets.length !== base.length) {
        throw check.error(place, `${vertexCount} offsets, as many as vertices`, offsets.length / 3);
      }
      return offsets;
    });

    const skinned = skinNumber >= 0 && primitive.joints.length > 0;
    const influences = skinned ? this.readInfluences(primitive, vertexCount) : undefined;
    if (influences && influences.highestJoint >= this.skins[skinNumber].joints.length) {
      const jointCount = this.skins[skinNumber].joints.length;
      throw check.error(`${where}.attributes.JOINTS_0`, `a joint below ${jointCount}`, influences.highestJoint);
    }

    if (this.vertexCount + vertexCount > MAX_VERTICES) {
      throw new IoError({ file: check.file, expected: `at most ${MAX_VERTICES} vertices in all nodes together` });
    }
    const block = {
      node,
      primitives: [],
      firstVertex: this.vertexCount,
      vertexCount,
      base,
      targets,
      skin: influences ? skinNumber : -1,
      influences: influences?.perVertex ?? 0,
      joints: influences?.joints ?? NO_INDICES,
      weights: influences?.weights ?? NO_FLOATS,
      instance,
    };
    const { uv, color } = primitive;
    this.dressed.push({ firstVertex: this.vertexCount, vertexCount, uv, color });
    this.vertexCount += vertexCount;
    this.blocks.push(block);
    return block;
  }

  /** Weights are scaled to the sum 1; a vertex without weight follows its first joint, as in three.js. */
  private readInfluences({ where, joints, weights }: PlannedPrimitive, vertexCount: number): Influences {
    const key = `${joints.join(' ')} w ${weights.join(' ')}`;
    const known = this.influences.get(key);
    if (known) return known;
    const { check, decoded } = this;
    const perVertex = 4 * joints.length;
    const allJoints = new Uint32Array(perVertex * vertexCount);
    const allWeights = new Float64Array(perVertex * vertexCount);
    for (let set = 0; set < joints.length; set++) {
      const jointPlace = `${where}.attributes.JOINTS_${set}`;
      const weightPlace = `${where}.attributes.WEIGHTS_${set}`;
      const setJoints = decoded.indices(joints[set], jointPlace);
      const setWeights = decoded.floats(weights[set], weightPlace).array;
      if (setJoints.length !== 4 * vertexCount) {
        throw check.error(jointPlace, `${vertexCount} items, as many as vertices`, setJoints.length / 4);
      }
      if (setWeights.length !== 4 * vertexCount) {
        throw check.error(weightPlace, `${vertexCount} items, as many as vertices`, setWeights.length / 4);
      }
      for (let v = 0; v < vertexCount; v++) {
        for (let i = 0; i < 4; i++) {
          allJoints[perVertex * v + 4 * set + i] = setJoints[4 * v + i];
          allWeights[perVertex * v + 4 * set + i] = setWeights[4 * v + i];
        }
      }
    }

    let highestJoint = 0;
    for (let v = 0; v < vertexCount; v++) {
      const start = perVertex * v;
      const end = start + perVertex;
      let sum = 0;
      for (let i = start; i < end; i++) sum += Math.abs(allWeights[i]);
      if (sum === 0) allWeights[start] = 1;
      for (let i = start; i < end; i++) {
        if (sum > 0) allWeights[i] /= sum;
        if (allWeights[i] === 0) allJoints[i] = 0; // unused entries may hold any number
        if (allJoints[i] > highestJoint) highestJoint = allJoints[i];
      }
      sortInfluences(allJoints, allWeights, start, end);
    }
    const influences = { perVertex, joints: allJoints, weights: allWeights, highestJoint };
    this.influences.set(key, influences);
    return influences;
  }
}

/**
 * Used influences first, by joint: two vertices with the same influences in different order then come out
 * bit-identical in every pose, and weld. Insertion sort of a handful.
 */
function sortInfluences(joints: Uint32Array, weights: Float64Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const joint = joints[i];
    const weight = weights[i];
    let to = i;
    while (to > start && weight !== 0 && (weights[to - 1] === 0 || joints[to - 1] > joint)) {
      joints[to] = joints[to - 1];
      weights[to] = weights[to - 1];
      to--;
    }
    joints[to] = joint;
    weights[to] = weight;
  }
}
