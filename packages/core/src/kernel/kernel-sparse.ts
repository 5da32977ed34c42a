import type { Arena } from '../pose/arena.ts';
import { MAX_MAGNITUDE, MIN_MAGNITUDE } from '../predicates/exact-range.ts';
import { DONE, type subspaceFields, TOO_DEAR } from './layout-mesh.ts';
import type { MeshKernel } from './mesh-kernel.ts';

/** What the kernel needs of a subspace. Its owner hands over its own numbers and goes on with these: nothing is held twice. */
export type SparseArrays = Arena<ReturnType<typeof subspaceFields>>;

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

/** The search of a pose of a subspace by the kernel; vertices that matter are written to its own poses. */
export class KernelSparse {
  readonly #kernel: MeshKernel;
  readonly #coordinates: Float64Array;
  readonly #ticks: readonly Uint32Array[];
  #tick = 0;

  constructor(kernel: MeshKernel, arrays: SparseArrays, isSingle: boolean) {
    const { coordinates, vertexTicks, nodeTicks, callerOrder } = arrays;
    this.#kernel = kernel;
    this.#coordinates = coordinates;
    this.#ticks = [vertexTicks, nodeTicks];
    const { calls, vertexSource } = kernel;
    callerOrder.forEach((_, v) => {
      callerOrder[v] = v;
    });
    callerOrder.sort((a, b) => vertexSource[a] - vertexSource[b]);
    calls.setSubspace(coordinates.length / 2, isSingle ? 1 : 0, MIN_MAGNITUDE, MAX_MAGNITUDE);
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
