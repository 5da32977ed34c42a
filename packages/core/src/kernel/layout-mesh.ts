// Written by `npm run kernel` from packages/core/kernel/layout.table.mjs; a test writes it again and compares.

/** Pairs of triangles that a `PairBuffer` has room for. */
export const PAIR_CAPACITY = 2048;
/** Pairs of features that `siftFeatures` lists at once. */
export const FEATURE_CAPACITY = 4096;
/** Triangles that a leaf may hold for the kernel. */
export const KERNEL_LEAF = 5;
/** Triangles of a chunk at most. */
export const CHUNK_TRIANGLES = 64;
/** A box where there is a kernel: low x, y, z, w and high x, y, z, w; what w is, see boxes.ts of the kernel. */
export const KERNEL_STRIDE = 8;
/** A box over a step: low x, y, z and high x, y, z at both ends. */
export const STEP_STRIDE = 12;
/** Vectors of scratch. */
export const LANES = 18;
/** Pairs of leaves that wait at the start of `stack`. */
export const STACK_LEAVES = 108;
/** Where eight nodes are listed, behind the leaves and 16 that are written at once. */
export const STACK_NODES = 992;
/** Where pairs of nodes wait. */
export const STACK_WAITING = 1024;
/** Bytes of the pairs that a walk may begin with. */
export const STACK_ROOTS = 512;
/** Longer contours are left to their children: blocks of edges are compared with all others. */
export const MOST_EDGES = 4096;
/** Scratch of a contour: per edge, and besides. */
export const CONTOUR_EDGE_BYTES = 48;
export const CONTOUR_BYTES = 1024;
/** Scratch of a contour over a step: the box of an edge, an edge with its box, and besides. */
export const STEP_BOX_BYTES = 36;
export const STEP_EDGE_BYTES = 104;
export const STEP_CONTOUR_BYTES = 512;
/** A record of a test node that is worth a test: see choice.ts of the kernel. */
export const ASKED_WORDS = 8;
/** A record of a node above the one at hand, and how many there is room for. */
export const ABOVE_WORDS = 2;
export const MOST_ABOVE = 96;
/** Why a walk over the test tree came back. */
export const DONE = 0;
export const PAIRS_FULL = 1;
export const NEIGHBOURS_FULL = 2;
export const BOXES_WANTED = 3;
/** Directions of triangles are not those of the pose. */
export const MASKS_WANTED = 4;
/** The search of a subspace took more than the caller allows. */
export const TOO_DEAR = 5;
/** What a walk culls by. */
export const NOTHING = 0;
export const ORIENTATION = 1;
export const CONTOUR = 2;
/** Places in `searchCounts`. */
export const ORIENTATION_TESTS = 0;
export const CONTOUR_TESTS = 1;
export const CONTOUR_EDGES = 2;
export const CULLED = 3;
export const BOX_TESTS = 4;
export const VISITS = 5;
/** What became of a test node: places in `outcomes` of results/query-trace. Others than these are not written down. */
export const NO_DIRECTION = 0;
export const CONTOUR_FAILED = 1;
export const CULLED_BY_DIRECTION = 3;
export const CULLED_BY_CONTOUR = 5;
export const CULLED_AT_VERTEX = 6;
export const CULLED_WITH_NEIGHBOUR = 7;
/** Bits of a visit that say which test node it is; the others are what became of it. */
export const VISIT_BITS = 28;

