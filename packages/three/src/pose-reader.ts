import {
  type BufferAttribute,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  Matrix4,
  type Mesh,
  type SkinnedMesh,
} from 'three';
import { topOf } from './world-matrices.ts';

/** Numbers of an affine matrix: the upper three rows, column by column. */
const MATRIX_STRIDE = 12;

/**
 * Reads where the vertices of a geometry or mesh are now, in local space: positions, then morph targets, then bones, as three's shaders
 * do, but in doubles. Keeps its scratch, so that reading a pose allocates nothing.
 *
 * @example
 * const reader = new PoseReader(skinnedMesh);
 * const positions = new Float64Array(3 * reader.vertexCount);
 * reader.read(positions); // after the animation mixer
 */
export class PoseReader {
  readonly geometry: BufferGeometry;
  readonly vertexCount: number;
  readonly #mesh: Mesh | null;
  readonly #bones = new Matrix4();
  readonly #position = new Columns();
  readonly #target = new Columns();
  readonly #skinIndex = new Columns();
  readonly #skinWeight = new Columns();
  #boneMatrices = new Float64Array(0);

  constructor(source: BufferGeometry | Mesh) {
    const isMesh = 'isMesh' in Object(source);
    this.#mesh = isMesh ? (source as Mesh) : null;
    this.geometry = isMesh ? (source as Mesh).geometry : (source as BufferGeometry);
    const position = this.geometry?.getAttribute?.('position');
    if (!position) {
      const got = typeof source === 'object' ? ((source as { type?: string } | null)?.type ?? 'none') : String(source);
      throw new TypeError(`PoseReader: source must be a Mesh or a BufferGeometry with positions, got ${got}.`);
    }
    this.vertexCount = position.count;
  }

  /**
   * Writes the pose into `out`, three numbers a vertex.
   *
   * @param firstVertex Where in `out` to begin, in vertices.
   * @param updateWorld False if the world matrices of the mesh and all above and below it are up to date already.
   */
  read(out: Float64Array, firstVertex = 0, updateWorld = true): void {
    const position = this.geometry.getAttribute('position');
    if (position.count !== this.vertexCount) {
      throw new RangeError(
        `read: the geometry must keep its ${this.vertexCount} vertices, got ${position.count}. Make a new PoseReader.`,
      );
    }
    if (out.length < 3 * (firstVertex + this.vertexCount)) {
      throw new RangeError(
        `read: out must hold ${3 * (firstVertex + this.vertexCount)} numbers, got length ${out.length}.`,
      );
    }
    const start = 3 * firstVertex;
    const { array, stride, offset, divisor } = this.#position.of(position, 3);
    if (stride === 3 && divisor === 1 && offset === 0 && array.length === 3 * this.vertexCount) out.set(array, start);
    else {
      for (let v = 0, i = start, from = offset; v < this.vertexCount; v++, i += 3, from += stride) {
        out[i] = array[from] / divisor;
        out[i + 1] = array[from + 1] / divisor;
        out[i + 2] = array[from + 2] / divisor;
      }
    }
    const mesh = this.#mesh;
    if (!mesh) return;
    if (mesh.morphTargetInfluences) this.#addMorphs(mesh.morphTargetInfluences, out, start);
    if ('isSkinnedMesh' in mesh && mesh.isSkinnedMesh) {
      this.#updateBoneMatrices(mesh as SkinnedMesh, updateWorld);
      this.#applyBones(out, start);
    }
  }

