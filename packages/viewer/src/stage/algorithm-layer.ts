import { type MeshSurface, type PaintedTriangles, SURFACE_LOOK } from '@selfcollide/kit';
import { outcomeColors, patchColor } from '@selfcollide/three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import { type AlgorithmPicture, type BoxPicture, outcomeNames } from '../messages.ts';

/** Of patches compared by boxes, sRGB: unused, apart from all others, not from all. Told apart on light and dark. */
export const BOX_COLORS = [0x000000, 0x8a63d2, 0xc2571a] as const;

/** How the mesh is painted. */
export type Paint = 'plain' | 'patches' | 'outcomes' | 'between' | 'boxes';

/** How the search went, painted on the mesh: every triangle has three corners of its own and so a colour of its own. */
export class AlgorithmLayer {
  readonly group = new Group();
  readonly #plain: MeshSurface;
  readonly #painted = new Mesh(new BufferGeometry(), new MeshStandardMaterial({ ...SURFACE_LOOK, vertexColors: true }));
  readonly #contours = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0x000000 }));
  readonly #boxes = new BoxLines();
  /** Around the patch that was clicked; seen through the mesh. */
  readonly #outline = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: 0xfff23a, depthTest: false }),
  );
  #color = new Color(0xcccccc);
  #picture: AlgorithmPicture | null = null;
  #paint: Paint = 'plain';
  #marked: readonly PaintedTriangles[] = [];

  /** `plain` is hidden while the mesh is painted. */
  constructor(plain: MeshSurface) {
    this.#plain = plain;
    this.#painted.castShadow = true;
    this.group.add(this.#painted, this.#contours, this.#boxes, this.#outline);
    for (const part of this.group.children) part.frustumCulled = false;
    this.#outline.renderOrder = 30;
  }

  get positions(): Float32Array {
    return this.#plain.positions;
  }

  get triangles(): Uint32Array {
    return this.#plain.triangles;
  }

  /** Another mesh. */
  clear(): void {
    this.#painted.geometry.dispose();
    this.#painted.geometry = new BufferGeometry();
    this.show(null, 'plain', []);
  }

  setColor(color: string): void {
    this.#color = new Color(color);
    this.show(this.#picture, this.#paint, this.#marked);
  }

  /**
   * Paints by what the search did, and `marked` over that; where lists share a triangle, the later list has it. Without a picture the mesh is
   * seen as it is.
   */
  show(picture: AlgorithmPicture | null, paint: Paint, marked: readonly PaintedTriangles[]): void {
    this.#picture = picture;
    this.#paint = paint;
    this.#marked = marked;
    const plain = picture === null || paint === 'plain';
    this.#plain.group.visible = plain;
    this.#painted.visible = !plain;
    if (!plain) this.#drawPainted(picture, paint);
    this.#setLines(this.#contours, picture && paint !== 'boxes' ? picture.contourLines : undefined);
    this.#setLines(this.#outline, picture?.sketch?.outline);
    this.#boxes.show(picture?.boxes ?? null);
  }

  #drawPainted(picture: AlgorithmPicture, paint: Paint): void {
    const { geometry } = this.#painted;
    const { triangles, positions } = this;
    if (!geometry.hasAttribute('position')) {
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * triangles.length), 3));
      geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * triangles.length), 3));
    }
    const { position, color } = geometry.attributes;
    const { colors, placeOf } = choosePaint(picture, paint);
    for (let i = 0; i < triangles.length; i++) {
      const v = 3 * triangles[i];
      const { r, g, b } = (placeOf && colors[placeOf[Math.floor(i / 3)]]) || this.#color;
      for (let k = 0; k < 3; k++) position.array[3 * i + k] = positions[v + k];
      color.array[3 * i] = r;
      color.array[3 * i + 1] = g;
      color.array[3 * i + 2] = b;
    }
    for (const list of this.#marked) {
      const paint = new Color(list.color);
      for (let i = 0; i < list.triangles.length; i++) {
        for (let corner = 0; corner < 3; corner++) paint.toArray(color.array, 9 * list.triangles[i] + 3 * corner);
      }
    }
    position.needsUpdate = true;
    color.needsUpdate = true;
  }

  #setLines(part: LineSegments, lines: Uint32Array | undefined): void {
    part.visible = lines !== undefined && lines.length > 0;
    if (!lines || lines.length === 0) return;
    const points = new Float32Array(3 * lines.length);
    for (let i = 0; i < lines.length; i++) {
      points.set(this.positions.subarray(3 * lines[i], 3 * lines[i] + 3), 3 * i);
    }
    part.geometry.dispose();
    part.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
  }
}

/** Colours, and for every triangle which one; where that is none, the triangle stays plain. */
function choosePaint(picture: AlgorithmPicture, paint: Paint) {
  if (paint === 'boxes') {
    const colors = BOX_COLORS.map((color, kind) => (kind === 0 ? undefined : new Color(color)));
    return { colors, placeOf: picture.boxes?.paintOf };
  }
  if (paint === 'between') {
    return { colors: outcomeNames.map((_, outcome) => colorOf(paint, outcome, 0)), placeOf: picture.betweenOf };
  }
  const colors = Array.from(picture.outcomeOf, (outcome, i) => colorOf(paint, outcome, i));
  return { colors, placeOf: picture.patchOf };
}

function colorOf(paint: Paint, outcome: number, patch: number): Color {
  if (paint === 'patches') return new Color().setRGB(...patchColor(patch), 'srgb');
  return new Color(outcomeColors[outcomeNames[outcome]]);
}

/** The twelve edges of every box. */
class BoxLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.8 }));
    this.frustumCulled = false;
    this.visible = false;
  }

  show(boxes: BoxPicture | null): void {
    this.visible = boxes !== null && boxes.kinds.length > 0;
    if (!boxes) return;
    const { corners, kinds } = boxes;
    const points = new Float32Array(72 * kinds.length);
    const colors = new Float32Array(72 * kinds.length);
    const palette = BOX_COLORS.map((color) => new Color(color));
    let i = 0;
    kinds.forEach((kind, box) => {
      for (let axis = 0; axis < 3; axis++) {
        for (let side = 0; side < 4; side++) {
          for (let end = 0; end < 2; end++) {
            points[i + axis] = corners[6 * box + 3 * end + axis];
            points[i + ((axis + 1) % 3)] = corners[6 * box + 3 * (side & 1) + ((axis + 1) % 3)];
            points[i + ((axis + 2) % 3)] = corners[6 * box + 3 * (side >> 1) + ((axis + 2) % 3)];
            palette[kind].toArray(colors, i);
            i += 3;
          }
        }
      }
    });
    this.geometry.dispose();
    this.geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(points, 3))
      .setAttribute('color', new BufferAttribute(colors, 3));
  }
}
