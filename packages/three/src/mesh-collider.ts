import type {
  ContactDetector,
  ContactLocation,
  DetectorOptions,
  FindIntersectionsOptions,
  FindTrianglesOptions,
  IntersectingTriangles,
  Intersections,
  TriangleMesh,
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

/** What `SelfCollider` and `ContactCollider` have in common. */
export abstract class MeshCollider<D extends ContactDetector> {
  readonly detector: D;
  protected readonly source: CollisionSource;

  protected constructor(
    caller: string,
    source: ColliderSource,
    options: ColliderOptions,
    create: (mesh: TriangleMesh, options: DetectorOptions) => D,
  ) {
    this.source = new CollisionSource(caller, source, options);
    const { rest, positions, triangles } = this.source;
    this.detector = create({ positions: rest, triangles }, this.source.options);
    this.detector.update(positions);
  }

  /** The geometry; of several meshes, that of the first. */
  get geometry(): BufferGeometry {
    return this.source.geometries[0];
  }

  /** The meshes, in the order of their numbers; none for a bare geometry. */
  get meshes(): readonly Mesh[] {
    return this.source.meshes;
  }

  /** Whether positions and points are in world space: for several meshes, and groups. */
  get inWorldSpace(): boolean {
    return this.source.world;
  }

  /** Vertex numbers, three a triangle, as they were when the collider was made. */
  get triangles(): Uint32Array {
    return this.source.triangles;
  }

  /** xyz of every vertex as of the last `update`. */
  get positions(): Float64Array {
    return this.source.positions;
  }

  /** Reads where the vertices are now. Allocates nothing. */
  update(): this {
    this.source.readPose('update');
    this.detector.update(this.source.positions);
    return this;
  }

  /** Every (edge, triangle) pair that intersects; valid until the next call. */
  findIntersections(options?: FindIntersectionsOptions): Intersections {
    return this.detector.findIntersections(options);
  }

  /** Every pair of triangles that intersect; valid until the next call. */
  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles {
    return this.detector.findIntersectingTriangles(options);
  }

  selfIntersects(): boolean {
    return this.detector.selfIntersects();
  }

  /** Where contact `index` of the last `findIntersections` is. */
  locate(index: number): ContactLocation {
    return this.detector.locate(index);
  }

  /** Lets go of the detector's memory at once. Any other call then throws; calling this again does nothing. */
  dispose(): void {
    this.detector.dispose();
  }

  /** Number of the geometry group that draws a triangle; −1 if none does. */
  groupOf(triangle: number): number {
    return this.source.groupOf(triangle);
  }

  /** Which of `meshes` has a triangle, and its number there. */
  meshOf(triangle: number): MeshTriangle {
    return this.source.meshOf(triangle);
  }

  /** Vertex → the lowest-numbered copy that it counts as one with; itself without a copy. */
  get weld(): Uint32Array {
    return this.source.weld;
  }

  /** Contacts of this pose that hang together, largest place first. */
  places(contacts: Intersections = this.findIntersections()): ContactPlace[] {
    return findContactPlaces(this.source, contacts, contacts.locateAll().points);
  }

  /** Contact `index` of the last `findIntersections`: which meshes, which of their triangles, and where. */
  contact(index: number): MeshContact {
    const { point } = this.detector.locate(index);
    const { edgeA, edgeB, edgeTriangle, triangle } = this.detector.findIntersections();
    const owner = this.source.meshOf(edgeTriangle[index]);
    const vertices = [edgeA, edgeB].map((ends) => this.source.vertexIn(owner.mesh, ends[index]));
    return {
      edge: { ...owner, vertices: vertices as [number, number] },
      face: this.source.meshOf(triangle[index]),
      point,
    };
  }
}
