// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs that are handed over at once; no fewer than a `PairBuffer` has room for. */
export const CAPACITY = 4096;
/** Records behind the last one that may be read, and written, without being counted. */
export const SPARE = 4;
/** Words of a pair that is looked at or sure: three vertices and the triangle, of A and of B. */
export const SURE_WORDS = 8;
/** Numbers of a pair that is sure: distance, distance where the step ends, weights of three corners of A, then of B. */
export const SURE_NUMBERS = 8;
/** Pairs of features of two triangles: nine of edges, six of a face and a corner; words of each. */
export const FEATURE_CODES = 15;
export const FEATURE_WORDS = 16;
/** Bytes of a corner in a half, and of a weight. */
export const CORNER_BYTES = 48;
export const WEIGHT_BYTES = 8;
/** Places in `exchange`: a factor for vertices, how wide they are all together, and what is asked for. */
export const UNIT = 0;
export const WIDTH = 1;
export const LIMIT = 2;
export const FAR = 3;
export const REACH = 4;
export const REST_REACH = 5;
export const DISTANCE = 6;
export const UNIT_OF_LENGTH = 7;

/** Counts, then arrays, in the order in which `attach` of the kernel reads them. */
export const DISTANCES_LAYOUT = {
  counts: [] as string[],
  rows: 'features doubles floats exchange pairs records sure numbers doubts marks corners names now next vertices rest'.split(' '),
};

/** What lengths follow from. */
export interface DistancesSizes {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly restVertices: number;
}

export function distancesFields(sizes: DistancesSizes) {
  const { vertexCount, triangleCount, restVertices } = sizes;
  return {
    features: ['uint32', FEATURE_WORDS * FEATURE_CODES],
    doubles: ['float64', 72],
    floats: ['uint8', 256],
    exchange: ['float64', 8],
    pairs: ['uint32', 2 * CAPACITY],
    records: ['uint32', SURE_WORDS * (CAPACITY + SPARE)],
    sure: ['uint32', SURE_WORDS * (CAPACITY + SPARE)],
    numbers: ['float64', SURE_NUMBERS * CAPACITY],
    doubts: ['uint32', 2 * CAPACITY],
    marks: ['uint8', CAPACITY + SPARE],
    corners: ['uint32', 3 * triangleCount],
    names: ['uint32', triangleCount],
    now: ['float64', 3 * vertexCount],
    next: ['float64', 3 * vertexCount],
    vertices: ['float64', 6 * vertexCount],
    rest: ['float64', 3 * restVertices],
  } as const;
}
