import { ContactLayer, frameWhatMatters, readColors, View3D } from '@selfcollide/kit';
import type { ContactList, OpenedMesh } from '../messages.ts';
import { MeshLayer } from './mesh-layer.ts';

/** The picture: a mesh about as large as a sphere of radius 1, how the search went, and contacts. */
export class Stage extends View3D {
  readonly mesh = new MeshLayer();
  readonly contacts = new ContactLayer(0);
  readonly missed = new ContactLayer(10);
  #points: Float32Array = new Float32Array(0);

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
    this.contacts.setColor(colors['--contact-paint']);
    this.missed.setColor(colors['--missed-paint']);
    this.draw();
  }

  open({ triangles, positions }: OpenedMesh): void {
    this.mesh.open(triangles, positions);
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
  }

  /** All that matters of the mesh in view, as it is now. */
  home(): void {
    this.frame(frameWhatMatters(this.mesh.positions, this.#points));
  }

  /** The triangle seen at a place on the canvas; −1 if none. */
  triangleAt(x: number, y: number): number {
    return this.mesh.triangleHit(this.rayAt(x, y));
  }
}

function showList(layer: ContactLayer, list: ContactList, mesh: MeshLayer): void {
  const { edgeA, edgeB, edgeTriangle, triangle, points } = list;
  const edges = new Uint32Array(2 * edgeA.length);
  for (let i = 0; i < edgeA.length; i++) {
    edges[2 * i] = edgeA[i];
    edges[2 * i + 1] = edgeB[i];
  }
  layer.show({ triangles: new Set([...edgeTriangle, ...triangle]), edges, points }, mesh);
}
