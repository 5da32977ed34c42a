import type { Intersections, QueryTrace } from 'selfcollide';
import {
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import { outcomeColors, patchColor } from './picture/colors.ts';
import { OverlayBuffer } from './picture/overlay-buffer.ts';
import { cutPatches, type PatchCut } from './picture/patch-cut.ts';
import type { SelfCollider } from './self-collider.ts';

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
  /** Colour of contacts, sRGB. Default red. */
  readonly color?: number;
}

/**
 * Draws what a `SelfCollider` found: contacts and, if the collider was made with `trace: true`, how the search went.
 * Add it to the mesh, so that it moves along; to the scene, if the collider has several meshes. Fields may be changed at any time; `update` draws anew.
 */
export class SelfCollisionHelper extends Group {
  /** Tells colliders of whole groups that this is a picture. */
  readonly isSelfCollisionHelper = true;
  readonly collider: SelfCollider;
  contacts: boolean;
  paintTriangles: boolean;
  patches: false | 'level' | 'outcome';
  level: number;
  contours: boolean;
  boxes: boolean;
  color: number;
  readonly #fills = new OverlayBuffer();
  readonly #lines = new OverlayBuffer();
  readonly #points = new OverlayBuffer();
  readonly #materials: readonly { dispose(): void }[];

  constructor(collider: SelfCollider, options: SelfCollisionHelperOptions = {}) {
    super();
    this.collider = collider;
    this.contacts = options.contacts ?? true;
    this.paintTriangles = options.triangles ?? true;
    this.patches = options.patches ?? false;
    this.level = options.level ?? Number.POSITIVE_INFINITY;
    this.contours = options.contours ?? false;
    this.boxes = options.boxes ?? false;
    this.color = options.color ?? 0xff2020;

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
    const parts = [
      new Mesh(this.#fills.geometry, fill),
      new LineSegments(this.#lines.geometry, line),
      new Points(this.#points.geometry, point),
    ];
    parts.forEach((part, i) => {
      part.frustumCulled = false; // bounds change every frame
      part.renderOrder = 1 + i;
      part.raycast = () => {}; // a picture, not a thing to hit
    });
    this.add(...parts);
  }

  /** Draws the collider's last pose. Give the contacts if you have them already; otherwise they are searched for. */
  update(contacts: Intersections = this.collider.findIntersections()): this {
    for (const buffer of this.#buffers) buffer.clear();
    const { trace } = this.collider.detector;
    if (this.patches || this.contours || this.boxes) {
      if (!trace) {
        throw new RangeError(
          'SelfCollisionHelper: patches, contours and boxes need a collider made with { trace: true }.',
        );
      }
      this.#drawPatches(trace, cutPatches(trace, this.level, this.collider.triangles.length / 3));
    }
    this.#drawContacts(contacts);
    for (const buffer of this.#buffers) buffer.finish();
    this.children.forEach((part, i) => {
      part.visible = this.#buffers[i].count > 0;
    });
    return this;
  }

  /** Frees what the graphics card holds. The collider stays usable. */
  override dispose(): void {
    for (const buffer of this.#buffers) buffer.geometry.dispose();
    for (const material of this.#materials) material.dispose();
    this.removeFromParent();
  }

  get #buffers(): readonly OverlayBuffer[] {
    return [this.#fills, this.#lines, this.#points];
  }

  #drawContacts({ count, edgeA, edgeB, edgeTriangle, triangle }: Intersections): void {
    const { positions, triangles } = this.collider;
    for (const buffer of this.#buffers) buffer.setColor(this.color);
    if (this.paintTriangles) {
      const painted = new Set<number>();
      for (let i = 0; i < count; i++) painted.add(edgeTriangle[i]).add(triangle[i]);
      for (const t of painted) this.#fills.addTriangle(positions, triangles, t);
    }
    if (!this.contacts) return;
    for (let i = 0; i < count; i++) {
      this.#lines.addVertex(positions, edgeA[i]);
      this.#lines.addVertex(positions, edgeB[i]);
      this.#points.add(...this.collider.locate(i).point);
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
