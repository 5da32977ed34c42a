import type { DetectorOptions } from 'selfcollide';
import { weldVertices } from 'selfcollide/mesh';
import type { BufferAttribute, BufferGeometry, Matrix4, Mesh } from 'three';
import { PoseReader } from './pose-reader.ts';
import { type ColliderSource, readSource } from './read-source.ts';
import { type DrawnCorners, findDrawn, findGroup, readTriangles } from './read-triangles.ts';
import { SEAM_TOLERANCE, weldSeams } from './weld-seams.ts';
import { topOf } from './world-matrices.ts';

/** What adapters know beyond a detector's options. */
export interface SeamOptions {
  /**
   * Vertices on open borders count as one if they are at most this far apart, as a part of the mesh's largest coordinate: the seams of
   * three's round shapes close only up to rounding. Goes with `weld: 'keep'`. 0 welds only what is equal to the last bit. Default 1e-6.
   */
  readonly weldTolerance?: number;
}

export type ColliderOptions = DetectorOptions & SeamOptions;

/** A triangle as its own mesh knows it. */
export interface MeshTriangle {
  /** Place of its mesh among `meshes`. */
  readonly mesh: number;
  /** Its number in the geometry of that mesh. */
  readonly triangle: number;
}

interface Part {
  readonly mesh: Mesh | null;
  readonly geometry: BufferGeometry;
  readonly reader: PoseReader;
  /** The draw range when the collider was made. */
  readonly drawn: DrawnCorners;
  readonly firstVertex: number;
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /** The index when it was last looked at. */
  index: BufferAttribute | null;
  indexVersion: number;
}

/** What three.js gives and a detector takes: triangles once, poses again and again. Several meshes are put one after the other. */
export class CollisionSource {
  /** The meshes whose bones and morph targets are followed; empty for a bare geometry. */
  readonly meshes: readonly Mesh[];
  readonly geometries: readonly BufferGeometry[];
  /** Whether positions are in world space. */
  readonly world: boolean;
  readonly triangles: Uint32Array;
  /** The pose of the last `readPose` without a place of its own. */
  readonly positions: Float64Array;
  /** What to give to `createDetector`. */
  readonly options: DetectorOptions;
  /** The first pose, with all that counts as one vertex at the same place. */
  readonly rest: Float64Array;
  readonly #parts: readonly Part[];
  #weld: Uint32Array | undefined;

