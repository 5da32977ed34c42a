import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  type ColorRepresentation,
  GreaterDepth,
  Group,
  LessEqualDepth,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  SRGBColorSpace,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { SURFACE_LOOK } from './surface-look.ts';

export interface MeshArrays {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

export interface ShownContacts {
  /** Lines, two points each, where surfaces cross. */
  readonly lines?: Float32Array;
  /** Where contacts are, xyz each. */
  readonly points: Float32Array;
}

/** Colour of the contact singled out: seen on red, orange and grey. */
const CHOSEN = 0xffd21f;
/** Diameter of a marker in CSS pixels, halo included, and where there are so many that they would hide each other. */
const MARKER = 15;
const SMALL_MARKER = 9;
const MANY = 120;
/** Width of the line and of the glow around it, CSS pixels. */
const LINE = 2.5;
const GLOW = 9;
/** How much is seen of what lies behind the surface. */
const HIDDEN = 0.28;

/** Contacts in one colour: round markers, a glowing line where surfaces cross; dimmed where hidden. And one contact singled out. Triangles are painted by `MeshSurface`. */
export class ContactLayer {
  readonly group = new Group();
  #lineGeometry = new LineSegmentsGeometry();
  readonly #lines: LineSegments2[];
  readonly #markers: Points<BufferGeometry, PointsMaterial>[];
  readonly #chosenFill: Mesh;
  readonly #chosenLines: LineSegments;

  /** Layers with a higher `order` are drawn over others. */
  constructor(order = 0) {
    // each twice: where it is seen and, dimmed, where something is before it
    const passes = [
      { depthFunc: GreaterDepth, strength: HIDDEN },
      { depthFunc: LessEqualDepth, strength: 1 },
    ] as const;
    const shared = { transparent: true, depthWrite: false };
    this.#lines = passes.flatMap(({ depthFunc, strength }) =>
      [
        { linewidth: GLOW, opacity: 0.3 * strength },
        { linewidth: LINE, opacity: strength },
      ].map(
        (look) =>
          new LineSegments2(
            this.#lineGeometry,
            new LineMaterial({
              ...shared,
              depthFunc,
              polygonOffset: true,
              polygonOffsetFactor: -1,
              polygonOffsetUnits: -8,
              ...look,
            }),
          ),
      ),
    );
    this.#markers = passes.map(
      ({ depthFunc, strength }) =>
        new Points(
          new BufferGeometry(),
          markerMaterial(new PointsMaterial({ sizeAttenuation: false, ...shared, depthFunc, opacity: strength })),
        ),
    );
    const onTop = { depthTest: false, transparent: true };
    const fill = { color: CHOSEN, side: SURFACE_LOOK.side, ...onTop, opacity: 0.6 };
    this.#chosenFill = new Mesh(new BufferGeometry(), new MeshBasicMaterial(fill));
    this.#chosenLines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: CHOSEN, ...onTop }));
    [...this.#lines, this.#chosenFill, this.#chosenLines, ...this.#markers].forEach((part, i) => {
      part.frustumCulled = false;
      part.renderOrder = order + 1 + i;
      part.visible = false;
      this.group.add(part);
    });
  }

  setColor(color: ColorRepresentation): void {
    const shown = new Color(color);
    for (const { material } of this.#lines) material.color.copy(shown);
    const texture = markerTexture(`#${shown.getHexString()}`);
    this.#markers[0].material.map?.dispose();
    for (const { material } of this.#markers) {
      material.map = texture;
      material.needsUpdate = true;
    }
  }

  clear(): void {
    for (const part of this.group.children) part.visible = false;
  }

  /** `room` is the size of the picture in CSS pixels: markers are smaller in a small one. */
  show({ lines = new Float32Array(0), points }: ShownContacts, mesh: MeshArrays, room = Infinity): void {
    const many = points.length / 3 > MANY;
    const size = Math.min(room / 65, many ? SMALL_MARKER : MARKER) * Math.min(devicePixelRatio, 2);
    const [first, ...others] = this.#markers;
    setPoints(first, points);
    for (const marker of others) {
      marker.geometry = first.geometry;
      marker.visible = first.visible;
    }
    for (const { material } of this.#markers) material.size = size;
    this.#showLines(lines);
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

  #showLines(lines: Float32Array): void {
    for (const part of this.#lines) part.visible = lines.length > 0;
    if (lines.length === 0) return;
    this.#lineGeometry.dispose();
    this.#lineGeometry = new LineSegmentsGeometry().setPositions(lines);
    for (const part of this.#lines) part.geometry = this.#lineGeometry;
  }
}

/** A little nearer to the eye than they are: all of a marker on the surface is seen, not the half above it. */
function markerMaterial(material: PointsMaterial): PointsMaterial {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      '#include <project_vertex>',
      '#include <project_vertex>\ngl_Position = projectionMatrix * vec4(mvPosition.xyz * 0.992, 1.0);',
    );
  };
  return material;
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

/** A dot with a white rim and a soft halo: visible on its own colour, on grey and on either background. */
function markerTexture(color: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  const halo = context.createRadialGradient(32, 32, 14, 32, 32, 32);
  halo.addColorStop(0, `${color}b0`);
  halo.addColorStop(1, `${color}00`);
  context.fillStyle = halo;
  context.fillRect(0, 0, 64, 64);
  context.beginPath();
  context.arc(32, 32, 15, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.lineWidth = 5;
  context.strokeStyle = '#ffffff';
  context.stroke();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
