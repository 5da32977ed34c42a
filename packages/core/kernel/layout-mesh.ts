// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs of triangles that a `PairBuffer` has room for. */
export const PAIR_CAPACITY: i32 = 2048;
/** Pairs of features that `siftFeatures` lists at once. */
export const FEATURE_CAPACITY: i32 = 4096;
/** Triangles that a leaf may hold for the kernel. */
export const KERNEL_LEAF: u32 = 5;
/** Triangles of a chunk at most. */
export const CHUNK_TRIANGLES: u32 = 64;
/** A box where there is a kernel: low x, y, z, w and high x, y, z, w; what w is, see boxes.ts of the kernel. */
export const KERNEL_STRIDE: usize = 32;
/** A box over a step: low x, y, z and high x, y, z at both ends. */
export const STEP_STRIDE: usize = 48;
/** Vectors of scratch. */
export const LANES: i32 = 18;
/** Pairs of leaves that wait at the start of `stack`. */
export const STACK_LEAVES: usize = 108;
/** Where eight nodes are listed, behind the leaves and 16 that are written at once. */
export const STACK_NODES: usize = 992;
/** Where pairs of nodes wait. */
export const STACK_WAITING: usize = 1024;
/** Bytes of the pairs that a walk may begin with. */
export const STACK_ROOTS: usize = 512;
/** Longer contours are left to their children: blocks of edges are compared with all others. */
export const MOST_EDGES: i32 = 4096;
/** Scratch of a contour: per edge, and besides. */
export const CONTOUR_EDGE_BYTES: usize = 48;
export const CONTOUR_BYTES: usize = 1024;
/** Scratch of a contour over a step: the box of an edge, an edge with its box, and besides. */
export const STEP_BOX_BYTES: usize = 36;
export const STEP_EDGE_BYTES: usize = 104;
export const STEP_CONTOUR_BYTES: usize = 512;
/** A record of a test node that is worth a test: see choice.ts of the kernel. */
export const ASKED_WORDS: usize = 32;
/** A record of a node above the one at hand, and how many there is room for. */
export const ABOVE_WORDS: usize = 8;
export const MOST_ABOVE: usize = 96;
/** Why a walk over the test tree came back. */
export const DONE: i32 = 0;
export const PAIRS_FULL: i32 = 1;
export const NEIGHBOURS_FULL: i32 = 2;
export const BOXES_WANTED: i32 = 3;
/** Directions of triangles are not those of the pose. */
export const MASKS_WANTED: i32 = 4;
/** The search of a subspace took more than the caller allows. */
export const TOO_DEAR: i32 = 5;
/** What a walk culls by. */
export const NOTHING: i32 = 0;
export const ORIENTATION: i32 = 1;
export const CONTOUR: i32 = 2;
/** Places in `searchCounts`. */
export const ORIENTATION_TESTS: usize = 0;
export const CONTOUR_TESTS: usize = 4;
export const CONTOUR_EDGES: usize = 8;
export const CULLED: usize = 12;
export const BOX_TESTS: usize = 16;
export const VISITS: usize = 20;
/** What became of a test node: places in `outcomes` of results/query-trace. Others than these are not written down. */
export const NO_DIRECTION: u32 = 0;
export const CONTOUR_FAILED: u32 = 1;
export const CULLED_BY_DIRECTION: u32 = 3;
export const CULLED_BY_CONTOUR: u32 = 5;
export const CULLED_AT_VERTEX: u32 = 6;
export const CULLED_WITH_NEIGHBOUR: u32 = 7;
/** Bits of a visit that say which test node it is; the others are what became of it. */
export const VISIT_BITS: u32 = 28;

export let vertexCount: i32 = 0;
export let triangleCount: i32 = 0;
export let nodeCount: i32 = 0;
export let testNodeCount: i32 = 0;
export let chunkCount: i32 = 0;
export let capacity: i32 = 0;
export let mostEdges: i32 = 0;
export let mostStepEdges: i32 = 0;
export let traceNodes: i32 = 0;

