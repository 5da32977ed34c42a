import { wordColumn } from './column.ts';

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

/**
 * Pairs (edge, triangle) that intersect: parallel arrays of length `count`, in the caller's vertex and triangle numbers.
 * A triangle that names one vertex three times is a point: edges meet it, but it has no edge that could meet others.
 * They are views on memory of the detector, valid until its next call; `slice()` makes a copy to keep.
 */
export interface Intersections {
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
export class IntersectionResult implements Intersections {
  count = 0;
  truncated = false;
  /** The pose that it speaks of. */
  stamp = 0;
  readonly #edgeA = wordColumn();
  readonly #edgeB = wordColumn();
  readonly #edgeTriangle = wordColumn();
  readonly #halfEdge = wordColumn();
  readonly #triangle = wordColumn();
  /** The same contacts in the surface's numbers. */
  readonly #source: { readonly halfEdges: Uint32Array; readonly triangles: Uint32Array };
  readonly #locate: LocateContacts;

  constructor(source: { readonly halfEdges: Uint32Array; readonly triangles: Uint32Array }, locate: LocateContacts) {
    this.#source = source;
    this.#locate = locate;
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
    const { halfEdges, triangles } = this.#source;
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

  slice(): Intersections {
    const { count, stamp } = this;
    const halfEdges = this.#source.halfEdges.slice(0, count);
    const triangles = this.#source.triangles.slice(0, count);
    const locate = this.#locate;
    const copyOf = (from: Intersections): Intersections => ({
      count,
      edgeA: from.edgeA.slice(),
      edgeB: from.edgeB.slice(),
      edgeTriangle: from.edgeTriangle.slice(),
      halfEdge: from.halfEdge.slice(),
      triangle: from.triangle.slice(),
      truncated: from.truncated,
      slice() {
        return copyOf(this);
      },
      locateAll: (out) => locate(halfEdges, triangles, count, stamp, out),
    });
    return copyOf(this);
  }

  locateAll(out?: ContactLocations): ContactLocations {
    return this.#locate(this.#source.halfEdges, this.#source.triangles, this.count, this.stamp, out);
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
