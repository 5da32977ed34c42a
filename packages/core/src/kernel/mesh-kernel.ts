import type { Surface } from '../mesh/surface.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import { type Arena, type Field, layOut } from '../pose/arena.ts';
import { createPose, type Pose, type PoseIntake } from '../pose/pose.ts';
import { MAX_MAGNITUDE, MIN_MAGNITUDE } from '../predicates/exact-range.ts';
import type { FeatureSieve } from '../results/feature-sieve.ts';
import type { PairSieve } from '../results/pair-buffer.ts';
import { createKernelMemory, type KernelCalls, type KernelMemory } from './kernel.ts';
import { KernelSearch, type SearchArrays, type SearchHelp, type SearchSettings } from './kernel-search.ts';
import {
  KernelStepSearch,
  STEP_CONTOUR_BYTES,
  STEP_EDGE_BYTES,
  type StepArrays,
  type StepHelp,
} from './kernel-step-search.ts';

/** Who works on frames: TypeScript, or the kernel compiled to WebAssembly. */
export type Engine = 'ts' | 'wasm';

/** Below, a frame takes microseconds anyhow, and a kernel's memory would be most of a detector's. */
export const LEAST_TRIANGLES = 256;

/** Triangles that a leaf may hold for the kernel. */
export const KERNEL_LEAF = 5;

/** Pairs of triangles that a `PairBuffer` has room for. */
const PAIR_CAPACITY = 4096;

/** Pairs of features that `siftFeatures` lists at once: ROOM of packages/core/kernel/moving-sieve.ts. */
const FEATURE_CAPACITY = 4096;

/** Numbers that wait besides twice those of a `createPairStack`: see packages/core/kernel/traversal.ts, 128 pairs of leaves, 64 pairs to begin with, 32 more. */
const WAITING_WORDS = 2 * (128 + 64 + 32);

/** Arrays of a finder's arena that the kernel works on. */
export interface KernelArrays {
  readonly positions: Float64Array;
  readonly rightChild: Uint32Array;
  readonly firstTriangle: Uint32Array;
  readonly endTriangle: Uint32Array;
  readonly places: Int32Array;
  readonly nodeBoxes: Int32Array;
  readonly triangleBoxes: Int32Array;
}

/** Longer contours are tested in TypeScript, which sorts edges into a grid. */
const MOST_EDGES = 4096;

/** What the kernel needs besides: for direction masks and contours, and, last, for steps and for what is near. Of memory that nobody writes to, a system has only the promise. */
function kernelFields(surface: Surface, needs: KernelNeeds) {
  const { callerVertexCount, triangles, vertexSource, vertexCount, halfEdges } = surface;
  const { stackLength, cells, longestContour, nodeCount, testNodeCount, motion, steepCells } = needs;
  const hasContours = longestContour > 0;
  const hasSteps = motion && testNodeCount > 0;
  const movingTriangles = motion && cells > 0 ? triangles.length / 3 : 0;
  const scratchMasks = steepCells > 0 ? triangles.length / 3 : movingTriangles;
  return {
    staged: ['float64', 3 * callerVertexCount],
    vertexSource,
    triangles,
    numbers: ['float64', 6],
    // two bits a node, in words of eight bytes
    nodeKinds: ['float64', 2 * Math.ceil(nodeCount / 64)],
    stack: ['uint32', 2 * stackLength + WAITING_WORDS],
    pairs: ['uint32', 2 * PAIR_CAPACITY],
    pairNeighbours: ['uint32', 2 * PAIR_CAPACITY],
    // two a pair: a line of two triangles has two ends
    contactHalfEdges: ['uint32', 2 * PAIR_CAPACITY + 1],
    contactTriangles: ['uint32', 2 * PAIR_CAPACITY + 1],
    lanes: ['int32', 4 * 18],
    triangleMasks: ['int32', cells > 0 ? triangles.length / 3 : 0],
    cellMasks: ['int32', cells],
    directions: ['int32', cells > 0 ? 3 * 32 : 0],
    contour: ['uint8', hasContours ? 48 * Math.min(longestContour, MOST_EDGES) + 1024 : 0],
    searchCounts: ['int32', 8],
    nextPositions: ['float64', motion ? 3 * vertexCount : 0],
    movingMasks: ['int32', movingTriangles > 0 ? nodeCount : 0],
    endMasks: ['int32', movingTriangles],
    stepMasks: ['int32', scratchMasks],
    ownedCorners: ['uint8', motion ? triangles.length / 3 : 0],
    ownedEdges: halfEdges.ownedEdges,
    features: ['uint32', motion ? 2 * FEATURE_CAPACITY : 0],
    stepCounts: ['int32', 2],
    altitudeMasks: ['int32', steepCells > 0 ? nodeCount : 0],
    steepCells: ['int32', steepCells],
    stepContour: [
      'uint8',
      hasSteps && hasContours ? STEP_EDGE_BYTES * Math.min(longestContour, MOST_EDGES) + STEP_CONTOUR_BYTES : 0,
    ],
    stepFailures: ['uint8', hasSteps ? testNodeCount : 0],
    nextStepTry: ['uint32', hasSteps ? testNodeCount : 0],
    freeStep: ['uint32', hasSteps ? nodeCount : 0],
    // boxes of both ends take the place of those of a pose
    nodeBoxes: ['int32', (hasSteps ? 12 : 6) * nodeCount],
    triangleBoxes: ['int32', (hasSteps ? 4 : 2) * triangles.length],
  } as const;
}

