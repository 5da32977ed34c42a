// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs of triangles that a `PairBuffer` has room for. */
export const PAIR_CAPACITY = 2048;
/** Words of the description of a tree: two counts, then where its arrays begin. */
export const TREE_VERTICES = 0;
export const TREE_NODES = 1;
export const TREE_LINKS = 2;
export const TREE_CORNERS = 3;
export const TREE_NOW = 4;
export const TREE_NEXT = 5;
export const TREE_VERTEX_DOPS = 6;
export const TREE_DOPS = 7;
export const TREE_LENGTHS = 8;
export const TREE_OUTSIDE = 9;
export const TREE_MISSING = 10;
export const TREE_WORDS = 11;

/** Counts, then arrays, in the order in which `attach` of the kernel reads them. */
export const DOPS_LAYOUT = {
  counts: 'vectors capacity'.split(' '),
  rows: 'directions factors apartBelow numbers stack pairs treeA treeB'.split(' '),
};

/** What lengths follow from. */
export interface DopsSizes {
  readonly vectors: number;
  readonly capacity: number;
  readonly stackPairs: number;
}

export function dopsFields(sizes: DopsSizes) {
  const { vectors, capacity, stackPairs } = sizes;
  return {
    directions: ['uint8', 48 * vectors],
    factors: ['uint8', 16 * vectors],
    apartBelow: ['uint8', 16 * Math.max(3, vectors)],
    numbers: ['float64', 6],
    stack: ['uint32', 2 * stackPairs],
    pairs: ['uint32', 2 * capacity],
  } as const;
}

/** What lengths follow from. */
export interface DopTreeSizes {
  readonly vertexCount: number;
  readonly nodeCount: number;
  readonly vectors: number;
}

/** Arrays that are copied into the memory of the kernel. */
export interface DopTreeCopies {
  readonly links: Uint32Array;
  readonly corners: Uint32Array;
}

export function dopTreeFields(sizes: DopTreeSizes, copies: DopTreeCopies) {
  const { vertexCount, nodeCount, vectors } = sizes;
  return {
    tree: ['uint32', TREE_WORDS],
    links: copies.links,
    corners: copies.corners,
    now: ['float64', 3 * vertexCount],
    next: ['float64', 3 * vertexCount],
    vertexDops: ['uint8', 32 * vectors * vertexCount],
    dops: ['uint8', 16 * vectors * nodeCount],
    lengths: ['uint32', nodeCount],
    outside: ['uint32', vertexCount],
    missing: ['uint32', nodeCount],
  } as const;
}

/** Arrays that their owners lay out in the same memory. */
export interface DopsGiven {
  readonly treeA: Uint32Array;
  readonly treeB: Uint32Array;
}
