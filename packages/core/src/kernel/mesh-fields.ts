import type { Surface } from '../mesh/surface.ts';
import type { Arena } from '../pose/arena.ts';
import { type CutTree, listChunks } from './chunks.ts';
import { type MeshSizes, MOST_EDGES, meshFields, PAIR_CAPACITY } from './layout-mesh.ts';

/** What the kernel needs besides a finder's arrays, and what lengths follow from. */
export function kernelFields(surface: Surface, needs: KernelNeeds) {
  const { callerVertexCount, triangles, vertexSource, vertexCount, halfEdges } = surface;
  const { cells, tree, testNodeCount, motion, steepWords } = needs;
  const triangleCount = triangles.length / 3;
  const chunks = listChunks(tree, triangles, vertexCount);
  const stepTestNodes = motion ? testNodeCount : 0;
  const movingTriangles = motion && cells > 0 ? triangleCount : 0;
  const mostEdges = Math.min(needs.longestContour, MOST_EDGES);
  const sizes: MeshSizes = {
    ...{ callerVertexCount, vertexCount, triangleCount, nodeCount: tree.nodeCount, testNodeCount },
    ...{ askedNodeCount: needs.askedNodeCount, stackLength: needs.stackLength, cells, steepWords },
    chunkCount: chunks.chunkTriangle.length - 1,
    capacity: PAIR_CAPACITY,
    mostEdges,
    mostStepEdges: stepTestNodes > 0 ? mostEdges : 0,
    stepVertices: motion ? vertexCount : 0,
    movingTriangles,
    scratchTriangles: steepWords > 0 ? triangleCount : movingTriangles,
    ownCorners: motion ? triangleCount : 0,
    stepTestNodes,
    traceNodes: needs.trace ? testNodeCount : 0,
  };
  const copies = { vertexSource, triangles, ...chunks, ownedEdges: halfEdges.ownedEdges };
  // ticks of leaves are not with a kernel, see `Boxes`
  return { sizes, fields: { leafTick: ['uint32', 0], ...meshFields(sizes, copies) } as const };
}

/** Arrays of the kernel's own. Of memory that nobody writes to, a system has only the promise. */
export type OwnArrays = Arena<ReturnType<typeof kernelFields>['fields']>;

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
  /** Whether searches are written down. */
  readonly trace?: boolean;
}
