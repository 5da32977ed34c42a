import type { Surface } from '../../mesh/surface.ts';
import { buildVertexTriangles, type VertexTriangles } from '../../mesh/vertex-triangles.ts';
import type { PairFilter } from '../pair-filter.ts';

/**
 * Which pairs of features count, where a vertex has triangles of several objects or groups: a feature has the labels of all its triangles. Elsewhere the
 * triangles that own the features decide, before anything is tested.
 */
export class ImpactFilter {
  readonly #filter: PairFilter;
  readonly #ring: Int32Array;
  readonly #around: VertexTriangles;

  private constructor(surface: Surface, filter: PairFilter, around: VertexTriangles) {
    this.#filter = filter;
    this.#ring = surface.halfEdges.ring;
    this.#around = around;
  }

  /** Null where no vertex has triangles of several objects or groups, or all pairs count. */
  static create(surface: Surface, filter: PairFilter): ImpactFilter | null {
    const { triangles, vertexCount } = surface;
    if (filter.wantsAll) return null;
    const around = buildVertexTriangles(triangles, vertexCount);
    for (let v = 0; v < vertexCount; v++) {
      for (let i = around.start[v] + 1; i < around.start[v + 1]; i++) {
        if (filter.tellsApart(around.list[i], around.list[i - 1])) return new ImpactFilter(surface, filter, around);
      }
    }
    return null;
  }

  wantsVertex(v: number, t: number): boolean {
    const { start, list } = this.#around;
    for (let i = start[v]; i < start[v + 1]; i++) if (this.#filter.wants(list[i], t)) return true;
    return false;
  }

  wantsEdges(e: number, f: number): boolean {
    let other = f;
    do {
      if (this.#filter.wantsEdge(e, (other / 3) | 0)) return true;
      other = this.#ring[other];
    } while (other !== f);
    return false;
  }
}
