import type { IntersectingTriangles, Intersections } from './intersections.ts';

/** Named Uint32 columns of equal length that grow together and show themselves as views of the current length. */
export class ResultArrays {
  #columns: Uint32Array[];
  #views: Uint32Array[];

  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new Uint32Array(256));
    this.#views = this.#columns.map((column) => column.subarray(0, 0));
  }

  /** Makes room for `count` entries and returns the columns to write them to. */
  reserve(count: number): Uint32Array[] {
    if (count > this.#columns[0].length) {
      const capacity = Math.max(count, 2 * this.#columns[0].length);
      this.#columns = this.#columns.map(() => new Uint32Array(capacity));
      this.#views = [];
    }
    return this.#columns;
  }

  /** The columns, cut to `count`. New view objects only when the length changed. */
  views(count: number): Uint32Array[] {
    if (this.#views[0]?.length !== count) this.#views = this.#columns.map((column) => column.subarray(0, count));
    return this.#views;
  }

  get byteLength(): number {
    return this.#columns.reduce((bytes, column) => bytes + column.byteLength, 0);
  }
}

export function intersectionsOf(
  count: number,
  [edgeA, edgeB, edgeTriangle, triangle]: Uint32Array[],
  truncated: boolean,
): Intersections {
  return {
    count,
    edgeA,
    edgeB,
    edgeTriangle,
    triangle,
    truncated,
    slice: () =>
      intersectionsOf(count, [edgeA.slice(), edgeB.slice(), edgeTriangle.slice(), triangle.slice()], truncated),
  };
}

export function intersectingTrianglesOf(
  count: number,
  [triangleA, triangleB]: Uint32Array[],
  truncated: boolean,
): IntersectingTriangles {
  return {
    count,
    triangleA,
    triangleB,
    truncated,
    slice: () => intersectingTrianglesOf(count, [triangleA.slice(), triangleB.slice()], truncated),
  };
}
