import type { Surface } from '../mesh/surface.ts';
import type { Arena } from '../pose/arena.ts';
import { type CutTree, listChunks } from './chunks.ts';
import { KERNEL_STRIDE } from './kernel.ts';
import { STEP_CONTOUR_BYTES, STEP_EDGE_BYTES } from './kernel-step-search.ts';

/** Pairs of triangles that a `PairBuffer` has room for. */
export const PAIR_CAPACITY = 2048;

/** Pairs of features that `siftFeatures` lists at once: ROOM of packages/core/kernel/moving-sieve.ts. */
export const FEATURE_CAPACITY = 4096;

/** Numbers that wait besides twice those of a `createPairStack`: see packages/core/kernel/traversal.ts, 128 pairs of leaves, 64 pairs to begin with, 32 more. */
const WAITING_WORDS = 2 * (128 + 64 + 32);

/** Longer contours are tested in TypeScript, which sorts edges into a grid. */
const MOST_EDGES = 4096;

/** Numbers a test node that is worth a test, and besides: see packages/core/kernel/choice.ts. */
const ASKED_WORDS = 8;
const ABOVE_WORDS = 2 * 96;

/** What the kernel needs besides: for direction masks and contours, and, last, for steps and for what is near. Of memory that nobody writes to, a system has only the promise. */
export function kernelFields(surface: Surface, needs: KernelNeeds) {
  const { callerVertexCount, triangles, vertexSource, vertexCount, halfEdges } = surface;
  const { stackLength, cells, longestContour, tree, testNodeCount, motion, steepWords } = needs;
  const { nodeCount } = tree;
  const chunks = listChunks(tree, triangles, vertexCount);
  const hasContours = longestContour > 0;
  const hasSteps = motion && testNodeCount > 0;
  const movingTriangles = motion && cells > 0 ? triangles.length / 3 : 0;
  const scratchMasks = steepWords > 0 ? triangles.length / 3 : movingTriangles;
  return {
    // not with a kernel, see `Boxes`
    places: ['int32', 0],
    leafTick: ['uint32', 0],
    staged: ['float64', 3 * callerVertexCount],
    vertexSource,
    triangles,
    numbers: ['float64', 6],
    // two bits a node, in words of eight bytes
    nodeKinds: ['float64', 2 * Math.ceil(nodeCount / 64)],
    ...chunks,
    chunkBoxes: ['int32', KERNEL_STRIDE * chunks.chunkTriangle.length],
    stack: ['uint32', 2 * stackLength + WAITING_WORDS],
    pairs: ['uint32', 2 * PAIR_CAPACITY],
    // and one that is copied with the last
    pairNeighbours: ['uint32', 2 * PAIR_CAPACITY + 2],
    // two a pair, as a line of two triangles has two ends, or four where edges of both end there; and one that is written before it is known whether it counts
    contactHalfEdges: ['uint32', 4 * PAIR_CAPACITY + 1],
    contactTriangles: ['uint32', 4 * PAIR_CAPACITY + 1],
    lanes: ['int32', 4 * 18],
    triangleMasks: ['int32', cells > 0 ? triangles.length / 3 : 0],
    cellMasks: ['int32', cells],
    directions: ['int32', cells > 0 ? 3 * 32 : 0],
    contour: ['uint8', hasContours ? 48 * Math.min(longestContour, MOST_EDGES) + 1024 : 0],
    searchCounts: ['int32', 8],
    // also where no contour is long enough to be looked at
    asked: ['uint32', cells > 0 ? ASKED_WORDS * needs.askedNodeCount + ABOVE_WORDS : 0],
    nextPositions: ['float64', motion ? 3 * vertexCount : 0],
    movingMasks: ['int32', movingTriangles > 0 ? nodeCount : 0],
    endMasks: ['int32', movingTriangles],
    stepMasks: ['int32', scratchMasks],
    ownedCorners: ['uint8', motion ? triangles.length / 3 : 0],
    ownedEdges: halfEdges.ownedEdges,
    stepCounts: ['int32', 2],
    altitudeMasks: ['int32', steepWords > 0 ? nodeCount : 0],
    steepTables: ['int32', steepWords],
    stepContour: [
      'uint8',
      hasSteps && hasContours ? STEP_EDGE_BYTES * Math.min(longestContour, MOST_EDGES) + STEP_CONTOUR_BYTES : 0,
    ],
    stepFailures: ['uint8', hasSteps ? testNodeCount : 0],
    nextStepTry: ['uint32', hasSteps ? testNodeCount : 0],
    freeStep: ['uint32', hasSteps ? nodeCount : 0],
    // boxes of both ends take the place of those of a pose
    nodeBoxes: ['int32', (hasSteps ? 12 : KERNEL_STRIDE) * nodeCount],
    triangleBoxes: ['int32', ((hasSteps ? 12 : KERNEL_STRIDE) * triangles.length) / 3],
  } as const;
}

export type OwnArrays = Arena<ReturnType<typeof kernelFields>>;

export interface KernelNeeds {
  readonly stackLength: number;
  /** Entries of the table of direction masks, 0 for methods without. */
  readonly cells: number;
  /** Words of the tables of steep directions, 0 where nobody may ask for what is near. */
  readonly steepWords: number;
  /** Edges of the longest contour, 0 for methods without. */
  readonly longestContour: number;
  readonly tree: CutTree;
  /** Nodes of the test tree, 0 for methods without. */
  readonly testNodeCount: number;
  /** Those of them that are worth a test in a pose. */
  readonly askedNodeCount: number;
  /** Whether steps may be asked about. */
  readonly motion: boolean;
}
