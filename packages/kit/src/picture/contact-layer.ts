import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  type ColorRepresentation,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  SRGBColorSpace,
} from 'three';
import { SURFACE_LOOK } from './mesh-surface.ts';

export interface MeshArrays {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

export interface ShownContacts {
  /** Piercing edges, two vertices each. */
  readonly edges?: ArrayLike<number>;
  /** Lines besides, two points each. */
  readonly lines?: Float32Array;
  /** Where they meet, xyz each. */
  readonly points: Float32Array;
}

/** Colour of the contact singled out: seen on red, orange and grey. */
const CHOSEN = 0xffd21f;
/** Diameter of a marker in CSS pixels, and where there are so many that they would hide each other. */
const MARKER = 11;
const SMALL_MARKER = 6;
const MANY = 400;

/** Contacts in one colour: piercing edges, a round marker a contact; and one contact singled out. Triangles are painted by `MeshSurface`. */
export class ContactLayer {
  readonly group = new Group();
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #markers: Points<BufferGeometry, PointsMaterial>;
  readonly #chosenFill: Mesh;
  readonly #chosenLines: LineSegments;

  /** Layers with a higher `order` are drawn over others. */
  constructor(order = 0) {
    // contacts are often inside: hidden ones are what one looks for
    const onTop = { depthTest: false, transparent: true };
    this.#lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ ...onTop, opacity: 0.4 }));
    this.#markers = new Points(new BufferGeometry(), new PointsMaterial({ sizeAttenuation: false, ...onTop }));
    const fill = { color: CHOSEN, side: SURFACE_LOOK.side, ...onTop, opacity: 0.6 };
    this.#chosenFill = new Mesh(new BufferGeometry(), new MeshBasicMaterial(fill));
    this.#chosenLines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: CHOSEN, ...onTop }));
    [this.#lines, this.#chosenFill, this.#chosenLines, this.#markers].forEach((part, i) => {
      part.frustumCulled = false;
      part.renderOrder = order + 1 + i;
      part.visible = false;
      this.group.add(part);
    });
  }

  setColor(color: ColorRepresentation): void {
    this.#lines.material.color.set(color);
    const { material } = this.#markers;
    material.map?.dispose();
    material.map = markerTexture(`#${this.#lines.material.color.getHexString()}`);
    material.needsUpdate = true;
  }

  clear(): void {
    for (const part of this.group.children) part.visible = false;
  }

  show({ edges = [], lines, points }: ShownContacts, mesh: MeshArrays): void {
    const many = points.length / 3 > MANY;
    this.#markers.material.size = (many ? SMALL_MARKER : MARKER) * Math.min(devicePixelRatio, 2);
    const ends = gather(mesh.positions, edges);
    setPoints(this.#lines, lines ? Float32Array.from([...ends, ...lines]) : ends);
    setPoints(this.#markers, points);
    this.choose(null, mesh);
  }

  /** Singles a contact out: its triangles, their outlines and its edge. */
  choose(
    contact: { readonly triangles: readonly number[]; readonly edge?: readonly number[] } | null,
    mesh: MeshArrays,
  ): void {
    const corners = contact ? cornersOf(contact.triangles, mesh) : [];
    const outlines = corners.flatMap((v, i) => [v, corners[i - (i % 3) + ((i + 1) % 3)]]);
    setPoints(this.#chosenFill, gather(mesh.positions, corners));
    setPoints(this.#chosenLines, gather(mesh.positions, [...outlines, ...(contact?.edge ?? [])]));
  }
}

function cornersOf(chosen: Iterable<number>, { triangles }: MeshArrays): number[] {
  const corners: number[] = [];
  for (const t of chosen) corners.push(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
  return corners;
}

function gather(positions: Float32Array, vertices: ArrayLike<number>): Float32Array {
  const out = new Float32Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = positions[3 * vertices[i] + axis];
  }
  return out;
}

function setPoints(part: Mesh | LineSegments | Points, points: Float32Array): void {
  part.visible = points.length > 0;
  if (!part.visible) return;
  part.geometry.dispose();
  part.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
}

/** A dot with a white rim: visible on its own colour, on grey and on either background. */
function markerTexture(color: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  context.beginPath();
  context.arc(32, 32, 26, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.lineWidth = 8;
  context.strokeStyle = '#ffffff';
  context.stroke();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
