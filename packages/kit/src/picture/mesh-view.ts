import { readColors } from '../elements.ts';
import { frameAllPoses, type Sphere } from '../frame-what-matters.ts';
import { ContactLayer } from './contact-layer.ts';
import { GapLayer } from './gap-layer.ts';
import { MeshSurface, type PaintedTriangles } from './mesh-surface.ts';
import type { ModelLook } from './model-look.ts';
import { View3D } from './view-3d.ts';

/** A pose, with what was found in it. Points are in the same coordinates as positions. */
export interface ShownPose {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Triangles in contact: all of them. */
  readonly painted: ArrayLike<number>;
  /** Where contacts are, xyz each, in the order of the contact list. */
  readonly points: Float32Array;
  /** Those of them that get a marker; default all. */
  readonly marked?: Float32Array;
  /** Lines, two points each, where surfaces cross. */
  readonly lines: Float32Array;
  /** Lines, two points each, between the closest points of pairs that are close. */
  readonly gaps?: Float32Array;
  /** Triangles with colours of their own. */
  readonly shades?: readonly PaintedTriangles[];
}

/** Vertices looked at to see whether a pose is in the picture. */
const OUTSIDE_SAMPLES = 2000;

/** The picture: mesh, intersecting triangles, a marker per contact. */
export class MeshView extends View3D {
  onPick: (contact: number) => void = () => {};
  readonly surface = new MeshSurface();
  readonly contacts = new ContactLayer();
  readonly gaps = new GapLayer();
  #points: Float32Array = new Float32Array(0);
  #painted: ArrayLike<number> = [];
  #contactColor = '';
  #framed: Sphere = { center: [0, 0, 0], low: [-1, -1, -1], high: [1, 1, 1], radius: 1 };
  #all: Sphere | undefined;
  #shades: readonly PaintedTriangles[] = [];
  #over: readonly PaintedTriangles[] = [];

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.model.add(this.surface.group, this.gaps.group, this.contacts.group);
    this.onClick = (x, y) => this.pick(x, y);
  }

  /** Takes colours from the style sheet: first of all, and after a change of theme. */
  override readColors(): void {
    super.readColors();
    const colors = readColors(['--mesh', '--contact-paint']);
    this.surface.setColor(colors['--mesh']);
    this.#contactColor = colors['--contact-paint'];
    this.contacts.setColor(this.#contactColor);
    this.#paint();
    this.draw();
  }

  /** Sphere around all poses that there will be, so that the camera need not move; undefined: as each pose is. */
  setAll(all: Sphere | undefined): void {
    this.#all = all;
    if (all) this.setGround(all);
  }

  setPose({ positions, triangles, painted, points, marked = points, lines, gaps, shades = [] }: ShownPose): void {
    this.#points = points;
    this.#shades = shades;
    this.surface.show(triangles, positions);
    this.#painted = painted;
    this.#paint();
    const room = Math.min(this.canvas.clientWidth, this.canvas.clientHeight);
    this.contacts.show({ points: marked, lines }, this.surface, room);
    this.gaps.show(gaps ?? new Float32Array(0));
    if (this.#isOutside(this.#framed)) this.fit(false);
    this.draw();
  }

  /** Paints triangles over those in contact. */
  paintOver(over: readonly PaintedTriangles[]): void {
    this.#over = over;
    this.#paint();
  }

  /** Singles out a contact between these triangles and flies there. */
  showContact(contact: { triangles: readonly number[]; edge?: readonly number[]; point: ArrayLike<number> }): void {
    this.contacts.choose(contact, this.surface);
    // the smaller triangle says how near one has to be: the other may be a floor
    const size = Math.min(...contact.triangles.map((t) => this.#sizeOf(t)));
    const { radius } = this.#framed;
    this.flyTo(contact.point, Math.min(Math.max(10 * size, 0.01 * radius), 0.5 * radius));
  }

  /** `radius` is how much around the point matters. */
  showPlace(point: ArrayLike<number>, radius: number): void {
    this.flyTo(point, Math.max(6 * radius, 0.15 * this.#framed.radius));
  }

  /** Longest side of a triangle's box. */
  #sizeOf(triangle: number): number {
    const { triangles, positions } = this.surface;
    const corners = [0, 1, 2].map((k) => 3 * triangles[3 * triangle + k]);
    return Math.max(
      ...[0, 1, 2].map((axis) => {
        const along = corners.map((corner) => positions[corner + axis]);
        return Math.max(...along) - Math.min(...along);
      }),
    );
  }

  /** Shows all that matters: of all poses, if they are known, or of this one. */
  fit(animate: boolean): void {
    this.#framed =
      this.#all && !this.#isOutside(this.#all)
        ? this.#all
        : frameAllPoses([this.surface.positions], this.#points, this.surface.triangles);
    this.setGround(this.#framed);
    this.frame(this.#framed, animate);
  }

  /** Poses may be so far from each other that a picture of all would show dots: then one that is elsewhere has the camera come along. */
  #isOutside({ center, radius }: Sphere): boolean {
    const { positions } = this.surface;
    const stride = 3 * Math.max(1, Math.floor(positions.length / 3 / OUTSIDE_SAMPLES));
    for (let i = 0; i < positions.length; i += stride) {
      const away = Math.hypot(positions[i] - center[0], positions[i + 1] - center[1], positions[i + 2] - center[2]);
      if (away <= 2 * radius) return false;
    }
    return positions.length > 0;
  }

  /** How the mesh shown next looks itself, where that is known. */
  setLook(look: ModelLook | null): void {
    this.surface.setLook(look, () => this.draw());
  }

  /** Clay instead of the model's own materials. */
  setClay(on: boolean): void {
    this.surface.showLook(!on);
    this.draw();
  }

  setXray(on: boolean): void {
    this.surface.setXray(on);
    this.setShadow(!on);
    this.draw();
  }

  setEdges(on: boolean): void {
    this.surface.setEdges(on);
    this.draw();
  }

  /** A click at a place on the canvas: chooses a contact, if one is there. */
  protected pick(x: number, y: number): void {
    const contact = this.pointAt(this.#points, x, y);
    if (contact >= 0) this.onPick(contact);
  }

  /** Every triangle in contact is painted, however many there are. */
  #paint(): void {
    this.surface.paint([{ triangles: this.#painted, color: this.#contactColor }, ...this.#shades, ...this.#over]);
  }
}
