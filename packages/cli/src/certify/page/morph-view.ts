import {
  ContactLayer,
  frameWhatMatters,
  MeshSurface,
  type PaintedTriangles,
  readColors,
  View3D,
} from '@selfcollide/kit';
import type { CertifyFileReport } from '../certify-report.ts';

/** Colours of the heat map, from triangles that are hit at once to those hit at the end of a range. */
const RAMP = [0xd7191c, 0xe85b3a, 0xfdae61, 0xfed38a, 0xffffbf];

/** The mesh, moved by weights; triangles coloured by how soon one target alone makes them touch. */
export class MorphView extends View3D {
  readonly #surface = new MeshSurface();
  readonly #contacts = new ContactLayer();
  readonly #rest: Float32Array;
  readonly #triangles: Uint32Array;
  readonly #vectors: Float32Array;
  readonly #heat: PaintedTriangles[];
  #positions: Float32Array;
  #withHeat = true;

  constructor(canvas: HTMLCanvasElement, { vertices, triangles, targets }: CertifyFileReport, bytes: Uint8Array) {
    super(canvas);
    const { buffer } = bytes.slice();
    let at = 0;
    const take = (count: number): number => {
      at += 4 * count;
      return at - 4 * count;
    };
    this.#rest = new Float32Array(buffer, take(3 * vertices), 3 * vertices);
    this.#triangles = new Uint32Array(buffer, take(3 * triangles), 3 * triangles);
    const numbers = 3 * vertices * targets.length;
    this.#vectors = new Float32Array(buffer, take(numbers), numbers);
    const firstTouch = new Float32Array(buffer, take(triangles), triangles);
    this.#positions = this.#rest.slice();
    this.#heat = RAMP.map((color, band) => ({
      color,
      triangles: [...firstTouch.keys()].filter(
        (t) => firstTouch[t] <= 1 && Math.min(RAMP.length - 1, Math.floor(firstTouch[t] * RAMP.length)) === band,
      ),
    }));
    this.model.add(this.#surface.group, this.#contacts.group);
    this.#surface.show(this.#triangles, this.#positions);
    this.readColors();
  }

  override readColors(): void {
    super.readColors();
    const colors = readColors(['--mesh', '--contact-paint']);
    this.#surface.setColor(colors['--mesh']);
    this.#contacts.setColor(colors['--contact-paint']);
    this.#paint();
  }

  /** Shows the pose for these weights, and these triangles singled out. */
  pose(weights: Float64Array, chosen: readonly number[] | null): void {
    const positions = this.#rest.slice();
    const length = positions.length;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === 0) continue;
      for (let x = 0; x < length; x++) positions[x] += weights[i] * this.#vectors[i * length + x];
    }
    this.#positions = positions;
    this.#surface.show(this.#triangles, positions);
    this.#contacts.choose(chosen && { triangles: chosen }, this.#surface);
    if (chosen) {
      const point = [0, 1, 2].map((axis) => {
        let sum = 0;
        for (const t of chosen) for (let k = 0; k < 3; k++) sum += positions[3 * this.#triangles[3 * t + k] + axis];
        return sum / (3 * chosen.length);
      });
      this.flyTo(point, 0.35 * frameWhatMatters(this.#rest, new Float32Array(0)).radius);
    }
    this.draw();
  }

  fit(animate: boolean): void {
    this.frame(frameWhatMatters(this.#positions, new Float32Array(0)), animate);
  }

  setXray(on: boolean): void {
    this.#surface.setXray(on);
    this.draw();
  }

  setEdges(on: boolean): void {
    this.#surface.setEdges(on);
    this.draw();
  }

  setHeat(on: boolean): void {
    this.#withHeat = on;
    this.#paint();
  }

  #paint(): void {
    this.#surface.paint(this.#withHeat ? this.#heat : []);
    this.draw();
  }
}
