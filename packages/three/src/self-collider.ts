import {
  createDetector,
  type Detector,
  type FindImpactsOptions,
  type FindProximitiesOptions,
  type Impacts,
  type Proximities,
} from 'selfcollide';
import type { ColliderOptions } from './collision-source.ts';
import { MeshCollider } from './mesh-collider.ts';
import type { ColliderSource } from './read-source.ts';

/**
 * Finds where a three.js mesh hits itself, or where several hit themselves and each other.
 *
 * One BufferGeometry (indexed or not, interleaved or not, with or without groups), or one Mesh, whose morph targets and bones then count
 * too: everything is in its local space, so moving the whole mesh changes nothing. Results name its own vertices and triangles (triangle
 * t has corners 3t, 3t + 1, 3t + 2 of its index). Geometries are only read. What the draw range leaves out does not count; where the range
 * begins later than at 0, triangles are numbered from there, and `meshOf` gives the geometry's own numbers.
 *
 * An array of meshes, or a Group (all meshes below it, hidden ones too): everything is in world space. The meshes are put one after the
 * other, and numbers run on; `meshOf` and `contact` tell whose a triangle is. `pairs` chooses which contacts count.
 *
 * Copies of a vertex along seams of normals or texture coordinates are welded, nearly equal ones on open borders too (`weldTolerance`),
 * and the lowest-numbered copy counts (`weld: 'keep'`), since animation may part them by rounding. With `weld: true` that is an error,
 * `'while-together'` takes copies apart that part, `false` does not weld.
 *
 * @example
 * const collider = new SelfCollider(skinnedMesh);
 * collider.update(); // after the animation mixer
 * const { count, edgeA, edgeB, triangle } = collider.findIntersections();
 *
 * @example
 * const collider = new SelfCollider([body, shirt], { pairs: 'between-objects' });
 */
export class SelfCollider extends MeshCollider<Detector> {
  /** Where vertices are now, while the pose stays that of the last `update`. */
  #now: Float64Array | null = null;

  constructor(source: ColliderSource, options: ColliderOptions = {}) {
    super('SelfCollider', source, options, createDetector);
  }

  /** Every pair of triangles at most `distance` apart, with closest points; valid until the next call. `against` takes another collider's `detector`. */
  findProximities(options: FindProximitiesOptions): Proximities {
    return this.detector.findProximities(options);
  }

  /**
   * What touches on the straight way from the pose of the last `update` to where the vertices are now; valid until the next call. The pose stays: call
   * `update` afterwards, as ever. Between key frames far apart, ask several times: bones move vertices on curves.
   *
   * @example
   * mixer.update(seconds);
   * const passed = collider.findImpacts(); // while the mixer moved it
   * collider.update();
   */
  findImpacts(options?: FindImpactsOptions): Impacts {
    const { positions } = this.source;
    this.#now ??= new Float64Array(positions.length);
    this.source.readPose('findImpacts', this.#now);
    return this.detector.findImpacts(this.#now, options);
  }
}