  constructor(caller: string, source: ColliderSource, { weldTolerance, ...options }: ColliderOptions) {
    const { meshes, geometries, world } = readSource(caller, source);
    const tolerance = readTolerance(caller, weldTolerance, options.weld);
    this.meshes = meshes ?? [];
    this.geometries = geometries;
    this.world = world;
    const own = geometries.map(readTriangles);
    let firstVertex = 0;
    let firstTriangle = 0;
    this.#parts = geometries.map((geometry, i) => {
      const mesh = meshes?.[i] ?? null;
      const reader = new PoseReader(mesh ?? geometry);
      const triangleCount = own[i].length / 3;
      const drawn = findDrawn(geometry);
      const { index } = geometry;
      const at = { firstVertex, firstTriangle, triangleCount, index, indexVersion: index?.version ?? 0 };
      firstVertex += reader.vertexCount;
      firstTriangle += triangleCount;
      return { mesh, geometry, reader, drawn, ...at };
    });
    this.triangles = new Uint32Array(3 * firstTriangle);
    this.positions = new Float64Array(3 * firstVertex);
    this.#parts.forEach((part, i) => {
      this.triangles.set(
        own[i].map((v) => v + part.firstVertex),
        3 * part.firstTriangle,
      );
    });
    this.options = this.#chooseOptions(caller, options);
    this.readPose(caller);
    this.rest = tolerance > 0 ? this.#closeSeams(own, tolerance) : this.positions.slice();
  }

  /** Vertex → the lowest-numbered one that it counts as one with; itself, if vertices are not welded. */
  get weld(): Uint32Array {
    const { objects, weld } = this.options;
    const unwelded = () => Uint32Array.from({ length: this.rest.length / 3 }, (_, v) => v);
    this.#weld ??=
      weld === false ? unwelded() : weldVertices(this.rest, { triangles: this.triangles, ...(objects && { objects }) });
    return this.#weld;
  }

  /** Reads where the vertices are now, into `positions` unless told otherwise. */
  readPose(caller: string, out: Float64Array = this.positions): void {
    let updated: unknown = null;
    for (const part of this.#parts) {
      const { mesh, reader, firstVertex } = part;
      this.#checkSame(caller, part);
      const top = mesh && topOf(mesh);
      if (this.world && top !== updated) top?.updateMatrixWorld();
      updated = top;
      reader.read(out, firstVertex, !this.world);
      if (this.world && mesh) transform(mesh.matrixWorld, out, firstVertex, reader.vertexCount);
    }
  }

  /** Number of the geometry group that now draws a triangle; −1 if none does. */
  groupOf(triangle: number): number {
    const part = this.#parts[this.#partOf(triangle)];
    return part ? findGroup(part.geometry, part.drawn.first + 3 * (triangle - part.firstTriangle)) : -1;
  }

  meshOf(triangle: number): MeshTriangle {
    const mesh = this.#partOf(triangle);
    const part = this.#parts[mesh];
    if (!part) {
      const most = this.triangles.length / 3 - 1;
      throw new RangeError(`meshOf: triangle must be a whole number from 0 to ${most}, got ${triangle}.`);
    }
    return { mesh, triangle: Math.floor(part.drawn.first / 3) + triangle - part.firstTriangle };
  }

  /** A vertex's number in the geometry of its own mesh. */
  vertexIn(mesh: number, vertex: number): number {
    return vertex - this.#parts[mesh].firstVertex;
  }

  /** Place of the part that has a triangle; −1 if none has. */
  #partOf(triangle: number): number {
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= this.triangles.length / 3) return -1;
    return this.world ? (this.options.objects as Uint32Array)[triangle] : 0;
  }

  #chooseOptions(caller: string, options: DetectorOptions): DetectorOptions {
    if (options.pairs === 'between-objects' && this.#parts.length === 1 && options.objects === undefined) {
      throw new RangeError(
        `${caller}: pairs: 'between-objects' must have two meshes or more, got one. Give an array of meshes.`,
      );
    }
    if (!this.world) return { weld: 'keep', ...options };
    if (options.objects !== undefined) {
      throw new RangeError(
        `${caller}: objects are the meshes themselves if several are given, got the option as well.`,
      );
    }
    const objects = new Uint32Array(this.triangles.length / 3);
    this.#parts.forEach(({ firstTriangle, triangleCount }, i) => {
      objects.fill(i, firstTriangle, firstTriangle + triangleCount);
    });
    return { weld: 'keep', ...options, objects };
  }

  #closeSeams(triangles: readonly Uint32Array[], tolerance: number): Float64Array {
    const rest = this.positions.slice();
    this.#parts.forEach(({ reader, firstVertex }, i) => {
      // in local space: seams part by the rounding of their own coordinates, wherever the mesh is
      const local = new Float64Array(3 * reader.vertexCount);
      reader.read(local);
      const weld = weldSeams(local, triangles[i], tolerance);
      weld?.forEach((first, v) => {
        const from = 3 * (firstVertex + first);
        if (first !== v) rest.copyWithin(3 * (firstVertex + v), from, from + 3);
      });
    });
    return rest;
  }

  /** Triangles are read once: a mesh that has others now would give wrong results without a word. */
  #checkSame(caller: string, part: Part): void {
    const { mesh, geometry, reader, firstVertex, firstTriangle } = part;
    if (mesh && mesh.geometry !== geometry) {
      throw new RangeError(`${caller}: a mesh must keep its geometry, got another one. Make a new collider.`);
    }
    const { count } = geometry.getAttribute('position');
    if (count !== reader.vertexCount) {
      throw new RangeError(
        `${caller}: the geometry must keep its ${reader.vertexCount} vertices, got ${count}. Make a new collider.`,
      );
    }
    const { index } = geometry;
    if (index !== part.index || (index?.version ?? 0) !== part.indexVersion) {
      const now = readTriangles(geometry);
      const changed =
        now.length !== 3 * part.triangleCount ||
        now.some((v, i) => v + firstVertex !== this.triangles[3 * firstTriangle + i]);
      if (changed) {
        throw new RangeError(`${caller}: the geometry must keep its index, got another one. Make a new collider.`);
      }
      part.index = index;
      part.indexVersion = index?.version ?? 0;
    }
    const { first, count: corners } = findDrawn(geometry);
    if (first !== part.drawn.first || corners !== part.drawn.count) {
      throw new RangeError(
        `${caller}: the geometry must keep its draw range (${part.drawn.count / 3} triangles), got ${corners / 3}. Make a new collider.`,
      );
    }
  }
}

function readTolerance(caller: string, tolerance: number | undefined, weld: DetectorOptions['weld'] = 'keep'): number {
  if (tolerance === undefined) return weld === 'keep' ? SEAM_TOLERANCE : 0;
  if (!(tolerance >= 0 && tolerance <= 0.01)) {
    throw new RangeError(`${caller}: weldTolerance must be from 0 to 0.01, got ${tolerance}.`);
  }
  if (weld === 'keep') return tolerance;
  throw new RangeError(`${caller}: weldTolerance goes with weld: 'keep', got it with weld: ${JSON.stringify(weld)}.`);
}

function transform({ elements: m }: Matrix4, positions: Float64Array, first: number, count: number): void {
  for (let i = 3 * first; i < 3 * (first + count); i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    positions[i] = m[0] * x + m[4] * y + m[8] * z + m[12];
    positions[i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    positions[i + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  }
}
