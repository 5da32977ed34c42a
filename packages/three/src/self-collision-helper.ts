import type { Detector, Intersections, Proximities, QueryTrace } from 'selfcollide';
import {
  DoubleSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { BackgroundCollider } from './background-collider.ts';
import type { ContactCollider } from './contact-collider.ts';
import { outcomeColors, patchColor } from './picture/colors.ts';
import { OverlayBuffer } from './picture/overlay-buffer.ts';
import { cutPatches, type PatchCut } from './picture/patch-cut.ts';
import { checkCollider } from './read-source.ts';
import type { SelfCollider } from './self-collider.ts';
import type { FoundContacts } from './worker/messages.ts';

export interface SelfCollisionHelperOptions {
  /** Draw the edges that pierce a triangle, and where. Default true. */
  readonly contacts?: boolean;
  /** Paint the triangles that meet. Default true. */
  readonly triangles?: boolean;
  /** Paint patches: each in its own colour, or by what the query made of it (`outcomeColors`). Default false. */
  readonly patches?: false | 'level' | 'outcome';
  /** Which level of the tree, 0 for the whole mesh. Default Infinity: where the query ended. */
  readonly level?: number;
  /** Draw the contours of the patches at `level`. Default false. */
  readonly contours?: boolean;
  /** Draw the boxes of the patches at `level`. Default false. */
  readonly boxes?: boolean;
  /** Draw a line between the closest points of all triangles at most this far apart, in the unit of the positions. Default 0: none. */
  readonly proximity?: number;
  /** Colour of contacts, sRGB. Default red. */
  readonly color?: number;
  /**
   * How contact points are drawn: `points` of 6 pixels, or small `spheres` in the scene itself, which any renderer can draw; WebGPURenderer
   * draws points one pixel wide. Default: `points`, and `spheres` once a WebGPURenderer draws it.
   */
  readonly markers?: 'points' | 'spheres';
}

/** Radius of a sphere as a part of the mesh's largest side. */
const SPHERE = 0.006;
const PROXIMITY_COLOR = 0x2060ff;

/**
 * Draws what a `SelfCollider` or a `BackgroundCollider` found: contacts and, if the collider was made with `trace: true`, how the search went.
 * Add it to the mesh, so that it moves along; to the scene, if the collider has several meshes. Fields may be changed at any time; `update` draws anew.
 */
export class SelfCollisionHelper extends Group {
  /** Tells colliders of whole groups that this is a picture. */
  readonly isSelfCollisionHelper = true;
  readonly collider: SelfCollider | ContactCollider | BackgroundCollider;
  contacts: boolean;
  paintTriangles: boolean;
  patches: false | 'level' | 'outcome';
  level: number;
  contours: boolean;
  boxes: boolean;
  proximity: number;
  color: number;
  readonly #fills = new OverlayBuffer();
  readonly #lines = new OverlayBuffer();
  readonly #points = new OverlayBuffer();
  readonly #materials: readonly { dispose(): void }[];
  readonly #parts: readonly (Mesh | LineSegments | Points)[];
  #spheres: InstancedMesh | undefined;
  #markers: 'points' | 'spheres';

  constructor(collider: SelfCollider | ContactCollider | BackgroundCollider, options: SelfCollisionHelperOptions = {}) {
    super();
    checkCollider('SelfCollisionHelper', collider);
    this.collider = collider;
    this.contacts = options.contacts ?? true;
    this.paintTriangles = options.triangles ?? true;
    this.patches = options.patches ?? false;
    this.level = options.level ?? Number.POSITIVE_INFINITY;
    this.contours = options.contours ?? false;
    this.boxes = options.boxes ?? false;
    this.proximity = options.proximity ?? 0;
    this.color = options.color ?? 0xff2020;
    this.#markers = options.markers ?? 'points';

    // painted over the mesh itself, so pulled towards the eye a little
    const fill = new MeshBasicMaterial({
      ...{ vertexColors: true, side: DoubleSide, polygonOffset: true },
      ...{ polygonOffsetFactor: -2, polygonOffsetUnits: -2, transparent: true, opacity: 0.85 },
    });
    const line = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
    const point = new PointsMaterial({
      ...{ vertexColors: true, size: 6, sizeAttenuation: false, depthTest: false, transparent: true },
    });
    this.#materials = [fill, line, point];
    this.#parts = [
      new Mesh(this.#fills.geometry, fill),
      new LineSegments(this.#lines.geometry, line),
      new Points(this.#points.geometry, point),
    ];
    this.#parts.forEach((part, i) => {
      part.frustumCulled = false; // bounds change every frame
      part.renderOrder = 1 + i;
      part.raycast = () => {}; // a picture, not a thing to hit
    });
    if (options.markers === undefined) {
      for (const part of this.#parts) part.onBeforeRender = (renderer) => this.#suit(renderer);
    }
    this.add(...this.#parts);
  }

  /**
   * Draws the collider's last pose. Give the contacts if you have them already; otherwise they are searched for. Of a background collider
   * they must be given: they are what `find` gave last.
   */
  update(contacts?: Intersections | FoundContacts): this {
    for (const buffer of this.#buffers) buffer.clear();
    // first of all: the trace is that of the last search
    const found = contacts ?? ('findIntersections' in this.collider ? this.collider.findIntersections() : undefined);
    if (!found) {
      throw new RangeError('update: contacts of a background collider must be given, as find() gives them, got none.');
    }
    const detector = 'detector' in this.collider ? this.collider.detector : undefined;
    const trace = detector && 'trace' in detector ? (detector as Detector).trace : null;
    if (this.patches || this.contours || this.boxes) {
      if (!trace) {
        throw new RangeError(
          'SelfCollisionHelper: patches, contours and boxes need a collider made with { trace: true }.',
        );
      }
      this.#drawPatches(trace, cutPatches(trace, this.level, this.collider.triangles.length / 3));
    }
    this.#drawContacts(found);
    if (this.proximity > 0) {
      if (!('findProximities' in this.collider)) {
        throw new RangeError('SelfCollisionHelper: proximity needs a SelfCollider, got a collider in the background.');
      }
      this.#drawProximities(this.collider.findProximities({ distance: this.proximity }));
    }
    for (const buffer of this.#buffers) buffer.finish();
    this.#parts.forEach((part, i) => {
      part.visible = this.#buffers[i].count > 0;
    });
    return this;
  }

  /** Frees what the graphics card holds. The collider stays usable. */
  override dispose(): void {
    for (const buffer of this.#buffers) buffer.geometry.dispose();
    for (const material of this.#materials) material.dispose();
    this.#spheres?.geometry.dispose();
    this.#spheres?.dispose();
    this.removeFromParent();
  }

  get #buffers(): readonly OverlayBuffer[] {
    return [this.#fills, this.#lines, this.#points];
  }

  #drawContacts(found: Intersections | FoundContacts): void {
    const { count, edgeA, edgeB, edgeTriangle, triangle } = found;
    const { positions, triangles } = this.collider;
    for (const buffer of this.#buffers) buffer.setColor(this.color);
    if (this.paintTriangles) {
      const painted = new Set<number>();
      for (let i = 0; i < count; i++) painted.add(edgeTriangle[i]).add(triangle[i]);
      for (const t of painted) this.#fills.addTriangle(positions, triangles, t);
    }
    if (this.#spheres) this.#spheres.count = 0;
    if (!this.contacts) return;
    const points = 'points' in found ? found.points : found.locateAll().points;
    for (let i = 0; i < count; i++) {
      this.#lines.addVertex(positions, edgeA[i]);
      this.#lines.addVertex(positions, edgeB[i]);
      if (this.#markers === 'points') this.#points.add(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    }
    if (this.#markers === 'spheres') this.#drawSpheres(points, count);
  }

  /** The first picture by a WebGPURenderer has points of one pixel; the next has spheres. */
  #suit(renderer: object): void {
    if (this.#markers === 'spheres' || !('isWebGPURenderer' in renderer)) return;
    this.#markers = 'spheres';
    this.#parts[2].visible = false;
    const points = this.#points.geometry.getAttribute('position')?.array;
    if (points) this.#drawSpheres(points, this.#points.count);
    this.#points.clear();
  }

  /** One instance a contact, in buffers that only grow. */
  #drawSpheres(points: ArrayLike<number>, count: number): void {
    let spheres = this.#spheres;
    if (!spheres || spheres.instanceMatrix.count < count) {
      spheres?.removeFromParent();
      spheres?.dispose();
      const room = Math.max(64, 2 * count);
      const geometry = this.#spheres?.geometry ?? new IcosahedronGeometry(SPHERE * this.#size(), 1);
      const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
      spheres = new InstancedMesh(geometry, material, room);
      spheres.frustumCulled = false;
      spheres.renderOrder = 4;
      spheres.raycast = () => {};
      this.#spheres = spheres;
      this.add(spheres);
    }
    const place = new Matrix4();
    for (let i = 0; i < count; i++) {
      spheres.setMatrixAt(i, place.setPosition(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
    }
    spheres.count = count;
    (spheres.material as MeshBasicMaterial).color.set(this.color);
    spheres.instanceMatrix.needsUpdate = true;
  }

  /** The largest side of the box around the mesh. */
  #size(): number {
    const { positions } = this.collider;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
    return Math.max(...high.map((x, axis) => x - low[axis])) || 1;
  }

  #drawProximities({ count, triangleA, triangleB, weightsA, weightsB }: Proximities): void {
    const { positions, triangles } = this.collider;
    this.#lines.setColor(PROXIMITY_COLOR);
    const point = [0, 0, 0];
    for (let i = 0; i < 2 * count; i++) {
      const pair = i >> 1;
      const t = 3 * (i % 2 === 0 ? triangleA[pair] : triangleB[pair]);
      const weights = i % 2 === 0 ? weightsA : weightsB;
      point.fill(0);
      for (let corner = 0; corner < 3; corner++) {
        const v = 3 * triangles[t + corner];
        for (let axis = 0; axis < 3; axis++) point[axis] += weights[3 * pair + corner] * positions[v + axis];
      }
      this.#lines.add(point[0], point[1], point[2]);
    }
  }

  #drawPatches(trace: QueryTrace, { patches, patchOf }: PatchCut): void {
    const { positions, triangles } = this.collider;
    if (this.patches) {
      for (let t = 0; t < patchOf.length; t++) {
        const patch = patches[patchOf[t]];
        if (!patch) continue;
        this.#fills.setColor(this.patches === 'level' ? patchColor(patchOf[t]) : outcomeColors[patch.outcome]);
        this.#fills.addTriangle(positions, triangles, t);
      }
    }
    this.#lines.setColor(0x101010);
    for (const { visit, patch } of patches) {
      if (this.contours) {
        for (const loop of trace.contourOf(visit)) {
          for (let i = 0; i < loop.length; i++) {
            this.#lines.addVertex(positions, loop[i]);
            this.#lines.addVertex(positions, loop[(i + 1) % loop.length]);
          }
        }
      }
      if (this.boxes) this.#drawBox(trace.trianglesOf(patch));
    }
  }

  #drawBox(patch: Uint32Array): void {
    const { positions, triangles } = this.collider;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const t of patch) {
      for (let i = 0; i < 9; i++) {
        const axis = i % 3;
        const x = positions[3 * triangles[3 * t + Math.floor(i / 3)] + axis];
        if (x < low[axis]) low[axis] = x;
        if (x > high[axis]) high[axis] = x;
      }
    }
    const ends = [low, high];
    for (let axis = 0; axis < 3; axis++) {
      for (let corner = 0; corner < 4; corner++) {
        const point = [0, 0, 0];
        point[(axis + 1) % 3] = ends[corner & 1][(axis + 1) % 3];
        point[(axis + 2) % 3] = ends[corner >> 1][(axis + 2) % 3];
        for (const end of ends) {
          point[axis] = end[axis];
          this.#lines.add(point[0], point[1], point[2]);
        }
      }
    }
  }
}
