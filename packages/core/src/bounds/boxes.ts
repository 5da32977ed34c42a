import { KERNEL_STRIDE } from '../kernel/layout-mesh.ts';
import type { MeshKernel } from '../kernel/mesh-kernel.ts';
import type { PatchTree } from '../partition/patch-tree.ts';
import { PLACES, placesWithin } from '../pose/place-range.ts';
import type { NodeVertices } from './node-vertices.ts';
import { BOX_STRIDE, type BoxMemory, gaps, NOT_MANY, PlainBoxes } from './plain-boxes.ts';

/**
 * Boxes that may be grown by a reach, and that the kernel computes where there is one: those that its walks ask for, once they are offered, or all of them where many were asked for before. TypeScript, where it reads
 * them itself, has all of them computed.
 */
export class Boxes extends PlainBoxes {
  readonly kernel: MeshKernel | null;
  /** Boxes are grown so that those within this distance meet; by so many places on each side. */
  #reach = 0;
  #grow = 0;
  /** The tick for which the kernel computes boxes. */
  #offered = 0;
  /** Whether the kernel's places are coordinates less their lowest, times one number. */
  #linear = false;
  /** `many` of searches of the other kind: with a reach if this one has none. */
  #manyOthers = NOT_MANY;

  constructor(tree: PatchTree, triangles: Uint32Array, memory: BoxMemory, kernel: MeshKernel | null = null) {
    // The kernel has places of its own; those of poses it does not know are read at once, in the same room. Then all boxes are computed, and one tick is enough.
    super(
      tree,
      triangles,
      kernel === null ? memory : { ...memory, places: kernel.plainPlaces, leafTick: memory.nodeTick },
    );
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
    if (this.kernel !== null) this.kernel.hasPlaces = false;
    this.#begin(positions, reach);
  }

  /** The pose may be the same as before. */
  #begin(positions: Float64Array, reach: number): void {
    if (this.kernel !== null && this.#offered === this.tick) this.fitted += this.kernel.calls.fittedBoxes();
    super.begin(positions);
    this.#offered = 0;
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
    this.#begin(positions, reach);
  }

  /** Their memory was used for something else: the next search computes them again. */
  forget(): void {
    this.positions = NOWHERE;
    if (this.kernel !== null) this.kernel.hasPlaces = false;
  }

  /** Whether the kernel may be asked about boxes: all are there, or it can compute those that it needs. */
  get isOffered(): boolean {
    return this.fittedAll || (this.#offered === this.tick && this.kernel!.hasPlaces);
  }

  /** Sees to it that the kernel may be asked. */
  offer(): void {
    if (this.isOffered) return;
    if (!this.#isOfKernel) {
      this.refitAll();
      return;
    }
    this.place();
    this.kernel!.calls.beginBoxes(this.tick, this.#grow);
    this.#offered = this.tick;
  }

  /** Has the kernel's pose in places; whether they are good for more than boxes. */
  hasLinearPlaces(): boolean {
    if (!this.#isOfKernel) return false;
    this.place();
    return this.#linear;
  }

  override refitAll(): void {
    if (!this.#isOfKernel) {
      super.refitAll();
      // the kernel takes every box for fitted
      const { rightChild, nodeCount, order } = this.tree;
      if (this.kernel === null) return;
      for (let node = 0; node < nodeCount; node++) if (rightChild[node] === 0) this.fitTriangles(node);
      spreadBoxes(this.nodeBoxes, nodeCount);
      spreadBoxes(this.triangleBoxes, order.length);
      this.kernel.calls.takeBoxes();
      return;
    }
    this.place();
    this.kernel!.calls.refitBoxes(this.#grow);
    this.fittedAll = true;
    this.fitted += this.tree.nodeCount;
  }

  /** The kernel fits boxes of its own pose only; of others, such as the rest shape, TypeScript does. */
  get #isOfKernel(): boolean {
    return this.kernel !== null && this.positions === this.kernel.positions;
  }

  override fit(node: number): void {
    if (this.kernel === null) super.fit(node);
    else if (!this.fittedAll) this.refitAll();
  }

  override ensureTriangles(leaf: number): void {
    if (this.kernel === null) super.ensureTriangles(leaf);
    else if (!this.fittedAll) this.refitAll();
  }

  protected override place(): void {
    const { range, kernel } = this;
    if (!this.#isOfKernel) {
      super.place();
      // the range is another now
      if (kernel !== null) kernel.hasPlaces = false;
    } else if (!kernel!.hasPlaces) {
      this.#placeInKernel(kernel!);
      kernel!.hasPlaces = true;
    }
    this.placed = true;
    // half on each side, rounded up; places and what is added stay within 31 bits and a sign
    this.#grow = this.#reach > 0 ? Math.ceil(placesWithin(range, this.#reach) / 2) : 0;
  }

  #placeInKernel(kernel: MeshKernel): void {
    const { range } = this;
    const extent = kernel.measureExtent();
    range.chooseWithin(extent, this.positions);
    const { perLength } = range;
    if (range.isOneStretch) {
      // what lies outside is moved to the ends: then there are no other directions than the axes
      let inside = true;
      for (let k = 0; k < 3; k++) {
        inside &&= extent[k] >= range.low(k) && (extent[k + 3] - range.low(k)) * perLength <= PLACES + 0.001;
      }
      if (inside) kernel.calls.writeLinearPlaces(range.low(0), range.low(1), range.low(2), perLength);
      else kernel.calls.writePlaces(range.low(0), range.low(1), range.low(2), perLength, PLACES);
      this.#linear = inside;
      return;
    }
    this.#linear = false;
    const { places } = kernel;
    range.write(this.positions, this.places);
    // the last first: each goes further back than it was
    for (let i = places.length - 1; i >= 0; i--) places[i] = i % 4 === 3 ? 0 : this.places[3 * (i >> 2) + (i & 3)];
  }

  /** Whether boxes of two nodes, which must be up to date, are apart along an axis. */
  areApart(a: number, b: number): boolean {
    const { nodeBoxes } = this;
    if (this.kernel === null) return gaps(nodeBoxes, BOX_STRIDE * a, BOX_STRIDE * b) < 0;
    const i = KERNEL_STRIDE * a;
    const j = KERNEL_STRIDE * b;
    for (let k = 0; k < 3; k++) {
      if (nodeBoxes[i + k] > nodeBoxes[j + k + 4] || nodeBoxes[j + k] > nodeBoxes[i + k + 4]) return true;
    }
    return false;
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

/** From boxes as TypeScript has them to those of the kernel, which meet along its fourth direction. */
function spreadBoxes(boxes: Int32Array, count: number): void {
  // the last first: each goes further back than it was
  for (let box = count - 1; box >= 0; box--) {
    const out = KERNEL_STRIDE * box;
    for (let k = 5; k >= 0; k--) boxes[out + (k < 3 ? k : k + 1)] = boxes[BOX_STRIDE * box + k];
    boxes[out + 3] = 0;
    boxes[out + 7] = 0;
  }
}

const NOWHERE = new Float64Array(0);

function growBox(boxes: Int32Array, out: number, by: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[out + k] -= by;
    boxes[out + k + 3] += by;
  }
}
