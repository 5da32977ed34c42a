import { ContactLayer, frameWhatMatters, MeshSurface, readColors, type Sphere, View3D } from '@selfcollide/kit';

/** The picture: mesh, intersecting triangles, a marker per contact. */
export class MeshView extends View3D {
  onPick: (contact: number) => void = () => {};
  readonly #surface = new MeshSurface();
  readonly #contacts = new ContactLayer();
  #points: Float32Array = new Float32Array(0);
  #painted: Uint32Array = new Uint32Array(0);
  #contactColor = '';
  #framed: Sphere = { center: [0, 0, 0], radius: 1 };

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.model.add(this.#surface.group, this.#contacts.group);
    this.onClick = (x, y) => {
      const contact = this.pointAt(this.#points, x, y);
      if (contact >= 0) this.onPick(contact);
    };
    this.readColors();
  }

  /** Takes colours from the style sheet, after a change of theme. */
  readColors(): void {
    const colors = readColors(['--mesh', '--contact-paint']);
    this.#surface.setColor(colors['--mesh']);
    this.#contactColor = colors['--contact-paint'];
    this.#contacts.setColor(this.#contactColor);
    this.#paint();
    this.draw();
  }

  /** Shows a pose; lines have two ends each. Points are relative to the same origin as positions. */
  setPose(
    positions: Float32Array,
    triangles: Uint32Array,
    painted: Uint32Array,
    points: Float32Array,
    lines: Float32Array,
  ): void {
    this.#points = points;
    this.#surface.show(triangles, positions);
    this.#painted = painted;
    this.#paint();
    this.#contacts.show({ points, lines }, this.#surface);
    this.draw();
  }

  /** Singles out a contact between these triangles and flies there. */
  showContact(triangles: readonly number[], point: ArrayLike<number>): void {
    this.#contacts.choose({ triangles }, this.#surface);
    this.showPlace(point, 0);
  }

  /** `radius` is how much around the point matters. */
  showPlace(point: ArrayLike<number>, radius: number): void {
    this.flyTo(point, Math.max(6 * radius, 0.5 * this.#framed.radius));
  }

  /** Shows all that matters of the current pose. */
  fit(animate: boolean): void {
    this.#framed = frameWhatMatters(this.#surface.positions, this.#points);
    this.frame(this.#framed, animate);
  }

  setXray(on: boolean): void {
    this.#surface.setXray(on);
    this.draw();
  }

  setEdges(on: boolean): void {
    this.#surface.setEdges(on);
    this.draw();
  }

  #paint(): void {
    this.#surface.paint([{ triangles: this.#painted, color: this.#contactColor }]);
  }
}