  #addMorphs(influences: readonly number[], out: Float64Array, start: number): void {
    const { morphAttributes, morphTargetsRelative } = this.geometry;
    const targets = morphAttributes.position;
    if (!targets) return;
    let total = 0;
    for (let k = 0; k < targets.length; k++) total += influences[k] ?? 0;
    // absolute targets count from the unmorphed position, which `out` holds until now
    if (!morphTargetsRelative && total !== 0) scale(out, start, 3 * this.vertexCount, 1 - total);
    for (let k = 0; k < targets.length; k++) {
      const influence = influences[k] ?? 0;
      if (influence === 0) continue;
      const { array, stride, offset, divisor } = this.#target.of(targets[k], 3);
      const weight = influence / divisor;
      for (let v = 0, i = start, from = offset; v < this.vertexCount; v++, i += 3, from += stride) {
        out[i] += weight * array[from];
        out[i + 1] += weight * array[from + 1];
        out[i + 2] += weight * array[from + 2];
      }
    }
  }

  #applyBones(out: Float64Array, start: number): void {
    const matrices = this.#boneMatrices;
    const bone = this.#skinIndex.of(this.geometry.getAttribute('skinIndex'), 4);
    const share = this.#skinWeight.of(this.geometry.getAttribute('skinWeight'), 4);
    const { array: bones, stride: boneStride } = bone;
    const { array: weights, stride: weightStride } = share;
    const whole = 1 / share.divisor;
    let b = bone.offset;
    let w = share.offset;
    const end = start + 3 * this.vertexCount;
    for (let i = start; i < end; i += 3, b += boneStride, w += weightStride) {
      const x = out[i];
      const y = out[i + 1];
      const z = out[i + 2];
      let sx = 0;
      let sy = 0;
      let sz = 0;
      for (let k = 0; k < 4; k++) {
        const weight = weights[w + k];
        if (weight === 0) continue;
        const m = MATRIX_STRIDE * bones[b + k];
        sx += weight * (matrices[m] * x + matrices[m + 3] * y + matrices[m + 6] * z + matrices[m + 9]);
        sy += weight * (matrices[m + 1] * x + matrices[m + 4] * y + matrices[m + 7] * z + matrices[m + 10]);
        sz += weight * (matrices[m + 2] * x + matrices[m + 5] * y + matrices[m + 8] * z + matrices[m + 11]);
      }
      out[i] = sx * whole;
      out[i + 1] = sy * whole;
      out[i + 2] = sz * whole;
    }
  }

  /** bindMatrixInverse · bone · boneInverse · bindMatrix per bone: from local space to local space. */
  #updateBoneMatrices(mesh: SkinnedMesh, updateWorld: boolean): void {
    const { skeleton, bindMatrix, bindMatrixInverse } = mesh;
    const { bones, boneInverses } = skeleton;
    // bones may hang anywhere in the scene, and poses set since the last render are not in world matrices yet
    if (updateWorld) topOf(mesh).updateMatrixWorld();
    if (bones.length > 0 && topOf(bones[0]) !== topOf(mesh)) topOf(bones[0]).updateMatrixWorld();
    if (this.#boneMatrices.length !== MATRIX_STRIDE * bones.length) {
      this.#boneMatrices = new Float64Array(MATRIX_STRIDE * bones.length);
    }
    for (let b = 0; b < bones.length; b++) {
      const matrix = this.#bones.multiplyMatrices(bones[b].matrixWorld, boneInverses[b]);
      matrix.premultiply(bindMatrixInverse).multiply(bindMatrix);
      for (let column = 0; column < 4; column++) {
        for (let row = 0; row < 3; row++) {
          this.#boneMatrices[MATRIX_STRIDE * b + 3 * column + row] = matrix.elements[4 * column + row];
        }
      }
    }
  }
}

/** An attribute as plain numbers: component k of vertex v is `array[stride * v + offset + k] / divisor`. */
class Columns {
  array: ArrayLike<number> & { readonly BYTES_PER_ELEMENT: number } = new Float64Array(0);
  stride = 0;
  offset = 0;
  divisor = 1;
  #copy = new Float64Array(0);

  of(attribute: BufferAttribute | InterleavedBufferAttribute, components: 3 | 4): this {
    const { array, normalized } = attribute;
    const unsigned = array instanceof Uint8Array || array instanceof Uint16Array || array instanceof Uint32Array;
    const half = 'isFloat16BufferAttribute' in attribute;
    if (half || (normalized && !unsigned && !(array instanceof Float32Array))) {
      return this.#copyOf(attribute, components); // half floats, and signed fractions, of which the lowest is cut off
    }
    const interleaved = 'isInterleavedBufferAttribute' in attribute;
    this.array = array;
    this.stride = interleaved ? attribute.data.stride : attribute.itemSize;
    this.offset = interleaved ? attribute.offset : 0;
    this.divisor = normalized && unsigned ? 2 ** (8 * array.BYTES_PER_ELEMENT) - 1 : 1;
    return this;
  }

  #copyOf(attribute: BufferAttribute | InterleavedBufferAttribute, components: 3 | 4): this {
    const { count } = attribute;
    if (this.#copy.length !== components * count) this.#copy = new Float64Array(components * count);
    for (let v = 0; v < count; v++) {
      // not getComponent, which does not know half floats
      this.#copy[components * v] = attribute.getX(v);
      this.#copy[components * v + 1] = attribute.getY(v);
      this.#copy[components * v + 2] = attribute.getZ(v);
      if (components === 4) this.#copy[components * v + 3] = attribute.getW(v);
    }
    this.array = this.#copy;
    this.stride = components;
    this.offset = 0;
    this.divisor = 1;
    return this;
  }
}

function scale(out: Float64Array, start: number, count: number, factor: number): void {
  for (let i = start; i < start + count; i++) out[i] *= factor;
}