type OwnArrays = Arena<ReturnType<typeof kernelFields>>;

export interface KernelNeeds {
  readonly stackLength: number;
  /** Entries of the table of direction masks, 0 for methods without. */
  readonly cells: number;
  /** Those of the tables of steep directions, 0 where nobody may ask for what is near. */
  readonly steepCells: number;
  /** Edges of the longest contour, 0 for methods without. */
  readonly longestContour: number;
  /** Nodes of the tree. */
  readonly nodeCount: number;
  /** Nodes of the test tree, 0 for methods without. */
  readonly testNodeCount: number;
  /** Whether steps may be asked about. */
  readonly motion: boolean;
}

/**
 * The kernel at work on one detector's arrays. Each call does what a TypeScript function does to the same arrays, which stays the reference
 * and does the rest: either may do the next step.
 */
export class MeshKernel implements PoseIntake, PairSieve {
  readonly calls: KernelCalls;
  /** The pose that the kernel works on. Of other poses it knows nothing. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly vertexSource: Uint32Array;
  /** Directions that face a triangle, after `refitMasks`. */
  readonly triangleMasks: Int32Array;
  /** The end of a step; empty for detectors that know none. After `refitMovingMasks`: directions that face a node throughout, and a triangle at the end. */
  readonly nextPositions: Float64Array;
  readonly movingMasks: Int32Array;
  readonly endMasks: Int32Array;
  /** After `refitAltitudeMasks`: directions along which all altitudes of a node's triangles exceed the reach. */
  readonly altitudeMasks: Int32Array;
  /** Decides on pairs of features beforehand. */
  readonly featureSieve: FeatureSieve;
  /** Candidates; the memory for a `PairBuffer`. */
  readonly pairs: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly contactHalfEdges: Uint32Array;
  readonly contactTriangles: Uint32Array;
  /** For a `KernelSearch`: room for a contour of so many edges, directions, and what a search counted. */
  readonly contour: Uint8Array;
  readonly contourEdges: number;
  readonly directions: Int32Array;
  readonly searchCounts: Int32Array;
  /** For a `KernelStepSearch`. */
  readonly stepArrays: StepArrays;
  /** Candidates that the sieves dropped since `dropped` was last taken. */
  #dropped = 0;
  readonly #staged: Float64Array;
  readonly #stagedFloats: Float32Array;
  readonly #numbers: Float64Array;
  readonly #cellMasks: Int32Array;
  readonly #steepCells: Int32Array;
  #tookFloats = false;

