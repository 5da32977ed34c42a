import type { DopDirections, DopGrowth, PatchTree } from 'selfcollide/parts';
import { addVector, CONE_STRIDE, clearCone, joinCones, reachAlong } from './motion-cones.ts';

/**
 * How k-DOPs make room for a step (cloth paper §5.1). `swept`: around both ends of each way, the tightest, which is core's. Others grow the k-DOP of where things are now: by
 * the least and greatest motion along each direction (`intervals`), by a cone that holds all motions (`cone`, the oriented inflation), or by the longest
 * motion on all sides (`uniform`, the unoriented one).
 */
export type Inflation = 'swept' | 'intervals' | 'cone' | 'uniform';

/** One value a kind: trees of the same kind are shared. */
const GROWTHS: Readonly<Record<Exclude<Inflation, 'swept'>, DopGrowth>> = {
  intervals: /* @__PURE__ */ growBy('intervals'),
  cone: /* @__PURE__ */ growBy('cone'),
  uniform: /* @__PURE__ */ growBy('uniform'),
};

/** As core takes it. */
export function growthOf(inflation: Inflation): DopGrowth | null {
  return inflation === 'swept' ? null : GROWTHS[inflation];
}

function growBy(kind: Exclude<Inflation, 'swept'>): DopGrowth {
  return { create: (tree, triangles, directions) => new DopInflation(tree, triangles, directions, kind) };
}

class DopInflation {
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #directions: DopDirections;
  readonly #kind: 'intervals' | 'cone' | 'uniform';
  /** By node: greatest motions against and along each direction, or a cone. */
  readonly #motions: Float64Array;
  readonly #scratch = new Float64Array(CONE_STRIDE);

  constructor(
    tree: PatchTree,
    triangles: Uint32Array,
    directions: DopDirections,
    kind: 'intervals' | 'cone' | 'uniform',
  ) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.#directions = directions;
    this.#kind = kind;
    this.#motions = new Float64Array((kind === 'intervals' ? 2 * directions.count : CONE_STRIDE) * tree.nodeCount);
  }

  get byteLength(): number {
    return this.#motions.byteLength;
  }

  /** Positions times `unit` are what the polytopes were fitted to. */
  grow(dops: Float64Array, positions: Float64Array, next: Float64Array, unit: number): void {
    if (this.#kind === 'intervals') this.#addIntervals(dops, positions, next, unit);
    else this.#addCones(dops, positions, next, unit);
  }

  /** The least and greatest motion along each direction, joined like the polytopes. */
  #addIntervals(dops: Float64Array, positions: Float64Array, next: Float64Array, unit: number): void {
    const { count, vectors } = this.#directions;
    const { nodeCount, rightChild, firstTriangle } = this.#tree;
    const motions = this.#motions;
    motions.fill(0); // resting is always within
    for (let node = nodeCount - 1; node >= 0; node--) {
      const at = 2 * count * node;
      const right = rightChild[node];
      if (right !== 0) {
        for (let k = 0; k < 2 * count; k++) {
          motions[at + k] = Math.max(motions[at + 2 * count + k], motions[2 * count * right + k]);
        }
      } else {
        const t = firstTriangle[node];
        for (let i = 3 * t; i < 3 * t + 3; i++) {
          const v = 3 * this.#triangles[i];
          for (let d = 0; d < count; d++) {
            let along = 0;
            for (let axis = 0; axis < 3; axis++)
              along += vectors[3 * d + axis] * (next[v + axis] * unit - positions[v + axis] * unit);
            motions[at + 2 * d] = Math.max(motions[at + 2 * d], -along);
            motions[at + 2 * d + 1] = Math.max(motions[at + 2 * d + 1], along);
          }
        }
      }
    }
    for (let k = 0; k < motions.length; k++) dops[k] += motions[k];
  }

  #addCones(dops: Float64Array, positions: Float64Array, next: Float64Array, unit: number): void {
    const { count, vectors, lengths } = this.#directions;
    const { nodeCount, rightChild, firstTriangle } = this.#tree;
    const cones = this.#motions;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const cone = CONE_STRIDE * node;
      clearCone(cones, cone);
      if (rightChild[node] !== 0) {
        joinCones(cones, cone, cones, CONE_STRIDE * (node + 1));
        joinCones(cones, cone, cones, CONE_STRIDE * rightChild[node]);
      } else {
        const t = firstTriangle[node];
        for (let i = 3 * t; i < 3 * t + 3; i++) {
          const v = 3 * this.#triangles[i];
          const x = next[v] * unit - positions[v] * unit;
          const y = next[v + 1] * unit - positions[v + 1] * unit;
          const z = next[v + 2] * unit - positions[v + 2] * unit;
          addVector(cones, cone, x, y, z, this.#scratch);
        }
      }
      const at = 2 * count * node;
      const uniform = this.#kind === 'uniform';
      for (let d = 0; d < count; d++) {
        const x = vectors[3 * d];
        const y = vectors[3 * d + 1];
        const z = vectors[3 * d + 2];
        const most = lengths[d] * cones[cone + 4];
        dops[at + 2 * d] += uniform ? most : reachAlong(cones, cone, -x, -y, -z, lengths[d]);
        dops[at + 2 * d + 1] += uniform ? most : reachAlong(cones, cone, x, y, z, lengths[d]);
      }
    }
  }
}
