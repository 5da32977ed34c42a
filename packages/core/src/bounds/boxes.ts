import type { MeshKernel } from '../kernel/mesh-kernel.ts';
import type { PatchTree } from '../partition/patch-tree.ts';
import { PLACES, placesWithin } from '../pose/place-range.ts';
import type { NodeVertices } from './node-vertices.ts';
import { BOX_STRIDE, type BoxMemory, NOT_MANY, PlainBoxes } from './plain-boxes.ts';

/**
 * Boxes that may be grown by a reach, and that the kernel computes where there is one: all of them when the first one is asked for, which takes it
 * no longer than a few would take here.
 */
export class Boxes extends PlainBoxes {
  readonly kernel: MeshKernel | null;
  /** Boxes are grown so that those within this distance meet; by so many places on each side. */
  #reach = 0;
  #grow = 0;
  /** `many` of searches of the other kind: with a reach if this one has none. */
  #manyOthers = NOT_MANY;

  constructor(tree: PatchTree, triangles: Uint32Array, memory: BoxMemory, kernel: MeshKernel | null = null) {
    super(tree, triangles, memory);
    this.kernel = kernel;
  }

  get byteLength(): number {
    const listed = this.vertices === null ? [] : Object.values(this.vertices as NodeVertices);
    return listed.reduce((sum, { byteLength }) => sum + byteLength, this.range.byteLength);
  }

  get reach(): number {
    return this.#reach;
  }

  /** Boxes are grown by a reach. */
  get wide(): boolean {
    return this.#reach > 0;
  }

  /** With `reach` boxes meet as soon as they are that close. */
  override begin(positions: Float64Array, reach = 0): void {
    super.begin(positions);
    if (reach > 0 !== this.wide) {
      const { many } = this;
      this.many = this.#manyOthers;
      this.#manyOthers = many;
    }
    this.#reach = reach;
  }

  /** Begins, unless boxes are those already: positions change only with a `begin`. */
  turnTo(positions: Float64Array, reach: number): void {
    if (positions === this.positions && reach === this.#reach) return;
    this.begin(positions, reach);
  }

  /** Their memory was used for something else: the next search computes them again. */
  forget(): void {
    this.positions = NOWHERE;
  }

  override refitAll(): void {
    if (!this.#isOfKernel) {
      super.refitAll();
      // the kernel takes every box for fitted
      const { rightChild, nodeCount } = this.tree;
      if (this.kernel === null) return;
      for (let node = 0; node < nodeCount; node++) if (rightChild[node] === 0) this.fitTriangles(node);
      return;
    }
    if (!this.placed) this.place();
    this.kernel!.calls.refitBoxes(this.#grow);
    this.nodeTick.fill(this.tick);
    this.leafTick.fill(this.tick);
    this.fitted += this.tree.nodeCount;
  }

  /** The kernel fits boxes of its own pose only; of others, such as the rest shape, TypeScript does. */
  get #isOfKernel(): boolean {
    return this.kernel !== null && this.positions === this.kernel.positions;
  }

  override fit(node: number): void {
    if (this.kernel === null) super.fit(node);
    else this.refitAll();
  }

  override ensureTriangles(leaf: number): void {
    if (this.leafTick[leaf] === this.tick) return;
    if (this.kernel === null) this.fitTriangles(leaf);
    else this.refitAll();
  }

  protected override place(): void {
    const { range } = this;
    if (this.#isOfKernel) this.#placeInKernel(this.kernel!);
    else super.place();
    // half on each side, rounded up; places and what is added stay within 31 bits and a sign
    this.#grow = this.#reach > 0 ? Math.ceil(placesWithin(range, this.#reach) / 2) : 0;
  }

  #placeInKernel(kernel: MeshKernel): void {
    const { range } = this;
    this.placed = true;
    range.chooseWithin(kernel.measureExtent(), this.positions);
    if (!range.isOneStretch) range.write(this.positions, this.places);
    else kernel.calls.writePlaces(range.low(0), range.low(1), range.low(2), range.perLength, PLACES);
  }

  protected override fitToVertices(node: number): void {
    super.fitToVertices(node);
    if (this.#grow > 0) growBox(this.nodeBoxes, BOX_STRIDE * node, this.#grow);
  }

  protected override fitTriangles(leaf: number): void {
    super.fitTriangles(leaf);
    if (!this.wide) return;
    const end = this.tree.endTriangle[leaf];
    for (let t = this.tree.firstTriangle[leaf]; t < end; t++) growBox(this.triangleBoxes, BOX_STRIDE * t, this.#grow);
  }
}

const NOWHERE = new Float64Array(0);

function growBox(boxes: Int32Array, out: number, by: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[out + k] -= by;
    boxes[out + k + 3] += by;
  }
}
