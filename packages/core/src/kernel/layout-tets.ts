// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs that are listed at once at least; never fewer than vertices, so that those of one tet have room. */
export const LEAST_PAIRS = 4096;
/** Pairs that wait for their test, and those of one word besides. */
export const MAX_WAITING = 256;
export const SPARE_WAITING = 36;
/** Rows of cells, or single ones by the hash of the paper, that a group may cover: what is larger is compared with all vertices. */
export const MAX_LOOKUPS = 2048;
/** Vertices that a group has at most. */
export const GROUP_VERTICES = 32;
/** Places in `counts`. */
export const LOOKUPS = 0;
export const CANDIDATES = 1;
export const GIANTS = 2;
export const NEXT_GROUP = 3;
export const NEXT_TET = 4;

/** Counts, then arrays, in the order in which `attach` of the kernel reads them. */
export const TETS_LAYOUT = {
  counts: 'vertexCount tableSize bytesLength capacity'.split(' '),
  rows: 'positions groupVertices groupVertexStart groupTetStart tetCorners units keys starts entries found floats bytes marks stretches packed waiting waitingTets pairs giants counts'.split(' '),
};

/** What lengths follow from. */
export interface TetsSizes {
  readonly vertexCount: number;
  readonly tableSize: number;
  readonly tetCount: number;
  readonly bytesLength: number;
  readonly capacity: number;
}

/** Arrays that are copied into the memory of the kernel. */
export interface TetsCopies {
  readonly positions: Float64Array;
  readonly groupVertices: Uint32Array;
  readonly groupVertexStart: Uint32Array;
  readonly groupTetStart: Uint32Array;
  readonly tetCorners: Int32Array;
}

export function tetsFields(sizes: TetsSizes, copies: TetsCopies) {
  const { vertexCount, tableSize, tetCount, bytesLength, capacity } = sizes;
  return {
    positions: copies.positions,
    groupVertices: copies.groupVertices,
    groupVertexStart: copies.groupVertexStart,
    groupTetStart: copies.groupTetStart,
    tetCorners: copies.tetCorners,
    units: ['int32', 4 * vertexCount],
    keys: ['int32', vertexCount],
    starts: ['int32', tableSize + 1],
    entries: ['int32', 4 * vertexCount],
    found: ['int32', 4 * (vertexCount + 1)],
    floats: ['int32', 4 * vertexCount],
    bytes: ['uint8', 3 * bytesLength],
    marks: ['int32', vertexCount],
    stretches: ['uint32', 4 * MAX_LOOKUPS],
    packed: ['uint32', GROUP_VERTICES],
    waiting: ['uint32', 2 * (MAX_WAITING + SPARE_WAITING)],
    waitingTets: ['uint32', MAX_WAITING + SPARE_WAITING],
    pairs: ['uint32', 2 * capacity],
    giants: ['uint32', tetCount],
    counts: ['int32', 5],
  } as const;
}
