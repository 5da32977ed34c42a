import type { Field } from '../pose/arena.ts';
import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import { DOP_KERNEL_HEX } from './dop-kernel-bytes.ts';
import { createKernelMemory, type KernelMemory, layOutKernel } from './kernel-memory.ts';
import {
  DOPS_LAYOUT,
  dopsFields,
  dopTreeFields,
  PAIR_CAPACITY,
  TREE_LINKS,
  TREE_NODES,
  TREE_VERTICES,
  TREE_WORDS,
} from './layout-dops.ts';
import { type Engine, LEAST_TRIANGLES } from './mesh-kernel.ts';
import { refuseKernel } from './refuse-kernel.ts';

/** What packages/core/kernel/dops-index.ts exports. */
export interface DopCalls {
  attach(table: number): void;
  measureMotion(tree: number, unit: number): void;
  projectVertices(tree: number, unit: number, moving: number): number;
  roundVertices(tree: number): void;
  compareVertices(tree: number, other: number): void;
  fitDops(tree: number, near: number): void;
  beginWithin(from: number, end: number): void;
  beginBetween(): void;
  walkDops(): number;
  walkIsDone(): number;
  dopTests(): number;
}

/** A tree whose leaves are single triangles. */
export interface KernelTree {
  /** By node; of a leaf the place of its triangle. */
  readonly firstTriangle: Uint32Array;
  /** Children of a node: those in places start[node] … start[node + 1] − 1; a leaf has none. Nodes that are nobody's child but the first do not count. */
  readonly start: Uint32Array;
  readonly children: Uint32Array;
  /** Corners by place. */
  readonly corners: Uint32Array;
  /** What triangles are called, by place; null: as their places. */
  readonly names: Uint32Array | null;
  readonly vertexCount: number;
}

/** A mesh where it is, and where a step ends if there is one; both times `unit`, a power of two, are what is compared. */
export interface KernelPose {
  readonly positions: Float64Array;
  readonly next: Float64Array | null;
  readonly unit: number;
}

export interface KernelDirections {
  readonly count: number;
  readonly vectors: Float64Array;
  readonly lengths: Float64Array;
}

/** Behind the names of a tree's arrays: of the first, and of the second. */
const SIDES = ['A', 'B'] as const;
/** Arrays that the description of a tree says the addresses of, from TREE_LINKS on. */
const TREE_FIELDS = ['links', 'corners', 'now', 'next', 'vertexDops', 'dops', 'lengths', 'outside', 'missing'] as const;
/** A float's part of the largest coordinate that a sum of two extents may be off by: docs/kernel.md. */
const ROUNDING = 2 ** -19;
/** What the farthest height is as a whole number, so that sums of two have 16 bits; and a sum below which there is none. */
const HIGHEST = 16_000;
const NEVER = -32_768;
/** Within these floats keep their digits. */
const MAX_COORDINATE = 2 ** 60;
const MIN_COORDINATE = 2 ** -60;

/** Polytopes of one tree or two by the kernel: fitted and compared. TypeScript does the same in `Kdops` and `walkDops`. */
export class DopKernel {
  readonly byteLength: number;
  readonly #pairs: Uint32Array;
  readonly #calls: DopCalls;
  readonly #directions: KernelDirections;
  readonly #factors: Float32Array;
  readonly #apartBelow: Int16Array;
  readonly #numbers: Float64Array;
  readonly #trees: readonly PlacedTree[];

