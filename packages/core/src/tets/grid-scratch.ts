import { MAX_LOOKUPS } from '../kernel/layout-tets.ts';

/** Words of candidates that may wait for the test of their tets. */
export const MAX_ACTIVE = 64;

/** Lists that a search fills and reuses. */
export interface GridScratch {
  /** Per vertex: 1 + the last group that took it as its corner; 0 for none. */
  readonly groupOf: Int32Array;
  /** Corners of the current group, packed. */
  readonly corners: Int32Array;
  /**
   * Vertices in the current group's box: packed fields, relative to the box, guards set; and their numbers.
   * First the corners of the group in its order, then others.
   */
  fields: Int32Array;
  vertices: Int32Array;
  /** Stretches of grid entries; a row that goes around the end of the table is two. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Tets of the group with candidates in their boxes: the tet, where its candidates start, and which of 32 they are. */
  readonly activeTets: Int32Array;
  readonly activeBases: Int32Array;
  readonly activeBits: Int32Array;
  /** Tets too large for the grid. */
  readonly giants: Uint32Array;
  giantCount: number;
}

export function createGridScratch(vertexCount: number, tetCount: number): GridScratch {
  return {
    groupOf: new Int32Array(vertexCount),
    corners: new Int32Array(32), // more would not fit the bits of a word
    fields: new Int32Array(1024),
    vertices: new Int32Array(1024),
    from: new Int32Array(2 * MAX_LOOKUPS),
    to: new Int32Array(2 * MAX_LOOKUPS),
    activeTets: new Int32Array(MAX_ACTIVE),
    activeBases: new Int32Array(MAX_ACTIVE),
    activeBits: new Int32Array(MAX_ACTIVE),
    giants: new Uint32Array(tetCount),
    giantCount: 0,
  };
}

/** Makes room for that many candidates; those listed stay. */
export function growLists(scratch: GridScratch, needed: number): void {
  const { fields, vertices } = scratch;
  const capacity = Math.max(needed, 2 * fields.length);
  scratch.fields = new Int32Array(capacity);
  scratch.fields.set(fields);
  scratch.vertices = new Int32Array(capacity);
  scratch.vertices.set(vertices);
}