/** Counts, then arrays, in the order in which `attach` of the kernel reads them. */
export const MESH_LAYOUT = {
  counts: 'vertexCount triangleCount nodeCount testNodeCount chunkCount capacity mostEdges mostStepEdges traceNodes'.split(' '),
  rows: 'positions rightChild firstTriangle endTriangle nodeTick masks patchA patchB kind sharedVertex skip boxStart boxPairs neighbourStart neighbours farMask loopStart loopVertices nodeOfPatch failures nextTry freePose staged places stepPlaces vertexSource triangles numbers nodeKinds chunkTriangle chunkVertex chunkEarlier earlierVertices chunkBoxes stack pairs pairNeighbours contactHalfEdges contactTriangles features lanes triangleMasks cellMasks directions contour searchCounts visits asked nextPositions movingMasks endMasks stepMasks altitudesOfTriangles ownedCorners ownedEdges stepCounts altitudeMasks marginMasks steepTables stepContour stepFailures nextStepTry freeStep nodeBoxes stepNodeBoxes triangleBoxes stepTriangleBoxes modeRest modeRows coordinates meanOfNode means deviations restBoxes vertexTicks callerOrder nodeTicks nodeRadius pairRadius stepRadius'.split(' '),
};

/** What lengths follow from. */
export interface MeshSizes {
  readonly callerVertexCount: number;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly nodeCount: number;
  readonly testNodeCount: number;
  readonly askedNodeCount: number;
  readonly chunkCount: number;
  readonly stackLength: number;
  readonly capacity: number;
  readonly cells: number;
  readonly steepWords: number;
  readonly mostEdges: number;
  readonly mostStepEdges: number;
  readonly stepVertices: number;
  readonly movingTriangles: number;
  readonly scratchTriangles: number;
  readonly ownCorners: number;
  readonly stepTestNodes: number;
  readonly traceNodes: number;
}

/** Arrays that are copied into the memory of the kernel. */
export interface MeshCopies {
  readonly vertexSource: Uint32Array;
  readonly triangles: Uint32Array;
  readonly chunkTriangle: Uint32Array;
  readonly chunkVertex: Uint32Array;
  readonly chunkEarlier: Uint32Array;
  readonly earlierVertices: Uint32Array;
  readonly ownedEdges: Uint8Array;
}

export function meshFields(sizes: MeshSizes, copies: MeshCopies) {
  const { callerVertexCount, vertexCount, triangleCount, nodeCount, askedNodeCount, chunkCount, stackLength, capacity, cells, steepWords, mostEdges, mostStepEdges, stepVertices, movingTriangles, scratchTriangles, ownCorners, stepTestNodes, traceNodes } = sizes;
  return {
    staged: ['float64', 3 * callerVertexCount],
    places: ['int32', 4 * vertexCount, 'staged'],
    stepPlaces: ['int32', 6 * vertexCount, 'staged'],
    vertexSource: copies.vertexSource,
    triangles: copies.triangles,
    numbers: ['float64', 6],
    nodeKinds: ['float64', 2 * Math.ceil(nodeCount / 64)],
    chunkTriangle: copies.chunkTriangle,
    chunkVertex: copies.chunkVertex,
    chunkEarlier: copies.chunkEarlier,
    earlierVertices: copies.earlierVertices,
    chunkBoxes: ['int32', KERNEL_STRIDE * (chunkCount + 1)],
    stack: ['uint32', 2 * stackLength + (STACK_WAITING + STACK_ROOTS) / 4 + 2 * 32],
    pairs: ['uint32', 2 * capacity],
    pairNeighbours: ['uint32', 2 * capacity + 2],
    contactHalfEdges: ['uint32', 4 * capacity + 1],
    contactTriangles: ['uint32', 4 * capacity + 1],
    features: ['uint32', 2 * FEATURE_CAPACITY, 'contactHalfEdges'],
    lanes: ['int32', 4 * LANES],
    triangleMasks: ['int32', cells > 0 ? triangleCount : 0],
    cellMasks: ['int32', cells],
    directions: ['int32', cells > 0 ? 3 * 32 : 0],
    contour: ['uint8', mostEdges > 0 ? CONTOUR_EDGE_BYTES * mostEdges + CONTOUR_BYTES : 0],
    searchCounts: ['int32', 8],
    visits: ['uint32', 2 * traceNodes],
    asked: ['uint32', cells > 0 ? ASKED_WORDS * askedNodeCount + ABOVE_WORDS * MOST_ABOVE : 0],
    nextPositions: ['float64', 3 * stepVertices],
    movingMasks: ['int32', movingTriangles > 0 ? nodeCount : 0],
    endMasks: ['int32', movingTriangles],
    stepMasks: ['int32', scratchTriangles],
    altitudesOfTriangles: ['int32', steepWords > 0 ? triangleCount : 0, 'stepMasks'],
    ownedCorners: ['uint8', ownCorners],
    ownedEdges: copies.ownedEdges,
    stepCounts: ['int32', 2],
    altitudeMasks: ['int32', steepWords > 0 ? nodeCount : 0],
    marginMasks: ['int32', steepWords > 0 && movingTriangles > 0 ? nodeCount : 0],
    steepTables: ['int32', steepWords],
    stepContour: ['uint8', mostStepEdges > 0 ? STEP_EDGE_BYTES * mostStepEdges + STEP_CONTOUR_BYTES : 0],
    stepFailures: ['uint8', stepTestNodes],
    nextStepTry: ['uint32', stepTestNodes],
    freeStep: ['uint32', stepTestNodes > 0 ? nodeCount : 0],
    nodeBoxes: ['int32', (stepTestNodes > 0 ? STEP_STRIDE : KERNEL_STRIDE) * nodeCount],
    stepNodeBoxes: ['int32', stepTestNodes > 0 ? STEP_STRIDE * nodeCount : 0, 'nodeBoxes'],
    triangleBoxes: ['int32', (stepTestNodes > 0 ? STEP_STRIDE : KERNEL_STRIDE) * triangleCount],
    stepTriangleBoxes: ['int32', stepTestNodes > 0 ? STEP_STRIDE * triangleCount : 0, 'triangleBoxes'],
  } as const;
}

