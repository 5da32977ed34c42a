// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs of triangles that a `PairBuffer` has room for. */
export const PAIR_CAPACITY: i32 = 2048;
/** Words of the description of a tree: two counts, then where its arrays begin. */
export const TREE_VERTICES: usize = 0;
export const TREE_NODES: usize = 4;
export const TREE_LINKS: usize = 8;
export const TREE_CORNERS: usize = 12;
export const TREE_NOW: usize = 16;
export const TREE_NEXT: usize = 20;
export const TREE_VERTEX_DOPS: usize = 24;
export const TREE_DOPS: usize = 28;
export const TREE_LENGTHS: usize = 32;
export const TREE_OUTSIDE: usize = 36;
export const TREE_MISSING: usize = 40;
export const TREE_WORDS: i32 = 11;

export let vectors: i32 = 0;
export let capacity: i32 = 0;

/** Of each vector four x, four y, four z, as floats; four factors that make whole numbers of heights; and four sums below which two polytopes are apart, twice. uint8, written by: caller. */
export let directions: usize = 0;
/** uint8, written by: caller. */
export let factors: usize = 0;
/** uint8, written by: caller. */
export let apartBelow: usize = 0;
/** Doubles that go in and out. float64, written by: both. */
export let numbers: usize = 0;
/** uint32, written by: walk. */
export let stack: usize = 0;
/** uint32, written by: walk. */
export let pairs: usize = 0;
/** Descriptions of the trees; where there is one, both are the same. uint32, written by: caller. */
export let treeA: usize = 0;
/** uint32, written by: caller. */
export let treeB: usize = 0;

/** Reads the counts, and where each array begins. One instance of the module serves one detector, which calls this once, before all else. */
export function attach(table: usize): void {
  vectors = load<i32>(table, 0);
  capacity = load<i32>(table, 4);
  directions = load<u32>(table, 8);
  factors = load<u32>(table, 12);
  apartBelow = load<u32>(table, 16);
  numbers = load<u32>(table, 20);
  stack = load<u32>(table, 24);
  pairs = load<u32>(table, 28);
  treeA = load<u32>(table, 32);
  treeB = load<u32>(table, 36);
}
