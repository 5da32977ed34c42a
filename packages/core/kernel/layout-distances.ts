// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs that are handed over at once; no fewer than a `PairBuffer` has room for. */
export const CAPACITY: i32 = 4096;
/** Records behind the last one that may be read, and written, without being counted. */
export const SPARE: i32 = 4;
/** Words of a pair that is looked at or sure: three vertices and the triangle, of A and of B. */
export const SURE_WORDS: usize = 32;
/** Numbers of a pair that is sure: distance, distance where the step ends, weights of three corners of A, then of B. */
export const SURE_NUMBERS: usize = 64;
/** Pairs of features of two triangles: nine of edges, six of a face and a corner; words of each. */
export const FEATURE_CODES: i32 = 15;
export const FEATURE_WORDS: usize = 64;
/** Bytes of a corner in a half, and of a weight. */
export const CORNER_BYTES: usize = 48;
export const WEIGHT_BYTES: usize = 8;
/** Places in `exchange`: a factor for vertices, how wide they are all together, and what is asked for. */
export const UNIT: usize = 0;
export const WIDTH: usize = 8;
export const LIMIT: usize = 16;
export const FAR: usize = 24;
export const REACH: usize = 32;
export const REST_REACH: usize = 40;
export const DISTANCE: usize = 48;
export const UNIT_OF_LENGTH: usize = 56;


/** What is read and weighed, by code of a pair of features. uint32, written by: caller. */
export let features: usize = 0;
/** What four problems look like: two halves of two lanes; of each half six corners, of each x y z, seen from the first (so that is 0). A problem is a pair or, of a step, a pair where it begins or ends; both ends are lanes of one half. float64, written by: pairs. */
export let doubles: usize = 0;
/** The same as floats without the first corner: x y z of five corners, four lanes each. uint8, written by: pairs. */
export let floats: usize = 0;
/** Doubles that go in and out: as arguments V8 would put them on the heap. float64, written by: both. */
export let exchange: usize = 0;
/** Pairs as they are handed over, two words each. uint32, written by: caller. */
export let pairs: usize = 0;
/** Pairs that are looked at: three vertex numbers and the triangle, three and the other. uint32, written by: pairs. */
export let records: usize = 0;
/** Pairs that are sure, and their numbers. uint32, written by: distances. */
export let sure: usize = 0;
/** float64, written by: distances. */
export let numbers: usize = 0;
/** Pairs that the kernel cannot decide. uint32, written by: distances. */
export let doubts: usize = 0;
/** By sure pair: 0 if it is certainly farther apart at rest than neighbours are. uint8, written by: sieve. */
export let marks: usize = 0;
/** Three vertex numbers per triangle, and a word per triangle by which the lower of a pair is known. uint32, written by: caller. */
export let corners: usize = 0;
/** uint32, written by: caller. */
export let names: usize = 0;
/** x y z per vertex: where a step begins, and ends. float64, written by: caller. */
export let now: usize = 0;
/** float64, written by: caller. */
export let next: usize = 0;
/** In units of the kernel: of a pose, or at both ends. float64, written by: pairs. */
export let vertices: usize = 0;
/** The same at rest. float64, written by: pairs. */
export let rest: usize = 0;

/** Reads the counts, and where each array begins. One instance of the module serves one detector, which calls this once, before all else. */
export function attach(table: usize): void {
  features = load<u32>(table, 0);
  doubles = load<u32>(table, 4);
  floats = load<u32>(table, 8);
  exchange = load<u32>(table, 12);
  pairs = load<u32>(table, 16);
  records = load<u32>(table, 20);
  sure = load<u32>(table, 24);
  numbers = load<u32>(table, 28);
  doubts = load<u32>(table, 32);
  marks = load<u32>(table, 36);
  corners = load<u32>(table, 40);
  names = load<u32>(table, 44);
  now = load<u32>(table, 48);
  next = load<u32>(table, 52);
  vertices = load<u32>(table, 56);
  rest = load<u32>(table, 60);
}