  constructor({ calls }: KernelMemory, arrays: KernelArrays & OwnArrays) {
    const { staged, vertexSource, positions, numbers, rightChild, triangles, nodeBoxes, stack, pairs } = arrays;
    const { pairNeighbours, lanes } = arrays;
    this.calls = calls;
    this.positions = positions;
    this.triangles = triangles;
    this.vertexSource = vertexSource;
    this.pairs = pairs;
    this.neighbours = pairNeighbours;
    this.contactHalfEdges = arrays.contactHalfEdges;
    this.contactTriangles = arrays.contactTriangles;
    calls.setContacts(arrays.contactHalfEdges.byteOffset, arrays.contactTriangles.byteOffset);
    this.#staged = staged;
    this.#stagedFloats = new Float32Array(staged.buffer, staged.byteOffset, staged.length);
    this.#numbers = numbers;
    this.triangleMasks = arrays.triangleMasks;
    this.nextPositions = arrays.nextPositions;
    this.movingMasks = arrays.movingMasks;
    this.endMasks = arrays.endMasks;
    this.#cellMasks = arrays.cellMasks;
    this.#steepCells = arrays.steepCells;
    this.altitudeMasks = arrays.altitudeMasks;
    this.contour = arrays.contour;
    this.contourEdges = Math.max(0, Math.floor((arrays.contour.length - 1024) / 48));
    this.directions = arrays.directions;
    this.searchCounts = arrays.searchCounts;
    this.stepArrays = {
      ...arrays,
      // whole numbers of both ends, in the room of what was read before they were computed
      stepPlaces: new Int32Array(staged.buffer, staged.byteOffset, 2 * positions.length),
      stepNodeBoxes: nodeBoxes,
      stepTriangleBoxes: arrays.triangleBoxes,
    };
    calls.setCounts(vertexSource.length, triangles.length / 3, rightChild.length, PAIR_CAPACITY);
    calls.setPose(staged.byteOffset, vertexSource.byteOffset, positions.byteOffset, numbers.byteOffset);
    const { firstTriangle, endTriangle, places, triangleBoxes } = arrays;
    calls.setTree(rightChild.byteOffset, firstTriangle.byteOffset, endTriangle.byteOffset, triangles.byteOffset);
    calls.sortNodes(arrays.nodeKinds.byteOffset);
    calls.setBoxes(places.byteOffset, nodeBoxes.byteOffset, triangleBoxes.byteOffset);
    calls.setPairs(stack.byteOffset, pairs.byteOffset, pairNeighbours.byteOffset, lanes.byteOffset);
    const { nextPositions, movingMasks, endMasks, stepMasks } = arrays;
    calls.setStep(nextPositions.byteOffset, movingMasks.byteOffset, endMasks.byteOffset, stepMasks.byteOffset);
    calls.setSteep(arrays.altitudeMasks.byteOffset, stepMasks.byteOffset, arrays.steepCells.byteOffset);
    this.featureSieve = createFeatureSieve(calls, arrays);
  }

