import {
  type ContactLocation,
  createDetector,
  type Detector,
  type DetectorOptions,
  type FindTrianglesOptions,
  type IntersectingTriangles,
  type Intersections,
} from 'selfcollide';
import type { BufferGeometry, Mesh } from 'three';
import { CollisionSource } from './collision-source.ts';

/**
 * Finds where a three.js mesh hits itself.
 *
 * Takes a BufferGeometry (indexed or not, interleaved or not, with or without groups), or a Mesh: then morph targets and bones count
 * too. The geometry is only read; results name its own vertices and triangles (triangle t has corners 3t, 3t + 1, 3t + 2 of its index).
 * Everything is in the mesh's local space, so moving the whole mesh changes nothing.
 *
 * Copies of a vertex along seams of normals or texture coordinates are welded, and the lowest-numbered copy counts (`weld: 'keep'`),
 * because skinning may part them by a rounding error. `weld: true` throws if they part, `false` does not weld.
 *
 * @example
 * const collider = new SelfCollider(skinnedMesh);
 * collider.update(); // after the animation mixer
 * const { count, edgeA, edgeB, triangle } = collider.findIntersections();
 */
export class SelfCollider {
  readonly detector: Detector;
  readonly #source: CollisionSource;

  constructor(source: BufferGeometry | Mesh, options: DetectorOptions = {}) {
    this.#source = new CollisionSource('SelfCollider', source);
    const { positions, triangles } = this.#source;
    this.detector = createDetector({ positions, triangles }, { weld: 'keep', ...options });
  }

  get geometry(): BufferGeometry {
    return this.#source.geometry;
  }

  /** Vertex numbers, three a triangle, as they were when the collider was made. */
  get triangles(): Uint32Array {
    return this.#source.triangles;
  }

  /** xyz of every vertex as of the last `update`, local space. */
  get positions(): Float64Array {
    return this.#source.positions;
  }

  /** Reads where the vertices are now. Allocates nothing. */
  update(): this {
    this.#source.readPose();
    this.detector.update(this.#source.positions);
    return this;
  }

  /** Every (edge, triangle) pair that intersects; valid until the next call. */
  findIntersections(): Intersections {
    return this.detector.findIntersections();
  }

  /** Every pair of triangles that intersect; valid until the next call. */
  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles {
    return this.detector.findIntersectingTriangles(options);
  }

  selfIntersects(): boolean {
    return this.detector.selfIntersects();
  }

  /** Where contact `index` of the last `findIntersections` is, local space. */
  locate(index: number): ContactLocation {
    return this.detector.locate(index);
  }

  /** Number of the geometry group that draws a triangle; −1 if none does. */
  groupOf(triangle: number): number {
    return this.#source.groupOf(triangle);
  }
}