  /** @throws whatever WebAssembly throws. */
  constructor(
    directions: KernelDirections,
    trees: readonly KernelTree[],
    stackPairs: number,
    createMemory: (byteLength: number) => KernelMemory<DopCalls> = createDopMemory,
  ) {
    const vectors = Math.ceil(directions.count / 4);
    const sizes = { vectors, capacity: PAIR_CAPACITY, stackPairs };
    const fields: Record<string, Field> = { ...dopsFields(sizes) };
    const links = trees.map(linkNodes);
    trees.forEach(({ corners, vertexCount }, i) => {
      const ofTree = { vertexCount, nodeCount: links[i].length, vectors };
      const own = dopTreeFields(ofTree, { links: links[i], corners });
      for (const [name, field] of Object.entries(own)) fields[name + SIDES[i]] = field;
    });
    // of one tree, both sides are the same
    if (trees.length === 1) fields.treeB = ['uint32', TREE_WORDS, 'treeA'];
    const { arena: views, calls } = layOutKernel(fields, DOPS_LAYOUT, sizes, createMemory);
    const arena = views as unknown as Readonly<Record<string, ArrayBufferView>>;
    const at = (name: string) => arena[name].byteOffset;
    this.#calls = calls;
    this.#directions = directions;
    this.#numbers = arena.numbers as Float64Array;
    this.#pairs = arena.pairs as Uint32Array;
    const { buffer } = arena.pairs;
    this.byteLength = buffer.byteLength;
    const table = new Float32Array(buffer, at('directions'), 12 * vectors);
    for (let d = 0; d < directions.count; d++) {
      for (let axis = 0; axis < 3; axis++) {
        table[12 * Math.floor(d / 4) + 4 * axis + (d % 4)] = directions.vectors[3 * d + axis];
      }
    }
    this.#factors = new Float32Array(buffer, at('factors'), 4 * vectors);
    this.#apartBelow = new Int16Array(buffer, at('apartBelow'), 8 * vectors);
    this.#apartBelow.fill(NEVER); // what is no direction tells nothing apart
    this.#trees = trees.map(({ vertexCount, names }, i) => {
      const side = SIDES[i];
      const tree = arena[`tree${side}`] as Uint32Array;
      tree[TREE_VERTICES] = vertexCount;
      tree[TREE_NODES] = links[i].length;
      TREE_FIELDS.forEach((name, k) => {
        tree[TREE_LINKS + k] = at(name + side);
      });
      const [now, next] = [arena[`now${side}`] as Float64Array, arena[`next${side}`] as Float64Array];
      return { address: tree.byteOffset, nodeCount: links[i].length, now, next, names };
    });
  }

  /**
   * Appends every pair of the first tree within reach, below nodes from … end − 1: all, if `end` is as many as anybody counts.  False if floats will not do: nothing has happened then.
   */
  findWithin(pose: KernelPose, reach: number, from: number, end: number, out: PairBuffer, counters: Counters): boolean {
    const [tree] = this.#trees;
    if (!this.#fitOne(tree, pose, reach)) return false;
    this.#calls.beginWithin(from, Math.min(end, tree.nodeCount));
    this.#walk(tree, tree, out, counters);
    return true;
  }

  #fitOne(tree: PlacedTree, pose: KernelPose, reach: number): boolean {
    const calls = this.#calls;
    take(tree, pose);
    this.#follow(tree, pose);
    const largest = calls.projectVertices(tree.address, pose.unit, pose.next === null ? 0 : 1);
    if (!this.#setApartBelow(reach, largest)) return false;
    calls.roundVertices(tree.address);
    calls.fitDops(tree.address, 0);
    return true;
  }

  /** The same for every pair of a triangle of the first tree and one of the second. */
  findBetween(poseA: KernelPose, poseB: KernelPose, reach: number, out: PairBuffer, counters: Counters): boolean {
    const [a, b] = this.#trees;
    if (a.nodeCount === 1 && b.nodeCount === 1) return false; // nothing to walk down
    const isFit =
      a.nodeCount <= b.nodeCount ? this.#fitBoth(a, poseA, b, poseB, reach) : this.#fitBoth(b, poseB, a, poseA, reach);
    if (!isFit) return false;
    this.#calls.beginBetween();
    this.#walk(a, b, out, counters);
    return true;
  }

  /** Of the larger tree what is within reach of the smaller as a whole. */
  #fitBoth(
    small: PlacedTree,
    poseOfSmall: KernelPose,
    large: PlacedTree,
    poseOfLarge: KernelPose,
    reach: number,
  ): boolean {
    const calls = this.#calls;
    const moving = poseOfSmall.next === null ? 0 : 1;
    take(small, poseOfSmall);
    take(large, poseOfLarge);
    this.#follow(small, poseOfSmall);
    const most = calls.projectVertices(small.address, poseOfSmall.unit, moving);
    const more = calls.projectVertices(large.address, poseOfLarge.unit, moving);
    if (!this.#setApartBelow(reach, Math.max(most, more))) return false;
    calls.roundVertices(small.address);
    calls.roundVertices(large.address);
    calls.fitDops(small.address, 0);
    calls.compareVertices(large.address, small.address);
    calls.fitDops(large.address, 1);
    return true;
  }

  /** Everything is seen from the mean motion of a mesh, and from a vertex of it. */
  #follow(tree: PlacedTree, { next, unit }: KernelPose): void {
    const numbers = this.#numbers;
    this.#calls.measureMotion(tree.address, unit);
    for (let axis = 0; axis < 3; axis++) {
      if (next === null || !Number.isFinite(numbers[axis])) numbers[axis] = 0; // any motion will do
    }
  }

  #setApartBelow(reach: number, largest: number): boolean {
    if (!(largest <= MAX_COORDINATE && largest >= MIN_COORDINATE && reach <= MAX_COORDINATE)) return false;
    const { count, lengths, vectors } = this.#directions;
    for (let d = 0; d < count; d++) {
      const sum = Math.abs(vectors[3 * d]) + Math.abs(vectors[3 * d + 1]) + Math.abs(vectors[3 * d + 2]);
      const factor = Math.fround(HIGHEST / (sum * largest));
      const below = -(lengths[d] * reach + ROUNDING * largest) * (1 + 2 ** -22);
      const whole = Math.max(NEVER, Math.floor(below * factor) - 1);
      const at = 8 * Math.floor(d / 4) + (d % 4);
      this.#factors[d] = factor;
      this.#apartBelow[at] = whole;
      this.#apartBelow[at + 4] = whole;
    }
    return true;
  }

  #walk(a: PlacedTree, b: PlacedTree, out: PairBuffer, counters: Counters): void {
    const calls = this.#calls;
    const pairs = this.#pairs;
    while (!out.stopped) {
      const found = calls.walkDops();
      counters.boxTests += calls.dopTests();
      for (let i = 0; i < 2 * found; i += 2) {
        out.pairs[i] = a.names === null ? pairs[i] : a.names[pairs[i]];
        out.pairs[i + 1] = b.names === null ? pairs[i + 1] : b.names[pairs[i + 1]];
      }
      out.count = found;
      if (out.flushPairs() || calls.walkIsDone() === 1) break;
    }
  }
}

