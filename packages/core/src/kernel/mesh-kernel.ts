import type { Surface } from '../mesh/surface.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import { type Arena, type Field, layOut } from '../pose/arena.ts';
import { createPose, type Pose, type PoseIntake } from '../pose/pose.ts';
import { MAX_MAGNITUDE, MIN_MAGNITUDE } from '../predicates/exact-range.ts';
import type { FeatureSieve } from '../results/feature-sieve.ts';
import type { PairSieve } from '../results/pair-buffer.ts';
import type { KernelCalls } from './kernel.ts';
import { KERNEL_HEX } from './kernel-bytes.ts';
import { createKernelMemory, layOutKernel } from './kernel-memory.ts';
import { KernelSearch, type SearchHelp, type SearchSettings } from './kernel-search.ts';
import { KernelStepSearch } from './kernel-step-search.ts';
import { MESH_LAYOUT, type MeshGiven } from './layout-mesh.ts';
import { type KernelNeeds, kernelFields, type OwnArrays } from './mesh-fields.ts';
import { refuseKernel } from './refuse-kernel.ts';

/** Who searches: the kernel compiled to WebAssembly, or plain TypeScript. */
export type Engine = 'plain' | 'kernel';

/** Below, a frame takes microseconds anyhow, and a kernel's memory would be most of a detector's. */
export const LEAST_TRIANGLES = 256;

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
  readonly ownedEdges: Uint8Array;
  /** Whole numbers of a pose, x, y, z and w a vertex, in the room of what is read: `hasPlaces` says whether they are there. */
  readonly places: Int32Array;
  /** The same room for whole numbers x, y and z a vertex. Who writes to it takes places away. */
  readonly plainPlaces: Int32Array;
  /** Whoever writes places says so; whoever writes something else there, or changes the pose, too. */
  hasPlaces = false;
  /** Directions that face a triangle, after `refitMasks`. */
  readonly triangleMasks: Int32Array;
  /** The end of a step; empty for detectors that know none. After `refitMovingMasks`: directions that face a node throughout, and a triangle at the end. */
  readonly nextPositions: Float64Array;
  readonly movingMasks: Int32Array;
  readonly endMasks: Int32Array;
  /** After `refitAltitudeMasks`: directions along which all altitudes of a node's triangles exceed the reach. */
  readonly altitudeMasks: Int32Array;
  /** Tables of steep directions that `refitAltitudeMasks` reads, to be filled by who calls it. */
  readonly steepTables: Int32Array;
  /** Decides on pairs of features beforehand. */
  readonly featureSieve: FeatureSieve;
  /** Candidates; the memory for a `PairBuffer`. */
  readonly pairs: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly contactHalfEdges: Uint32Array;
  readonly contactTriangles: Uint32Array;
  /** For a `KernelSearch`: directions, and what a search counted. */
  readonly directions: Int32Array;
  readonly searchCounts: Int32Array;
  /** What a search asked about, where that is wanted. */
  readonly visits: Uint32Array;
  /** For a `KernelStepSearch`. */
  readonly stepArrays: OwnArrays;
  /** Candidates that the sieves dropped since `dropped` was last taken. */
  #dropped = 0;
  readonly #staged: Float64Array;
  readonly #stagedFloats: Float32Array;
  readonly #numbers: Float64Array;
  readonly #cellMasks: Int32Array;
  #tookFloats = false;

  constructor(calls: KernelCalls, arrays: Pick<MeshGiven, 'positions'> & OwnArrays) {
    const { staged, positions } = arrays;
    this.calls = calls;
    this.positions = positions;
    this.triangles = arrays.triangles;
    this.vertexSource = arrays.vertexSource;
    this.ownedEdges = arrays.ownedEdges;
    this.places = arrays.places;
    this.plainPlaces = arrays.places.subarray(0, positions.length);
    this.pairs = arrays.pairs;
    this.neighbours = arrays.pairNeighbours;
    this.contactHalfEdges = arrays.contactHalfEdges;
    this.contactTriangles = arrays.contactTriangles;
    this.#staged = staged;
    this.#stagedFloats = new Float32Array(staged.buffer, staged.byteOffset, staged.length);
    this.#numbers = arrays.numbers;
    this.triangleMasks = arrays.triangleMasks;
    this.nextPositions = arrays.nextPositions;
    this.movingMasks = arrays.movingMasks;
    this.endMasks = arrays.endMasks;
    this.#cellMasks = arrays.cellMasks;
    this.steepTables = arrays.steepTables;
    this.altitudeMasks = arrays.altitudeMasks;
    this.directions = arrays.directions;
    this.searchCounts = arrays.searchCounts;
    this.visits = arrays.visits;
    this.stepArrays = arrays;
    calls.sortNodes();
    this.featureSieve = createFeatureSieve(calls, arrays);
  }

  /** Takes directions by cell of a normal; returns the same table in the kernel's memory. */
  useMasks(table: Int32Array): Int32Array {
    this.#cellMasks.set(table);
    return this.#cellMasks;
  }

  check(source: Positions): boolean {
    this.#tookFloats = source.BYTES_PER_ELEMENT === 4;
    this.hasPlaces = false;
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
  createSearch(testNodes: number, settings: SearchSettings, help: SearchHelp): KernelSearch {
    return new KernelSearch(this, testNodes, settings, help);
  }

  /** The same for steps; after a walk for poses was made. */
  createStepSearch(cull: SearchSettings['cull']): KernelStepSearch {
    return new KernelStepSearch(this, this.stepArrays, cull);
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

function createFeatureSieve(calls: KernelCalls, arrays: Pick<MeshGiven, 'positions'> & OwnArrays): FeatureSieve {
  const { pairs, positions, nextPositions, features, ownedCorners, ownedEdges, stepCounts } = arrays;
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
  if (engine === 'plain') return { arena: layOut(fields), kernel: null, reason: "engine: 'plain' was asked for" };
  if (engine === 'auto' && surface.triangleCount < LEAST_TRIANGLES) {
    return { arena: layOut(fields), kernel: null, reason: `fewer than ${LEAST_TRIANGLES} triangles` };
  }
  try {
    const own = kernelFields(surface, needs);
    const all = { ...fields, ...own.fields };
    const create = (byteLength: number) => createKernelMemory<KernelCalls>(byteLength, KERNEL_HEX);
    const { arena, calls } = layOutKernel(all, MESH_LAYOUT, own.sizes, create);
    const kernel = new MeshKernel(calls, arena as unknown as Pick<MeshGiven, 'positions'> & OwnArrays);
    return { arena: arena as unknown as Arena<F>, kernel, reason: '' };
  } catch (error) {
    const reason = refuseKernel(caller, engine, error);
    return { arena: layOut(fields), kernel: null, reason };
  }
}
