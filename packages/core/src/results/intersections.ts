import { wordColumn } from './column.ts';
import { ContactResult, type ContactSource, type Contacts } from './contacts.ts';

/** Where contacts are: parallel arrays in the order of the contacts, of which the first `count` entries count. */
export interface ContactLocations {
  count: number;
  /** x, y, z of a point of each contact; of a coplanar overlap its middle. */
  points: Float64Array;
  /** 0 at `edgeA`, 1 at `edgeB`. */
  alongEdge: Float64Array;
  /** Weights of the triangle's three corners, three a contact. */
  barycentric: Float64Array;
}

/** {@link Contacts} that can be located. */
export interface Intersections extends Contacts {
  slice(): Intersections;
  /**
   * Where all of them are, written to `out` if given (its arrays grow as needed), so that frames need not allocate. Also for copies,
   * as long as the detector has not been updated.
   */
  locateAll(out?: ContactLocations): ContactLocations;
}

/** Pairs of triangles that intersect, `triangleA[i] < triangleB[i]`, each once; lifetime as for {@link Intersections}. */
export interface IntersectingTriangles {
  readonly count: number;
  readonly triangleA: Uint32Array;
  readonly triangleB: Uint32Array;
  readonly truncated: boolean;
  slice(): IntersectingTriangles;
}

/** Locates contacts given in the surface's numbers, found in pose number `stamp`. */
export type LocateContacts = (
  halfEdges: Uint32Array,
  triangles: Uint32Array,
  count: number,
  stamp: number,
  out?: ContactLocations,
) => ContactLocations;

/** The one result of a detector, written anew by each query. */
export class IntersectionResult extends ContactResult implements Intersections {
  /** The pose that it speaks of. */
  stamp = 0;
  readonly #locate: LocateContacts;

  constructor(source: ContactSource, locate: LocateContacts) {
    super(source);
    this.#locate = locate;
  }

  override slice(): Intersections {
    const { count, stamp } = this;
    const halfEdges = this.source.halfEdges.slice(0, count);
    const triangles = this.source.triangles.slice(0, count);
    const locate = this.#locate;
    const locatable = (copy: Contacts): Intersections => ({
      ...copy,
      slice: () => locatable(copy.slice()),
      locateAll: (out) => locate(halfEdges, triangles, count, stamp, out),
    });
    return locatable(super.slice());
  }

  locateAll(out?: ContactLocations): ContactLocations {
    return this.#locate(this.source.halfEdges, this.source.triangles, this.count, this.stamp, out);
  }
}

/** As {@link IntersectionResult}, for pairs of triangles. */
export class TrianglePairResult implements IntersectingTriangles {
  count = 0;
  truncated = false;
  readonly #triangleA = wordColumn();
  readonly #triangleB = wordColumn();

  get triangleA(): Uint32Array {
    return this.#triangleA.view(this.count);
  }

  get triangleB(): Uint32Array {
    return this.#triangleB.view(this.count);
  }

  write(count: number, first: Uint32Array, second: Uint32Array, triangleSource: Uint32Array): void {
    const triangleA = this.#triangleA.reserve(count);
    const triangleB = this.#triangleB.reserve(count);
    for (let i = 0; i < count; i++) {
      const a = triangleSource[first[i]];
      const b = triangleSource[second[i]];
      triangleA[i] = a < b ? a : b;
      triangleB[i] = a < b ? b : a;
    }
    this.count = count;
  }

  get byteLength(): number {
    return this.#triangleA.byteLength + this.#triangleB.byteLength;
  }

  slice(): IntersectingTriangles {
    const copyOf = (from: IntersectingTriangles): IntersectingTriangles => ({
      count: from.count,
      triangleA: from.triangleA.slice(),
      triangleB: from.triangleB.slice(),
      truncated: from.truncated,
      slice() {
        return copyOf(this);
      },
    });
    return copyOf(this);
  }
}
