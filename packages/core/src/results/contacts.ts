import { wordColumn } from './column.ts';

/**
 * Pairs (edge, triangle) that intersect: parallel arrays of length `count`, in the caller's vertex and triangle numbers.
 * A triangle that names one vertex three times is a point: edges meet it, and where it lies in another triangle, that is a contact of its edge from the vertex to itself.
 * They are views on memory of the detector, valid until its next call; `slice()` makes a copy to keep.
 */
export interface Contacts {
  readonly count: number;
  /** First vertex of the edge. */
  readonly edgeA: Uint32Array;
  /** Second vertex of the edge. */
  readonly edgeB: Uint32Array;
  /** The lowest-numbered triangle that has the edge. */
  readonly edgeTriangle: Uint32Array;
  /** The edge as a half-edge of that triangle: 3 · `edgeTriangle` + k runs from its corner k to the next. */
  readonly halfEdge: Uint32Array;
  /** The triangle that the edge meets; it shares no vertex with the edge. */
  readonly triangle: Uint32Array;
  /** True only if `maxContacts` was given and more contacts exist. */
  readonly truncated: boolean;
  slice(): Contacts;
}

/** Contacts in the surface's numbers. */
export interface ContactSource {
  readonly halfEdges: Uint32Array;
  readonly triangles: Uint32Array;
}

/** The one result of a detector, written anew by each query. */
export class ContactResult implements Contacts {
  count = 0;
  truncated = false;
  readonly #edgeA = wordColumn();
  readonly #edgeB = wordColumn();
  readonly #edgeTriangle = wordColumn();
  readonly #halfEdge = wordColumn();
  readonly #triangle = wordColumn();
  /** The same contacts in the surface's numbers. */
  protected readonly source: ContactSource;

  constructor(source: ContactSource) {
    this.source = source;
  }

  get edgeA(): Uint32Array {
    return this.#edgeA.view(this.count);
  }

  get edgeB(): Uint32Array {
    return this.#edgeB.view(this.count);
  }

  get edgeTriangle(): Uint32Array {
    return this.#edgeTriangle.view(this.count);
  }

  get halfEdge(): Uint32Array {
    return this.#halfEdge.view(this.count);
  }

  get triangle(): Uint32Array {
    return this.#triangle.view(this.count);
  }

  /** Takes `count` contacts of the source over into the caller's numbers. */
  write(count: number, callerTriangles: Uint32Array, triangleSource: Uint32Array): void {
    const { halfEdges, triangles } = this.source;
    const edgeA = this.#edgeA.reserve(count);
    const edgeB = this.#edgeB.reserve(count);
    const edgeTriangle = this.#edgeTriangle.reserve(count);
    const halfEdge = this.#halfEdge.reserve(count);
    const triangle = this.#triangle.reserve(count);
    for (let i = 0; i < count; i++) {
      const local = (halfEdges[i] / 3) | 0;
      const corner = halfEdges[i] - 3 * local;
      const owner = triangleSource[local];
      edgeA[i] = callerTriangles[3 * owner + corner];
      edgeB[i] = callerTriangles[3 * owner + (corner === 2 ? 0 : corner + 1)];
      edgeTriangle[i] = owner;
      halfEdge[i] = 3 * owner + corner;
      triangle[i] = triangleSource[triangles[i]];
    }
    this.count = count;
  }

  get byteLength(): number {
    const columns = [this.#edgeA, this.#edgeB, this.#edgeTriangle, this.#halfEdge, this.#triangle];
    return columns.reduce((bytes, column) => bytes + column.byteLength, 0);
  }

  slice(): Contacts {
    return copyOf(this);
  }
}

function copyOf({ count, edgeA, edgeB, edgeTriangle, halfEdge, triangle, truncated }: Contacts): Contacts {
  return {
    count,
    edgeA: edgeA.slice(),
    edgeB: edgeB.slice(),
    edgeTriangle: edgeTriangle.slice(),
    halfEdge: halfEdge.slice(),
    triangle: triangle.slice(),
    truncated,
    slice() {
      return copyOf(this);
    },
  };
}
