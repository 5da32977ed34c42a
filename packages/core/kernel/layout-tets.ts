// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs that are listed at once at least; never fewer than vertices, so that those of one tet have room. */
export const LEAST_PAIRS: i32 = 4096;
/** Pairs that wait for their test, and those of one word besides. */
export const MAX_WAITING: i32 = 256;
export const SPARE_WAITING: i32 = 36;
/** Rows of cells, or single ones by the hash of the paper, that a group may cover: what is larger is compared with all vertices. */
export const MAX_LOOKUPS: i32 = 2048;
/** Vertices that a group has at most. */
export const GROUP_VERTICES: i32 = 32;
/** Places in `counts`. */
export const LOOKUPS: usize = 0;
export const CANDIDATES: usize = 4;
export const GIANTS: usize = 8;
export const NEXT_GROUP: usize = 12;
export const NEXT_TET: usize = 16;

export let vertexCount: i32 = 0;
export let tableSize: i32 = 0;
export let bytesLength: i32 = 0;
export let capacity: i32 = 0;

/** x y z per vertex. float64, written by: preparation. */
export let positions: usize = 0;
/** Vertices of group g: those in places start[g] … start[g + 1] − 1. uint32, written by: preparation. */
export let groupVertices: usize = 0;
/** uint32, written by: preparation. */
export let groupVertexStart: usize = 0;
/** Of group g: those from place start[g] on, to start[g + 1]. uint32, written by: preparation. */
export let groupTetStart: usize = 0;
/** Corners of a tet as places among its group's vertices, a byte each. int32, written by: preparation. */
export let tetCorners: usize = 0;
/** x, y, z in units modulo 2³² and the vertex itself. int32, written by: table. */
export let units: usize = 0;
/** The place of the cell of a vertex. int32, written by: table. */
export let keys: usize = 0;
/** Where the entries of a place start, and entries. int32, written by: table. */
export let starts: usize = 0;
/** int32, written by: table. */
export let entries: usize = 0;
/** Ways from the low corner of the box in units, and the vertex; first those of the group in their order. One more is written before it is known whether it counts. int32, written by: candidates. */
export let found: usize = 0;
/** The same from the group's first vertex as floats, x y z 0. int32, written by: candidates. */
export let floats: usize = 0;
/** And from the low corner in bytes: all x, all y, all z, `bytesLength` each, as 32 are read at once. uint8, written by: candidates. */
export let bytes: usize = 0;
/** The last box that a vertex was listed for. int32, written by: candidates. */
export let marks: usize = 0;
/** Stretches of entries, where each begins and ends: two for every cell that is looked up. uint32, written by: candidates. */
export let stretches: usize = 0;
/** x y z of the group's own in bytes, four per vertex. uint32, written by: candidates. */
export let packed: usize = 0;
/** Pairs of the group with the vertex in the tet's box: the candidate, corners of the tet; and of each its tet. uint32, written by: search. */
export let waiting: usize = 0;
/** uint32, written by: search. */
export let waitingTets: usize = 0;
/** Vertex and tet. uint32, written by: search. */
export let pairs: usize = 0;
/** Tets too large for the table. uint32, written by: search. */
export let giants: usize = 0;
/** Words that TypeScript reads. int32, written by: search. */
export let counts: usize = 0;

/** Reads the counts, and where each array begins. One instance of the module serves one detector, which calls this once, before all else. */
export function attach(table: usize): void {
  vertexCount = load<i32>(table, 0);
  tableSize = load<i32>(table, 4);
  bytesLength = load<i32>(table, 8);
  capacity = load<i32>(table, 12);
  positions = load<u32>(table, 16);
  groupVertices = load<u32>(table, 20);
  groupVertexStart = load<u32>(table, 24);
  groupTetStart = load<u32>(table, 28);
  tetCorners = load<u32>(table, 32);
  units = load<u32>(table, 36);
  keys = load<u32>(table, 40);
  starts = load<u32>(table, 44);
  entries = load<u32>(table, 48);
  found = load<u32>(table, 52);
  floats = load<u32>(table, 56);
  bytes = load<u32>(table, 60);
  marks = load<u32>(table, 64);
  stretches = load<u32>(table, 68);
  packed = load<u32>(table, 72);
  waiting = load<u32>(table, 76);
  waitingTets = load<u32>(table, 80);
  pairs = load<u32>(table, 84);
  giants = load<u32>(table, 88);
  counts = load<u32>(table, 92);
}
