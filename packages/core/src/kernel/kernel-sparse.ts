import { MAX_MAGNITUDE, MIN_MAGNITUDE } from '../predicates/exact-range.ts';
import type { MeshKernel } from './mesh-kernel.ts';

/** What lengths of arrays follow from. */
export interface SparseSizes {
  readonly rank: number;
  readonly vertexCount: number;
  readonly nodeCount: number;
  /** Nodes that are moved by a mean. */
  readonly meanCount: number;
  readonly testNodeCount: number;
  readonly boxPairCount: number;
}

/**
 * What the kernel needs of a subspace. Its owner hands over its own numbers and goes on with these: nothing is held twice.
 *
 * @param rest Positions at rest, and rows of modes, in the caller's order of vertices.
 */
export function sparseFields(sizes: SparseSizes, rest: Float64Array, rows: Float64Array) {
  const { rank, vertexCount, nodeCount, meanCount, testNodeCount, boxPairCount } = sizes;
  return {
    modeRest: rest,
    modeRows: rows,
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

export interface SparseArrays {
  readonly modeRest: Float64Array;
  readonly modeRows: Float64Array;
  readonly coordinates: Float64Array;
  readonly meanOfNode: Int32Array;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly restBoxes: Float64Array;
  readonly vertexTicks: Uint32Array;
  readonly callerOrder: Uint32Array;
  readonly nodeTicks: Uint32Array;
  readonly nodeRadius: Uint32Array;
  readonly pairRadius: Uint32Array;
  readonly stepRadius: Uint32Array;
}

/** One pose, in scaled coordinates. */
interface SparsePose {
  readonly q: Float64Array;
  readonly norm: number;
}

/** Takes what was found. */
interface SparseSink {
  addPairs(pairs: Uint32Array, count: number): void;
  addAllNeighbours(neighbours: Uint32Array, count: number): void;
}

/** Why the kernel came back: see packages/core/kernel/sparse-search.ts. */
const DONE = 0;
const TOO_DEAR = 5;

/** The search of a pose of a subspace by the kernel; vertices that matter are written to its own poses. */
export class KernelSparse {
  readonly #kernel: MeshKernel;
  readonly #coordinates: Float64Array;
  readonly #ticks: readonly Uint32Array[];
  #tick = 0;

  constructor(kernel: MeshKernel, arrays: SparseArrays, isSingle: boolean) {
    const { calls } = kernel;
    const { coordinates, modeRest, modeRows, vertexTicks, nodeTicks, meanOfNode, means, deviations, restBoxes } =
      arrays;
    const { nodeRadius, pairRadius, stepRadius, callerOrder } = arrays;
    this.#kernel = kernel;
    this.#coordinates = coordinates;
    this.#ticks = [vertexTicks, nodeTicks];
    const rank = coordinates.length / 2;
    const at = ({ byteOffset }: { readonly byteOffset: number }) => byteOffset;
    const { vertexSource } = kernel;
    callerOrder.forEach((_, v) => {
      callerOrder[v] = v;
    });
    callerOrder.sort((a, b) => vertexSource[a] - vertexSource[b]);
    const pose = [at(modeRest), at(modeRows), at(coordinates)] as const;
    calls.setSubspace(rank, isSingle ? 1 : 0, ...pose, at(vertexTicks), at(callerOrder));
    calls.setMotions(at(meanOfNode), at(means), at(deviations), at(restBoxes), MIN_MAGNITUDE, MAX_MAGNITUDE);
    calls.setRadii(at(nodeRadius), at(pairRadius), at(stepRadius));
    calls.setSparse(nodeRadius.length, at(nodeTicks));
    // a search of steps by contours says the same, but may come later
    const { stepPlaces, stepNodeBoxes, stepTriangleBoxes } = kernel.stepArrays;
    calls.setStepBoxes(at(stepPlaces), at(stepNodeBoxes), at(stepTriangleBoxes));
  }

  get boxTests(): number {
    return this.#kernel.calls.sparseTests();
  }

  get culled(): number {
    return this.#kernel.calls.sparseCulled();
  }

  /** Of the last search, in tests. */
  get cost(): number {
    return this.#kernel.calls.sparseCost();
  }

  /**
   * Hands over whatever may touch, in a pose or on the straight way between two.
   *
   * @param slack What roundings can cost of a gap.
   * @param most What it may cost.
   * @returns False if that is not enough, or if coordinates need another scale: what was handed over does not count then.
   */
  collect(poses: readonly SparsePose[], slack: number, most: number, out: SparseSink): boolean {
    const { calls, pairs, neighbours } = this.#kernel;
    this.#begin(poses, slack, most);
    for (;;) {
      const reason = calls.searchSparse();
      if (reason === TOO_DEAR) return false;
      out.addPairs(pairs, calls.sparsePairs());
      out.addAllNeighbours(neighbours, calls.sparseNeighbours());
      calls.clearSparse();
      if (reason === DONE) return calls.isSparsePlain() === 1;
    }
  }

  /**
   * Computes all vertices instead, and has the walks by contours skip what certificates prove free, until `forget`.
   *
   * @returns False if coordinates need another scale.
   */
  placeAll(poses: readonly SparsePose[]): boolean {
    const { calls } = this.#kernel;
    this.#begin(poses, 0, 0);
    if (calls.placeAll() !== 1) return false;
    const norm = Math.max(poses[0].norm, poses[poses.length - 1].norm);
    if (poses.length > 1) calls.certifyStep(norm);
    else calls.certifyPose(norm);
    return true;
  }

  /** The kernel's poses are others now, of which certificates say nothing. */
  forget(): void {
    this.#kernel.calls.certifyPose(Number.POSITIVE_INFINITY);
    this.#kernel.calls.certifyStep(Number.POSITIVE_INFINITY);
  }

  #begin(poses: readonly SparsePose[], slack: number, most: number): void {
    const { calls } = this.#kernel;
    this.forget();
    if (++this.#tick === 0xffffffff) {
      for (const ticks of this.#ticks) ticks.fill(0);
      this.#tick = 1;
    }
    const first = poses[0];
    const last = poses[poses.length - 1];
    this.#coordinates.set(first.q);
    this.#coordinates.set(last.q, first.q.length);
    calls.beginSparse(poses.length, first.norm, last.norm, slack, this.#tick, most);
  }
}
