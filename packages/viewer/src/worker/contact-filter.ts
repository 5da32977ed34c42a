import type { Intersections } from 'selfcollide';
import { buildHalfEdges, findComponents, weldTriangles, weldVertices } from 'selfcollide/mesh';
import type { Filter } from '../messages.ts';
import type { MovingMesh } from './moving-mesh.ts';

/** Which contacts count, as the options of `selfcollide check` say it. */
export class ContactFilter {
  /** Vertex → the one that it is welded to at rest. */
  readonly weld: Uint32Array;
  /** With welded vertices: seams are no edges. */
  readonly welded: Uint32Array;
  readonly #mesh: MovingMesh;
  #pieces: { labels: Uint32Array; count: number } | undefined;
  #rest: Set<number> | undefined;

  constructor(mesh: MovingMesh) {
    const { rest, triangles, objects } = mesh;
    this.#mesh = mesh;
    this.weld = weldVertices(rest, { triangles, ...(objects && { objects }) });
    this.welded = weldTriangles(triangles, this.weld);
  }

  /** Has to be called before `choose` with the same filter. */
  async prepare({ ignoreRest }: Filter): Promise<void> {
    if (ignoreRest) this.#rest ??= await this.#findRestContacts();
  }

  /** Numbers of the contacts that count. */
  choose(found: Intersections, filter: Filter): Uint32Array {
    const all = Uint32Array.from({ length: found.count }, (_, i) => i);
    const { scope, ignoreRest, ignored } = filter;
    if (scope === 'all' && !ignoreRest && ignored.length === 0) return all;
    const { edgeTriangle, triangle } = found;
    const objects = this.#mesh.objects;
    const labels = scope === 'all' ? objects : this.#labels();
    const pairs = new Set(ignored.map(([a, b]) => pairKey(a, b)));
    const rest = ignoreRest ? this.#rest : undefined;
    return all.filter((i) => {
      const [s, t] = [edgeTriangle[i], triangle[i]];
      if (scope !== 'all' && (labels?.[s] === labels?.[t]) !== (scope === 'self')) return false;
      if (pairs.size > 0 && pairs.has(pairKey(objects?.[s] ?? 0, objects?.[t] ?? 0))) return false;
      return !rest?.has(this.#key(found, i));
    });
  }

  /** A file that names one object is taken apart into connected pieces, since "between objects" would mean nothing. */
  #labels(): Uint32Array | undefined {
    const { objectNames, objects, rest } = this.#mesh;
    if (objectNames.length > 1) return objects;
    if (!this.#pieces) {
      const { componentOf, count } = findComponents(buildHalfEdges(this.welded, rest.length / 3));
      this.#pieces = { labels: componentOf, count };
    }
    return this.#pieces.labels;
  }

  async #findRestContacts(): Promise<Set<number>> {
    const { createDetector } = await import('./every-method.ts');
    const { rest, triangles, objects } = this.#mesh;
    const detector = createDetector(
      { positions: rest, triangles },
      { method: 'box-tree', ...(objects && { objects }) },
    );
    const found = detector.findIntersections();
    return new Set(Array.from({ length: found.count }, (_, i) => this.#key(found, i)));
  }

  /** One number for a contact, whichever copies of welded vertices it names; exact below 2^53: a half-edge is 3 · triangle + k. */
  #key({ edgeA, edgeB, edgeTriangle, triangle }: Intersections, i: number): number {
    const { welded, weld } = this;
    const [a, b] = [weld[edgeA[i]], weld[edgeB[i]]];
    const own = 3 * edgeTriangle[i];
    let k = 0;
    while (k < 2 && !isEdge(welded, own, k, a, b)) k++;
    return (own + k) * (welded.length / 3) + triangle[i];
  }
}

function isEdge(triangles: Uint32Array, own: number, k: number, a: number, b: number): boolean {
  const [from, to] = [triangles[own + k], triangles[own + ((k + 1) % 3)]];
  return (from === a && to === b) || (from === b && to === a);
}

/** There are no more objects than 2^26. */
function pairKey(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}
