import { type BufferGeometry, Matrix4, type Mesh, type Object3D, type SkinnedMesh } from 'three';

/** Numbers of an affine matrix: the upper three rows, column by column. */
const MATRIX_STRIDE = 12;

/**
 * Reads where the vertices of a geometry or mesh are now, in local space: positions, then morph targets, then bones, as three's shaders
 * do, but in doubles. Keeps its scratch, so that reading a pose allocates nothing.
 */
export class PoseReader {
  readonly geometry: BufferGeometry;
  readonly vertexCount: number;
  readonly #mesh: Mesh | null;
  readonly #bones = new Matrix4();
  #boneMatrices = new Float64Array(0);

  constructor(geometry: BufferGeometry, mesh: Mesh | null) {
    this.geometry = geometry;
    this.#mesh = mesh;
    this.vertexCount = geometry.getAttribute('position').count;
  }

  /** Writes the pose into `out`, three numbers a vertex. */
  read(out: Float64Array): void {
    const position = this.geometry.getAttribute('position');
    if (position.count !== this.vertexCount) {
      throw new RangeError(
        `update: the geometry must keep its ${this.vertexCount} vertices, got ${position.count}. Make a new SelfCollider.`,
      );
    }
    for (let v = 0; v < this.vertexCount; v++) {
      out[3 * v] = position.getX(v);
      out[3 * v + 1] = position.getY(v);
      out[3 * v + 2] = position.getZ(v);
    }
    const mesh = this.#mesh;
    if (!mesh) return;
    if (mesh.morphTargetInfluences) this.#addMorphs(mesh.morphTargetInfluences, out);
    if ('isSkinnedMesh' in mesh && mesh.isSkinnedMesh) this.#applyBones(mesh as SkinnedMesh, out);
  }

  #addMorphs(influences: readonly number[], out: Float64Array): void {
    const { morphAttributes, morphTargetsRelative } = this.geometry;
    const targets = morphAttributes.position;
    if (!targets) return;
    const position = this.geometry.getAttribute('position');
    for (let k = 0; k < targets.length; k++) {
      const target = targets[k];
      const influence = influences[k] ?? 0;
      if (influence === 0) continue;
      // absolute targets count from the unmorphed position
      const from = morphTargetsRelative ? 0 : 1;
      for (let v = 0; v < this.vertexCount; v++) {
        out[3 * v] += influence * (target.getX(v) - from * position.getX(v));
        out[3 * v + 1] += influence * (target.getY(v) - from * position.getY(v));
        out[3 * v + 2] += influence * (target.getZ(v) - from * position.getZ(v));
      }
    }
  }

  #applyBones(mesh: SkinnedMesh, out: Float64Array): void {
    this.#updateBoneMatrices(mesh);
    const matrices = this.#boneMatrices;
    const skinIndex = this.geometry.getAttribute('skinIndex');
    const skinWeight = this.geometry.getAttribute('skinWeight');
    for (let v = 0; v < this.vertexCount; v++) {
      const x = out[3 * v];
      const y = out[3 * v + 1];
      const z = out[3 * v + 2];
      let sx = 0;
      let sy = 0;
      let sz = 0;
      for (let k = 0; k < 4; k++) {
        const weight = skinWeight.getComponent(v, k);
        if (weight === 0) continue;
        const m = MATRIX_STRIDE * skinIndex.getComponent(v, k);
        sx += weight * (matrices[m] * x + matrices[m + 3] * y + matrices[m + 6] * z + matrices[m + 9]);
        sy += weight * (matrices[m + 1] * x + matrices[m + 4] * y + matrices[m + 7] * z + matrices[m + 10]);
        sz += weight * (matrices[m + 2] * x + matrices[m + 5] * y + matrices[m + 8] * z + matrices[m + 11]);
      }
      out[3 * v] = sx;
      out[3 * v + 1] = sy;
      out[3 * v + 2] = sz;
    }
  }

  /** bindMatrixInverse · bone · boneInverse · bindMatrix per bone: from local space to local space. */
  #updateBoneMatrices(mesh: SkinnedMesh): void {
    const { skeleton, bindMatrix, bindMatrixInverse } = mesh;
    const { bones, boneInverses } = skeleton;
    // bones may hang anywhere in the scene, and poses set since the last render are not in world matrices yet
    topOf(mesh).updateMatrixWorld();
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

function topOf(object: Object3D): Object3D {
  let top = object;
  while (top.parent) top = top.parent;
  return top;
}