/** What lengths follow from. */
export interface SubspaceSizes {
  readonly rank: number;
  readonly vertexCount: number;
  readonly nodeCount: number;
  readonly meanCount: number;
  readonly testNodeCount: number;
  readonly boxPairCount: number;
}

/** Arrays that are copied into the memory of the kernel. */
export interface SubspaceCopies {
  readonly modeRest: Float64Array;
  readonly modeRows: Float64Array;
}

export function subspaceFields(sizes: SubspaceSizes, copies: SubspaceCopies) {
  const { rank, vertexCount, nodeCount, meanCount, testNodeCount, boxPairCount } = sizes;
  return {
    modeRest: copies.modeRest,
    modeRows: copies.modeRows,
    coordinates: ['float64', 2 * rank],
    meanOfNode: ['int32', nodeCount],
    means: ['float64', 3 * rank * meanCount],
    deviations: ['float64', 3 * meanCount],
    restBoxes: ['float64', 6 * meanCount],
    vertexTicks: ['uint32', vertexCount],
    callerOrder: ['uint32', vertexCount],
    nodeTicks: ['uint32', nodeCount],
    nodeRadius: ['uint32', testNodeCount],
    pairRadius: ['uint32', boxPairCount],
    stepRadius: ['uint32', testNodeCount],
  } as const;
}

/** Arrays that their owners lay out in the same memory. */
export interface MeshGiven {
  readonly positions: Float64Array;
  readonly rightChild: Uint32Array;
  readonly firstTriangle: Uint32Array;
  readonly endTriangle: Uint32Array;
  readonly nodeTick: Uint32Array;
  readonly masks: Int32Array;
  readonly patchA: Uint32Array;
  readonly patchB: Uint32Array;
  readonly kind: Uint8Array;
  readonly sharedVertex: Uint32Array;
  readonly skip: Uint32Array;
  readonly boxStart: Uint32Array;
  readonly boxPairs: Uint32Array;
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly farMask: Uint32Array;
  readonly loopStart: Uint32Array;
  readonly loopVertices: Uint32Array;
  readonly nodeOfPatch: Uint32Array;
  readonly failures: Uint8Array;
  readonly nextTry: Uint32Array;
  readonly freePose: Uint32Array;
}
