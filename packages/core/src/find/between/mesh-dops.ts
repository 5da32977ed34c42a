import { directionsOf } from '../../bounds/dop-directions.ts';
import { type DopKind, type DopNeighbour, Kdops } from '../../bounds/kdops.ts';
import type { Surface } from '../../mesh/surface.ts';
import { partitionByDops } from '../../partition/dop-partition.ts';
import { type PatchTree, treeBytes } from '../../partition/patch-tree.ts';
import { type WideTree, widenTree } from '../../partition/wide-tree.ts';
import type { Pose } from '../../pose/pose.ts';
import type { DopSide } from '../walk-dops.ts';

/**
 * A tree of polytopes to compare with that of another mesh: in the caller's units, which both have in common, unlike the scales of
 * their poses.
 */
export class MeshDops implements DopSide {
  readonly kind: DopKind;
  readonly wide: WideTree;
  readonly firstTriangle: Uint32Array;
  readonly tree: PatchTree;
  readonly vertexCount: number;
  /** Corners, by place in the tree. */
  readonly triangles: Uint32Array;
  readonly #pose: Pose;
  #next: Float64Array | null = null;
  /** In TypeScript, made when first needed. */
  #dops: Kdops | null = null;

  /** The tree is that of the pose it is created in. */
  constructor(surface: Surface, pose: Pose, kind: DopKind) {
    const { triangles, vertexCount } = surface;
    this.kind = kind;
    this.vertexCount = vertexCount;
    this.#pose = pose;
    this.tree = partitionByDops(triangles, pose.positions, directionsOf(kind.dop));
    const { order, firstTriangle, rightChild } = this.tree;
    this.triangles = new Uint32Array(triangles.length);
    for (let place = 0; place < order.length; place++) {
      for (let k = 0; k < 3; k++) this.triangles[3 * place + k] = triangles[3 * order[place] + k];
    }
    this.wide = widenTree(this.tree, kind.arity);
    this.firstTriangle = firstTriangle.map((place, node) => (rightChild[node] === 0 ? order[place] : 0));
  }

  get dops(): Kdops {
    if (this.#dops === null) {
      const { dop, growth } = this.kind;
      this.#dops = new Kdops(this.tree, this.triangles, this.vertexCount, directionsOf(dop), growth);
    }
    return this.#dops;
  }

  get byteLength(): number {
    const own = [this.triangles, this.wide.start, this.wide.children, this.firstTriangle];
    const dops = this.#dops?.byteLength ?? 0;
    return own.reduce((bytes, array) => bytes + array.byteLength, treeBytes(this.tree) + dops);
  }

  get positions(): Float64Array {
    return this.#pose.positions;
  }

  get next(): Float64Array | null {
    return this.#next;
  }

  /** Positions times this are in the caller's units. */
  get unit(): number {
    return 1 / this.#pose.scale;
  }

  /** What comes next is about the pose that it was created with, as it is now, or about a step from there. */
  look(next: Pose | null): void {
    this.#next = next === null ? null : next.positions;
  }

  followMean(): void {
    this.dops.followMean(this.#pose.positions, this.#next, this.unit);
  }

  setTolerance(): void {
    this.dops.setTolerance(this.#pose.positions, this.#next, this.unit);
  }

  /** With `near`, what is within its reach. */
  fit(near: DopNeighbour | null): void {
    this.dops.fit(this.#pose.positions, this.#next, this.unit, near);
  }
}