  /**
   * @param masks A number a node, in the kernel's memory.
   * @param table Directions by cell of a normal.
   * @returns the same table in the kernel's memory.
   */
  useMasks(masks: Int32Array, table: Int32Array): Int32Array {
    this.#cellMasks.set(table);
    this.calls.setMasks(masks.byteOffset, this.triangleMasks.byteOffset, this.#cellMasks.byteOffset);
    return this.#cellMasks;
  }

  /** Tables of steep directions; returns them in the kernel's memory. Those of `refitAltitudeMasks`. */
  useSteep(tables: Int32Array): Int32Array {
    this.#steepCells.set(tables);
    return this.#steepCells;
  }

  check(source: Positions): boolean {
    this.#tookFloats = source.BYTES_PER_ELEMENT === 4;
    if (this.#tookFloats) {
      this.#stagedFloats.set(source);
      return this.calls.checkFloats(source.length) === 1;
    }
    this.#staged.set(source);
    return this.calls.checkDoubles(source.length, MIN_MAGNITUDE, MAX_MAGNITUDE) === 1;
  }

  take(): void {
    this.#takeTo(this.positions);
  }

  /** A pose for the end of a step, which the kernel works on too. */
  createNext(surface: Surface): Pose {
    const take = () => this.#takeTo(this.nextPositions);
    return createPose(surface, this.nextPositions, { check: (source) => this.check(source), take });
  }

  #takeTo({ byteOffset }: Float64Array): void {
    if (this.#tookFloats) this.calls.takeFloats(byteOffset);
    else this.calls.takeDoubles(byteOffset);
  }

  /** Of the first `count` pairs those that may meet, moved up; returns how many. With `decide` those that surely meet are contacts. */
  keepPairs(count: number, decide: boolean): number {
    const kept = this.calls.keepPairs(count, decide ? 1 : 0);
    this.#dropped += count - kept;
    return kept;
  }

  keepNeighbours(count: number): number {
    const kept = this.calls.keepNeighbours(count);
    this.#dropped += count - kept;
    return kept;
  }

  get sureContacts(): number {
    return this.calls.sureContacts();
  }

  get decidedEdges(): number {
    return this.calls.decidedEdges();
  }

  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  /** A walk by the kernel; made here, so that who has no kernel need not load it. */
  createSearch(arrays: SearchArrays, settings: SearchSettings, help: SearchHelp): KernelSearch {
    return new KernelSearch(this, arrays, settings, help);
  }

  /** The same for steps; after a walk for poses was made. */
  createStepSearch(cull: SearchSettings['cull'], help: StepHelp): KernelStepSearch {
    return new KernelStepSearch(this, this.stepArrays, cull, help);
  }

  /** Lowest x, y, z and highest x, y, z of the step. */
  measureStepExtent(): Float64Array {
    this.calls.measureStepExtent();
    return this.#numbers;
  }

  /** Lowest x, y, z and highest x, y, z of the pose. */
  measureExtent(): Float64Array {
    this.calls.measureExtent();
    return this.#numbers;
  }
}

function createFeatureSieve(calls: KernelCalls, arrays: KernelArrays & OwnArrays): FeatureSieve {
  const { pairs, positions, nextPositions, features, ownedCorners, ownedEdges, stepCounts } = arrays;
  calls.setFeatures(ownedCorners.byteOffset, ownedEdges.byteOffset, features.byteOffset, stepCounts.byteOffset);
  return {
    pairs,
    positions,
    nextPositions,
    features,
    dropped: stepCounts,
    own: (corners, edges) => {
      ownedCorners.set(corners);
      ownedEdges.set(edges);
    },
    sift: (from, end, startReach) => calls.siftFeatures(from, end, startReach),
    get sifted() {
      return calls.siftedPairs();
    },
  };
}

export interface EngineRoom<F extends Record<string, Field>> {
  readonly arena: Arena<F>;
  /** Null where TypeScript does the work. */
  readonly kernel: MeshKernel | null;
  /** Why it does, empty if not. */
  readonly reason: string;
}

/**
 * Lays out a finder's arrays, where it can be in memory that the kernel works on.
 *
 * @throws RangeError if the kernel was asked for and cannot be had.
 */
export function layOutForEngine<const F extends Record<string, Field>>(
  caller: string,
  engine: Engine | 'auto',
  surface: Surface,
  needs: KernelNeeds,
  fields: F,
): EngineRoom<F> {
  if (engine === 'ts') return { arena: layOut(fields), kernel: null, reason: "engine: 'ts' was asked for" };
  if (engine === 'auto' && surface.triangleCount < LEAST_TRIANGLES) {
    return { arena: layOut(fields), kernel: null, reason: `fewer than ${LEAST_TRIANGLES} triangles` };
  }
  try {
    let memory: KernelMemory | null = null;
    const arena = layOut({ ...fields, ...kernelFields(surface, needs) }, (byteLength) => {
      memory = createKernelMemory(byteLength);
      return memory.buffer;
    });
    const kernel = new MeshKernel(memory!, arena as unknown as KernelArrays & OwnArrays);
    return { arena: arena as unknown as Arena<F>, kernel, reason: '' };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (engine === 'wasm') {
      throw new RangeError(`${caller}: engine must be one that runs here, got 'wasm' (${reason}).`);
    }
    return { arena: layOut(fields), kernel: null, reason };
  }
}