interface PlacedTree {
  readonly address: number;
  readonly nodeCount: number;
  readonly now: Float64Array;
  readonly next: Float64Array;
  readonly names: Uint32Array | null;
}

function take({ now, next }: PlacedTree, pose: KernelPose): void {
  now.set(pose.positions);
  if (pose.next !== null) next.set(pose.next);
}

/**
 * Nodes anew, so that those which have the same parent come one after the other, and behind it: a word each, as packages/core/kernel/dops.ts
 * has them.
 */
function linkNodes({ start, children, firstTriangle }: KernelTree): Uint32Array {
  const links: number[] = [0];
  const waiting = [[0, 0]];
  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
    const [node, place] = top;
    const count = start[node + 1] - start[node];
    if (count === 0) {
      links[place] = firstTriangle[node] << 4;
      continue;
    }
    links[place] = (links.length << 4) | count;
    for (let i = start[node]; i < start[node + 1]; i++) waiting.push([children[i], links.push(0) - 1]);
  }
  return Uint32Array.from(links);
}

/**
 * A kernel for these trees, or why there is none.
 *
 * @throws RangeError if it was asked for and cannot be had.
 */
export function createDopKernel(
  caller: string,
  engine: Engine | 'auto',
  directions: KernelDirections,
  trees: readonly KernelTree[],
  stackPairs: number,
): DopKernel | string {
  const triangleCount = trees.reduce((sum, { corners }) => sum + corners.length / 3, 0);
  if (engine === 'plain') return "engine: 'plain' was asked for";
  if (engine === 'auto' && triangleCount < LEAST_TRIANGLES) return `fewer than ${LEAST_TRIANGLES} triangles`;
  try {
    return new DopKernel(directions, trees, stackPairs);
  } catch (error) {
    return refuseKernel(caller, engine, error);
  }
}

function createDopMemory(byteLength: number): KernelMemory<DopCalls> {
  return createKernelMemory<DopCalls>(byteLength, DOP_KERNEL_HEX);
}
