import type { Kdops, PatchTree } from 'selfcollide/parts';

/**
 * Follows a mesh from pose to pose: how far each node's vertices have moved at most, so that polytopes need not be fitted as long as that
 * is little. Sums of the largest actual displacements: a bound that holds whatever velocities do (cloth paper §5.2, corrected).
 */
export class LazyDops {
  /** By node: largest displacement of each pose, added up since the start. */
  readonly travelled: Float64Array;
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #last: Float64Array;
  readonly #moved: Float64Array;
  #scale = 0;

  constructor(tree: PatchTree, triangles: Uint32Array, vertexCount: number) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.travelled = new Float64Array(tree.nodeCount);
    this.#last = new Float64Array(3 * vertexCount);
    this.#moved = new Float64Array(tree.nodeCount);
  }

  get byteLength(): number {
    return this.travelled.byteLength + this.#last.byteLength + this.#moved.byteLength;
  }

  /** Takes a new pose. False if it cannot be compared with the last, and everything must be done anew. */
  follow(positions: Float64Array, scale: number): boolean {
    const known = scale === this.#scale;
    this.#scale = scale;
    if (known) this.#measure(positions);
    else this.travelled.fill(0);
    this.#last.set(positions);
    return known;
  }

  /** Fits what may be farther outside than `limit`, after `follow`: from the leaves up, so a joined node has its children's slack. */
  refit(dops: Kdops, positions: Float64Array, limit: number): number {
    const { nodeCount, rightChild } = this.#tree;
    const { slack } = dops;
    let fitted = 0;
    for (let node = nodeCount - 1; node >= 0; node--) {
      slack[node] += this.#moved[node];
      if (!(slack[node] > limit)) continue;
      if (rightChild[node] !== 0) dops.join(node);
      else dops.fitLeaf(node, positions);
      fitted++;
    }
    dops.setTolerance(positions, null);
    return fitted;
  }

  #measure(positions: Float64Array): void {
    const { nodeCount, rightChild, firstTriangle } = this.#tree;
    const moved = this.#moved;
    const last = this.#last;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const right = rightChild[node];
      if (right !== 0) moved[node] = Math.max(moved[node + 1], moved[right]);
      else {
        let most = 0;
        const t = firstTriangle[node];
        for (let i = 3 * t; i < 3 * t + 3; i++) {
          const v = 3 * this.#triangles[i];
          const x = positions[v] - last[v];
          const y = positions[v + 1] - last[v + 1];
          const z = positions[v + 2] - last[v + 2];
          most = Math.max(most, x * x + y * y + z * z);
        }
        // rounded up; squares that sank to nothing are of motions below 2⁻⁵³⁵
        moved[node] = Math.sqrt(most) * (1 + 2 ** -48) + 2 ** -530;
      }
      this.travelled[node] += moved[node] * (1 + 2 ** -48);
    }
  }
}
