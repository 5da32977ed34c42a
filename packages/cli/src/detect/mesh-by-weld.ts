import type { Model } from '@selfcollide/io';
import type { Source } from '../source/source.ts';
import { type PreparedMesh, type PrepareOptions, prepareMesh } from './prepared-mesh.ts';
import type { Weld } from './weld.ts';

/** Meshes kept for poses in which welded vertices are apart; a mouth that opens and closes needs one. */
const MAX_PARTED_MESHES = 3;

/** Meshes of one source, by what is welded: vertices are one that coincide both in the rest pose and in a frame, or at both ends of a step. */
export class MeshByWeld {
  /** That of the rest pose. */
  readonly whole: PreparedMesh;
  readonly #source: Source;
  readonly #options: PrepareOptions;
  readonly #parted: PreparedMesh[] = [];

  constructor(source: Source, whole: PreparedMesh, options: PrepareOptions) {
    this.#source = source;
    this.whole = whole;
    // what is used for few frames is searched by the method that is ready soonest; all give the same
    const method = options.method === 'star-contour' ? 'box-tree' : options.method;
    this.#options = { ...options, method, prepared: undefined };
  }

  /** @param model Of a frame with triangles of its own. */
  find(weld: Weld, model: Model | undefined, positions: Float64Array): PreparedMesh {
    if (model) return prepareMesh(model, positions, weld, this.#options);
    if (weld === this.whole.weld) return this.whole;
    const known = this.#parted.find((mesh) => sameWeld(mesh.weld, weld));
    if (known) return known;
    // prepared in the rest pose, so that it does not matter which frame came first
    const mesh = prepareMesh(this.#source.base, this.#source.rest, weld, this.#options);
    this.#parted.push(mesh);
    if (this.#parted.length > MAX_PARTED_MESHES) this.#parted.shift();
    return mesh;
  }
}

function sameWeld(a: Weld, b: Weld): boolean {
  for (let v = 0; v < a.length; v++) if (a[v] !== b[v]) return false;
  return true;
}
