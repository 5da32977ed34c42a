import type { FramePose, PictureMesh } from './frame-result.ts';
import type { PreparedMesh } from './prepared-mesh.ts';

/** Chooses the vertices that pictures need: those that triangles name after welding. */
export class PictureMaker {
  readonly mesh: PictureMesh;
  /** Picture's vertex → model's vertex. */
  readonly #source: Uint32Array;

  constructor({ model, triangles, weld }: PreparedMesh) {
    const number = new Int32Array(weld.length).fill(-1);
    const source: number[] = [];
    const renumbered = triangles.map((vertex) => {
      if (number[vertex] < 0) number[vertex] = source.push(vertex) - 1;
      return number[vertex];
    });
    this.#source = Uint32Array.from(source);
    this.mesh = {
      vertexCount: source.length,
      triangles: renumbered,
      objects: model.objects.map(({ name, firstTriangle, triangleCount }) => ({ name, firstTriangle, triangleCount })),
    };
  }

  /** A copy of the positions, rounded to floats. */
  takePositions(positions: Float64Array): FramePose['positions'] {
    const taken = new Float32Array(3 * this.#source.length);
    for (let v = 0; v < this.#source.length; v++) {
      for (let axis = 0; axis < 3; axis++) taken[3 * v + axis] = positions[3 * this.#source[v] + axis];
    }
    return taken;
  }
}
