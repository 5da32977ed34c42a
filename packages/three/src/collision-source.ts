import type { BufferGeometry, Mesh } from 'three';
import { PoseReader } from './pose-reader.ts';
import { readGroups, readTriangles } from './read-triangles.ts';

/** What three.js gives and a detector takes: triangles once, poses again and again. */
export class CollisionSource {
  readonly geometry: BufferGeometry;
  /** The mesh whose bones and morph targets are followed; null for a bare geometry. */
  readonly mesh: Mesh | null;
  readonly triangles: Uint32Array;
  /** The pose that `readPose` read last, in local space. */
  readonly positions: Float64Array;
  readonly #reader: PoseReader;
  readonly #groupOf: Int32Array;

  constructor(caller: string, source: BufferGeometry | Mesh) {
    const mesh = 'isMesh' in source && source.isMesh ? source : null;
    const geometry = mesh ? mesh.geometry : (source as BufferGeometry);
    if (!geometry?.isBufferGeometry || !geometry.getAttribute('position')) {
      throw new TypeError(`${caller}: source must be a BufferGeometry with positions, or a Mesh that has one.`);
    }
    this.geometry = geometry;
    this.mesh = mesh;
    this.triangles = readTriangles(geometry);
    this.#groupOf = readGroups(geometry, this.triangles.length / 3);
    this.#reader = new PoseReader(geometry, mesh);
    this.positions = new Float64Array(3 * this.#reader.vertexCount);
    this.readPose();
  }

  readPose(): void {
    this.#reader.read(this.positions);
  }

  /** Number of the geometry group that draws a triangle; −1 if none does. */
  groupOf(triangle: number): number {
    return this.#groupOf[triangle] ?? -1;
  }
}
