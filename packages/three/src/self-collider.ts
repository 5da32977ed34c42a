import {
  type ContactLocation,
  createDetector,
  type Detector,
  type FindImpactsOptions,
  type FindProximitiesOptions,
  type FindTrianglesOptions,
  type Impacts,
  type IntersectingTriangles,
  type Intersections,
  type Proximities,
} from 'selfcollide';
import type { BufferGeometry, Mesh } from 'three';
import { type ColliderOptions, CollisionSource, type MeshTriangle } from './collision-source.ts';
import { type ContactPlace, findContactPlaces } from './contact-places.ts';
import type { ColliderSource } from './read-source.ts';

/** A contact, in the numbers of the meshes' own geometries. */
export interface MeshContact {
  /** The edge: its two vertices, and the triangle it belongs to. */
  readonly edge: MeshTriangle & { readonly vertices: readonly [number, number] };
  /** The triangle it meets. */
  readonly face: MeshTriangle;
  readonly point: readonly [number, number, number];
}

/**
 * Finds where a three.js mesh hits itself, or where several hit themselves and each other.
 *
 * One BufferGeometry (indexed or not, interleaved or not, with or without groups), or one Mesh, whose morph targets and bones then count
 * too: everything is in its local space, so moving the whole mesh changes nothing. Results name its own vertices and triangles (triangle
 * t has corners 3t, 3t + 1, 3t + 2 of its index). Geometries are only read.
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
export class SelfCollider {
  readonly detector: Detector;
  readonly #source: CollisionSource;
  /** Where vertices are now, while the pose stays that of the last `update`. */
  #now: Float64Array | null = null;

  constructor(source: ColliderSource, options: ColliderOptions = {}) {
    this.#source = new CollisionSource('SelfCollider', source, options);
    const { rest, positions, triangles } = this.#source;
    this.detector = createDetector({ positions: rest, triangles }, this.#source.options);
    this.detector.update(positions);
  }

  /** The geometry; of several meshes, that of the first. */
  get geometry(): BufferGeometry {
    return this.#source.geometries[0];
  }

  /** The meshes, in the order of their numbers; none for a bare geometry. */
  get meshes(): readonly Mesh[] {
    return this.#source.meshes;
  }

  /** Whether positions and points are in world space: for several meshes, and groups. */
  get inWorldSpace(): boolean {
    return this.#source.world;
  }

  /** Vertex numbers, three a triangle, as they were when the collider was made. */
  get triangles(): Uint32Array {
    return this.#source.triangles;
  }

  /** xyz of every vertex as of the last `update`. */
  get positions(): Float64Array {
    return this.#source.positions;
  }

  /** Reads where the vertices are now. Allocates nothing. */
  update(): this {
    this.#source.readPose('update');
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
    const { positions } = this.#source;
    this.#now ??= new Float64Array(positions.length);
    this.#source.readPose('findImpacts', this.#now);
    return this.detector.findImpacts(this.#now, options);
  }

  /** Where contact `index` of the last `findIntersections` is. */
  locate(index: number): ContactLocation {
    return this.detector.locate(index);
  }

  /** Number of the geometry group that draws a triangle; −1 if none does. */
  groupOf(triangle: number): number {
    return this.#source.groupOf(triangle);
  }

  /** Which of `meshes` has a triangle, and its number there. */
  meshOf(triangle: number): MeshTriangle {
    return this.#source.meshOf(triangle);
  }

  /** Vertex → the lowest-numbered copy that it counts as one with; itself without a copy. */
  get weld(): Uint32Array {
    return this.#source.weld;
  }

  /** Contacts of this pose that hang together, largest place first. */
  places(contacts: Intersections = this.findIntersections()): ContactPlace[] {
    return findContactPlaces(this.#source, contacts, contacts.locateAll().points);
  }

  /** Contact `index` of the last `findIntersections`: which meshes, which of their triangles, and where. */
  contact(index: number): MeshContact {
    const { point } = this.detector.locate(index);
    const { edgeA, edgeB, edgeTriangle, triangle } = this.detector.findIntersections();
    const owner = this.#source.meshOf(edgeTriangle[index]);
    const vertices = [edgeA, edgeB].map((ends) => this.#source.vertexIn(owner.mesh, ends[index]));
    return {
      edge: { ...owner, vertices: vertices as [number, number] },
      face: this.#source.meshOf(triangle[index]),
      point,
    };
  }
}