/** Three doubles per vertex. float64, written by: pose. */
export let positions: usize = 0;
/** The tree of patches, a number per node. uint32, written by: preparation. */
export let rightChild: usize = 0;
/** uint32, written by: preparation. */
export let firstTriangle: usize = 0;
/** uint32, written by: preparation. */
export let endTriangle: usize = 0;
/** In which pose the box of a node was computed, and those of all below it if it is no larger than a chunk. uint32, written by: boxes. */
export let nodeTick: usize = 0;
/** Directions that face a node. int32, written by: masks. */
export let masks: usize = 0;
/** The test tree, a number per node of it. uint32, written by: preparation. */
export let patchA: usize = 0;
/** uint32, written by: preparation. */
export let patchB: usize = 0;
/** uint8, written by: preparation. */
export let kind: usize = 0;
/** uint32, written by: preparation. */
export let sharedVertex: usize = 0;
/** uint32, written by: preparation. */
export let skip: usize = 0;
/** Where the pairs of patches of a test node begin, and the pairs. uint32, written by: preparation. */
export let boxStart: usize = 0;
/** uint32, written by: preparation. */
export let boxPairs: usize = 0;
/** Where the pairs of half-edges of a test node begin, the pairs, and which triangles of two leaves are to be compared. uint32, written by: preparation. */
export let neighbourStart: usize = 0;
/** uint32, written by: preparation. */
export let neighbours: usize = 0;
/** uint32, written by: preparation. */
export let farMask: usize = 0;
/** Where the contours of a test node begin, their vertices, and the test node of a patch. uint32, written by: preparation. */
export let loopStart: usize = 0;
/** uint32, written by: preparation. */
export let loopVertices: usize = 0;
/** uint32, written by: preparation. */
export let nodeOfPatch: usize = 0;
/** Failures in a row per test node; the pose from which one is tried again; the last pose in which a patch was shown free. uint8, written by: search. */
export let failures: usize = 0;
/** uint32, written by: search. */
export let nextTry: usize = 0;
/** uint32, written by: search. */
export let freePose: usize = 0;
/** What the caller gave, as it is: doubles or floats, x y z per vertex. float64, written by: caller. */
export let staged: usize = 0;
/** Whole numbers x y z w per vertex, once what is staged was taken. int32, written by: boxes; in the room of staged. */
export let places: usize = 0;
/** Whole numbers x y z per vertex at both ends of a step, one end behind the other. int32, written by: step boxes; in the room of staged. */
export let stepPlaces: usize = 0;
/** Number of the caller's vertex, per vertex. uint32, written by: preparation. */
export let vertexSource: usize = 0;
/** Three vertex numbers per triangle. uint32, written by: preparation. */
export let triangles: usize = 0;
/** Doubles that go in and out. float64, written by: boxes. */
export let numbers: usize = 0;
/** Two bits per node, in words of eight bytes: leaves, then the others. float64, written by: sortNodes. */
export let nodeKinds: usize = 0;
/** Chunks of the tree, see fit-boxes.ts: first triangle of each, first vertex, where its earlier vertices begin, and one more of all these; those vertices; boxes. uint32, written by: preparation. */
export let chunkTriangle: usize = 0;
/** uint32, written by: preparation. */
export let chunkVertex: usize = 0;
/** uint32, written by: preparation. */
export let chunkEarlier: usize = 0;
/** uint32, written by: preparation. */
export let earlierVertices: usize = 0;
/** int32, written by: boxes. */
export let chunkBoxes: usize = 0;
/** Pairs of nodes that wait to be compared: those of a `createPairStack` twice, and what traversal.ts says. uint32, written by: search. */
export let stack: usize = 0;
/** Candidates, two triangle numbers each. uint32, written by: search. */
export let pairs: usize = 0;
/** Pairs of half-edges, of triangles that share a vertex; one is copied with the last. uint32, written by: search. */
export let pairNeighbours: usize = 0;
/** Contacts that are sure, two per pair, as a line of two triangles has two ends, or four where edges of both end there; and one that is written before it is known whether it counts. uint32, written by: sieve. */
export let contactHalfEdges: usize = 0;
/** uint32, written by: sieve. */
export let contactTriangles: usize = 0;
/** Pairs of features: searches for contacts and for impacts take turns. uint32, written by: moving sieve; in the room of contactHalfEdges. */
export let features: usize = 0;
/** Scratch. int32, written by: all. */
export let lanes: usize = 0;
/** Directions that face a triangle. int32, written by: masks. */
export let triangleMasks: usize = 0;
/** A direction mask per cell of 32³, a copy of the table. int32, written by: caller. */
export let cellMasks: usize = 0;
/** Three whole numbers per direction. int32, written by: caller. */
export let directions: usize = 0;
/** Scratch for one contour. uint8, written by: contours. */
export let contour: usize = 0;
/** What a search counted. int32, written by: search. */
export let searchCounts: usize = 0;
/** Where a trace is wanted: test nodes that were asked about, each with what became of it and the directions that face it. uint32, written by: search. */
export let visits: usize = 0;
/** Records of test nodes that are worth a test, behind those of the nodes above; also where no contour is long enough to be looked at. uint32, written by: choice. */
export let asked: usize = 0;
/** The end of a step, three doubles per vertex. float64, written by: pose. */
export let nextPositions: usize = 0;
/** Directions that face a node during all of a step; a triangle at the end of it, and during all of it. int32, written by: moving masks. */
export let movingMasks: usize = 0;
/** int32, written by: moving masks. */
export let endMasks: usize = 0;
/** int32, written by: moving masks. */
export let stepMasks: usize = 0;
/** Directions along which the altitude of a triangle exceeds a reach, for the moment. int32, written by: altitude masks; in the room of stepMasks. */
export let altitudesOfTriangles: usize = 0;
/** Which corners and edges of a triangle are its own. uint8, written by: caller. */
export let ownedCorners: usize = 0;
/** uint8, written by: preparation. */
export let ownedEdges: usize = 0;
/** How many pairs of a vertex, and of edges, it dropped. int32, written by: moving sieve. */
export let stepCounts: usize = 0;
/** Directions along which the altitudes of a node exceed a reach; the tables that they come from. int32, written by: altitude masks. */
export let altitudeMasks: usize = 0;
/** The same at all times of a step. int32, written by: moving altitude masks. */
export let marginMasks: usize = 0;
/** int32, written by: caller. */
export let steepTables: usize = 0;
/** Scratch for one contour over a step. uint8, written by: moving contours. */
export let stepContour: usize = 0;
/** As `failures`, `nextTry` and `freePose`, of steps. uint8, written by: step search. */
export let stepFailures: usize = 0;
/** uint32, written by: step search. */
export let nextStepTry: usize = 0;
/** uint32, written by: step search. */
export let freeStep: usize = 0;
/** Boxes of nodes and of triangles: in a pose, or at both ends of a step. int32, written by: boxes. */
export let nodeBoxes: usize = 0;
/** int32, written by: step boxes; in the room of nodeBoxes. */
export let stepNodeBoxes: usize = 0;
/** int32, written by: boxes. */
export let triangleBoxes: usize = 0;
/** int32, written by: step boxes; in the room of triangleBoxes. */
export let stepTriangleBoxes: usize = 0;
/** Positions at rest, and rows of modes, in the caller's order of vertices. float64, written by: preparation. */
export let modeRest: usize = 0;
/** float64, written by: preparation. */
export let modeRows: usize = 0;
/** Of a pose, or of both ends of a step. float64, written by: caller. */
export let coordinates: usize = 0;
/** Nodes that are moved by a mean: number of it, −1 for others; means of modes, how far off they may be, boxes at rest. int32, written by: caller. */
export let meanOfNode: usize = 0;
/** float64, written by: caller. */
export let means: usize = 0;
/** float64, written by: caller. */
export let deviations: usize = 0;
/** float64, written by: caller. */
export let restBoxes: usize = 0;
/** In which search a vertex was computed. uint32, written by: subspace. */
export let vertexTicks: usize = 0;
/** Vertices in the caller's order. uint32, written by: caller. */
export let callerOrder: usize = 0;
/** In which search the box of a node was computed, and those of its triangles if it is a leaf. uint32, written by: sparse search. */
export let nodeTicks: usize = 0;
/** Certificates, a float each: no contact below a test node, between two patches, or on the way of a step, while norms of coordinates are smaller. uint32, written by: caller. */
export let nodeRadius: usize = 0;
/** uint32, written by: caller. */
export let pairRadius: usize = 0;
/** uint32, written by: caller. */
export let stepRadius: usize = 0;

