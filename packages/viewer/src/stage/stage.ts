import { ContactLayer, frameWhatMatters, readColors, View3D } from '@selfcollide/kit';
import type { ContactList, OpenedMesh } from '../messages.ts';
import { MeshLayer } from './mesh-layer.ts';

/** The picture: a mesh about as large as a sphere of radius 1, how the search went, and contacts. */
export class Stage extends View3D {
  readonly mesh = new MeshLayer();
  readonly contacts = new ContactLayer(0);
  readonly missed = new ContactLayer(10);
  #points: Float32Array = new Float32Array(0);
  #shown: readonly [contacts: ContactList | null, missed: ContactList | null] = [null, null];
  #contactColor = '';
  #missedColor = '';

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.model.add(this.mesh.group, this.missed.group, this.contacts.group);
    this.readColors();
    this.home();
  }

  /** Takes colours from the style sheet, after a change of theme. */
  readColors(): void {
    const colors = readColors(['--mesh', '--contact-paint', '--missed-paint']);
    this.mesh.setColor(colors['--mesh']);
    this.#contactColor = colors['--contact-paint'];
    this.#missedColor = colors['--missed-paint'];
    this.#mark();
    this.contacts.setColor(colors['--contact-paint']);
    this.missed.setColor(colors['--missed-paint']);
    this.draw();
  }

  open({ triangles, positions }: OpenedMesh): void {
    this.mesh.open(triangles, positions);
    this.#shown = [null, null];
    this.contacts.clear();
    this.missed.clear();
    this.#points = new Float32Array(0);
    this.home();
  }

  showContacts(contacts: ContactList, missed: ContactList | null): void {
    this.#points = contacts.points;
    showList(this.contacts, contacts, this.mesh);
    if (missed) showList(this.missed, missed, this.mesh);
    else this.missed.clear();
    this.#shown = [contacts, missed];
    this.#mark();
  }

  /** All that matters of the mesh in view, as it is now. */
  home(): void {
    this.frame(frameWhatMatters(this.mesh.positions, this.#points));
  }

  /** The triangle seen at a place on the canvas; −1 if none. */
  triangleAt(x: number, y: number): number {
    return this.mesh.triangleHit(this.rayAt(x, y));
  }

  /** Every triangle in contact is painted, however many there are. */
  #mark(): void {
    const [contacts, missed] = this.#shown;
    this.mesh.mark([
      ...(contacts ? [{ triangles: contacts.marked, color: this.#contactColor }] : []),
      ...(missed ? [{ triangles: missed.marked, color: this.#missedColor }] : []),
    ]);
  }
}

function showList(layer: ContactLayer, list: ContactList, mesh: MeshLayer): void {
  const { edgeA, edgeB, points } = list;
  const edges = new Uint32Array(2 * edgeA.length);
  for (let i = 0; i < edgeA.length; i++) {
    edges[2 * i] = edgeA[i];
    edges[2 * i + 1] = edgeB[i];
  }
  layer.show({ edges, points }, mesh);
}
