import { directionsOf } from '../../bounds/dop-directions.ts';
import type { DopNeighbour } from '../../bounds/kdops.ts';
import { createDopKernel, type DopKernel, type KernelTree } from '../../kernel/dop-kernel.ts';
import type { Engine } from '../../kernel/mesh-kernel.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { setApartBelow, walkDops } from '../walk-dops.ts';
import type { MeshDops } from './mesh-dops.ts';

/** Appends every pair of a triangle of A and one of B. */
export function pairAll(countA: number, countB: number, out: PairBuffer): void {
  const { pairs, capacity } = out;
  for (let a = 0; a < countA; a++) {
    for (let b = 0; b < countB; b++) {
      pairs[2 * out.count] = a;
      pairs[2 * out.count + 1] = b;
      if (++out.count === capacity && out.flushPairs()) return;
    }
  }
  out.end();
}

/** Finds pairs of triangles, one of A and one of B, whose polytopes are within reach. Memory is made when first needed. */
export class BetweenSearch {
  readonly #engine: Engine | 'auto';
  /** By the tree of B, whose own detector may come and go: the kernel has both in its memory. Null where there is none. */
  readonly #kernels = new WeakMap<MeshDops, { readonly a: MeshDops; readonly kernel: DopKernel | null }>();
  /** Bytes of those that were not collected. No WeakRef: until the caller's loop comes to an end, what has one is kept. */
  #kernelBytes = 0;
  readonly #collected = new FinalizationRegistry<number>((bytes) => {
    this.#kernelBytes -= bytes;
  });
  #near: DopNeighbour = { dop: new Float64Array(0), apartBelow: new Float64Array(0) };
  #stack = new Uint32Array(0);

  constructor(engine: Engine | 'auto') {
    this.#engine = engine;
  }

  get byteLength(): number {
    return this.#near.apartBelow.byteLength + this.#stack.byteLength + this.#kernelBytes;
  }

  /** Of the larger mesh, only what is within reach of the other as a whole is fitted; both are seen from the other's mean motion. */
  findPairs(a: MeshDops, b: MeshDops, reach: number, out: PairBuffer, counters: Counters): void {
    const kernel = this.#kernelFor(a, b);
    if (kernel?.findBetween(a, b, reach, out, counters) === true) {
      out.end();
      return;
    }
    this.#reserve(a, b);
    const aIsSmall = a.tree.nodeCount <= b.tree.nodeCount;
    const small = aIsSmall ? a : b;
    const large = aIsSmall ? b : a;
    if (this.#near.dop !== small.dops.dops) {
      this.#near = { dop: small.dops.dops, apartBelow: this.#near.apartBelow };
    }
    small.followMean();
    large.dops.shift.set(small.dops.shift);
    small.fit(null);
    // the tolerance of where something is does not depend on what of it was fitted
    large.setTolerance();
    setApartBelow(this.#near.apartBelow, a.dops, b.dops, reach);
    large.fit(this.#near);
    this.#stack[0] = 0;
    this.#stack[1] = 0;
    walkDops(a, b, this.#near.apartBelow, false, this.#stack, 2, null, out, counters);
    out.end();
  }

  #kernelFor(a: MeshDops, b: MeshDops): DopKernel | null {
    if (this.#engine === 'plain' || (a.next !== null && a.kind.growth !== null)) return null;
    let made = this.#kernels.get(b);
    if (made?.a !== a) {
      const directions = directionsOf(a.kind.dop);
      const kernel = createDopKernel(
        'findProximities',
        this.#engine,
        directions,
        [treeOf(a), treeOf(b)],
        stackPairs(a, b),
      );
      made = { a, kernel: typeof kernel === 'string' ? null : kernel };
      this.#kernels.set(b, made);
      if (made.kernel !== null) {
        this.#kernelBytes += made.kernel.byteLength;
        this.#collected.register(made.kernel, made.kernel.byteLength);
      }
    }
    return made.kernel;
  }

  #reserve(a: MeshDops, b: MeshDops): void {
    const pairs = stackPairs(a, b);
    if (this.#stack.length < 2 * pairs) this.#stack = new Uint32Array(2 * pairs);
    const { count } = a.dops.directions;
    if (this.#near.apartBelow.length !== count) {
      this.#near = { dop: this.#near.dop, apartBelow: new Float64Array(count) };
    }
  }
}

/** Each step down, in one tree or the other, keeps all children but one waiting. */
function stackPairs(a: MeshDops, b: MeshDops): number {
  return (a.tree.depth + b.tree.depth) * a.kind.arity + 1;
}

function treeOf({ tree, wide, triangles, vertexCount }: MeshDops): KernelTree {
  const { firstTriangle, order } = tree;
  return { ...wide, firstTriangle, corners: triangles, names: order, vertexCount };
}