/** Reads the counts, and where each array begins. One instance of the module serves one detector, which calls this once, before all else. */
export function attach(table: usize): void {
  vertexCount = load<i32>(table, 0);
  triangleCount = load<i32>(table, 4);
  nodeCount = load<i32>(table, 8);
  testNodeCount = load<i32>(table, 12);
  chunkCount = load<i32>(table, 16);
  capacity = load<i32>(table, 20);
  mostEdges = load<i32>(table, 24);
  mostStepEdges = load<i32>(table, 28);
  traceNodes = load<i32>(table, 32);
  positions = load<u32>(table, 36);
  rightChild = load<u32>(table, 40);
  firstTriangle = load<u32>(table, 44);
  endTriangle = load<u32>(table, 48);
  nodeTick = load<u32>(table, 52);
  masks = load<u32>(table, 56);
  patchA = load<u32>(table, 60);
  patchB = load<u32>(table, 64);
  kind = load<u32>(table, 68);
  sharedVertex = load<u32>(table, 72);
  skip = load<u32>(table, 76);
  boxStart = load<u32>(table, 80);
  boxPairs = load<u32>(table, 84);
  neighbourStart = load<u32>(table, 88);
  neighbours = load<u32>(table, 92);
  farMask = load<u32>(table, 96);
  loopStart = load<u32>(table, 100);
  loopVertices = load<u32>(table, 104);
  nodeOfPatch = load<u32>(table, 108);
  failures = load<u32>(table, 112);
  nextTry = load<u32>(table, 116);
  freePose = load<u32>(table, 120);
  staged = load<u32>(table, 124);
  places = load<u32>(table, 128);
  stepPlaces = load<u32>(table, 132);
  vertexSource = load<u32>(table, 136);
  triangles = load<u32>(table, 140);
  numbers = load<u32>(table, 144);
  nodeKinds = load<u32>(table, 148);
  chunkTriangle = load<u32>(table, 152);
  chunkVertex = load<u32>(table, 156);
  chunkEarlier = load<u32>(table, 160);
  earlierVertices = load<u32>(table, 164);
  chunkBoxes = load<u32>(table, 168);
  stack = load<u32>(table, 172);
  pairs = load<u32>(table, 176);
  pairNeighbours = load<u32>(table, 180);
  contactHalfEdges = load<u32>(table, 184);
  contactTriangles = load<u32>(table, 188);
  features = load<u32>(table, 192);
  lanes = load<u32>(table, 196);
  triangleMasks = load<u32>(table, 200);
  cellMasks = load<u32>(table, 204);
  directions = load<u32>(table, 208);
  contour = load<u32>(table, 212);
  searchCounts = load<u32>(table, 216);
  visits = load<u32>(table, 220);
  asked = load<u32>(table, 224);
  nextPositions = load<u32>(table, 228);
  movingMasks = load<u32>(table, 232);
  endMasks = load<u32>(table, 236);
  stepMasks = load<u32>(table, 240);
  altitudesOfTriangles = load<u32>(table, 244);
  ownedCorners = load<u32>(table, 248);
  ownedEdges = load<u32>(table, 252);
  stepCounts = load<u32>(table, 256);
  altitudeMasks = load<u32>(table, 260);
  marginMasks = load<u32>(table, 264);
  steepTables = load<u32>(table, 268);
  stepContour = load<u32>(table, 272);
  stepFailures = load<u32>(table, 276);
  nextStepTry = load<u32>(table, 280);
  freeStep = load<u32>(table, 284);
  nodeBoxes = load<u32>(table, 288);
  stepNodeBoxes = load<u32>(table, 292);
  triangleBoxes = load<u32>(table, 296);
  stepTriangleBoxes = load<u32>(table, 300);
  modeRest = load<u32>(table, 304);
  modeRows = load<u32>(table, 308);
  coordinates = load<u32>(table, 312);
  meanOfNode = load<u32>(table, 316);
  means = load<u32>(table, 320);
  deviations = load<u32>(table, 324);
  restBoxes = load<u32>(table, 328);
  vertexTicks = load<u32>(table, 332);
  callerOrder = load<u32>(table, 336);
  nodeTicks = load<u32>(table, 340);
  nodeRadius = load<u32>(table, 344);
  pairRadius = load<u32>(table, 348);
  stepRadius = load<u32>(table, 352);
}
