import { ContactLayer, MeshView, readColors } from '@selfcollide/kit';
import type { ContactList, FrameResult, OpenedMesh } from '../messages.ts';
import { AlgorithmLayer, type Paint } from './algorithm-layer.ts';

/** The picture: a mesh about as large as a sphere of radius 1, contacts, how the search went, and what a method missed. */
export class Stage extends MeshView {
  readonly algorithm = new AlgorithmLayer(this.surface);
  readonly missed = new ContactLayer(20);
  #missedColor = '';
  #missedList: ContactList | null = null;

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.model.add(this.algorithm.group, this.missed.group);
  }

  override readColors(): void {
    super.readColors();
    const colors = readColors(['--mesh', '--missed-paint']);
    this.algorithm.setColor(colors['--mesh']);
    this.#missedColor = colors['--missed-paint'];
    this.missed.setColor(this.#missedColor);
    this.#paintMissed();
  }

  /** Without anything that belongs to the mesh shown so far, but for itself. */
  clear(): void {
    this.#missedList = null;
    this.missed.clear();
    this.algorithm.clear();
    this.paintOver([]);
  }

  open({ triangles, positions, low, high, look }: OpenedMesh): void {
    this.clear();
    this.setLook(look);
    this.setAll({ center: [0, 0, 0], low, high, radius: 1 });
    const nothing = new Float32Array(0);
    this.setPose({ positions, triangles, painted: [], points: nothing, lines: nothing });
    this.fit(false);
  }

  showFrame({ positions, contacts, missed, algorithm }: FrameResult, paint: Paint): void {
    const { triangles } = this.surface;
    this.#missedList = missed;
    this.setPose({ positions, triangles, painted: contacts.marked, points: contacts.points, lines: contacts.curve });
    if (missed) this.missed.show({ points: missed.points, lines: missed.curve }, this.surface);
    else this.missed.clear();
    this.#paintMissed();
    const marks = [
      { triangles: contacts.marked, color: readColors(['--contact-paint'])['--contact-paint'] },
      ...this.#missedPaint(),
    ];
    this.algorithm.show(algorithm, algorithm ? paint : 'plain', marks);
    this.draw();
  }

  /** Somewhere between two frames, with what came together until then. */
  showStep(positions: Float32Array, painted: readonly number[], points: Float32Array): void {
    const { triangles } = this.surface;
    this.#missedList = null;
    this.missed.clear();
    this.#paintMissed();
    this.algorithm.show(null, 'plain', []);
    this.setPose({ positions, triangles, painted, points, lines: new Float32Array(0) });
  }

  /** The triangle seen at a place on the canvas; −1 if none. */
  triangleAt(x: number, y: number): number {
    return this.surface.triangleHit(this.rayAt(x, y));
  }

  #paintMissed(): void {
    this.paintOver(this.#missedPaint());
  }

  #missedPaint() {
    return this.#missedList ? [{ triangles: this.#missedList.marked, color: this.#missedColor }] : [];
  }
}
