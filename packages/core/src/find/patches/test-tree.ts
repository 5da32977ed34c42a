import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Steps } from '../../partition/progress.ts';
import { GrowingWords } from '../growing-words.ts';
import type { PatchBorders } from './patch-borders.ts';
import { IN_LEFT_A, IN_LEFT_B, IN_RIGHT_A, IN_RIGHT_B, SharedVertices } from './shared-vertices.ts';

/** What a node of the test tree stands for. */
export const WITHIN_PATCH = 0;
/** Two patches with an edge in common. */
export const ACROSS_EDGE = 1;
/** Two patches with exactly one vertex in common, and no edge. */
export const ACROSS_VERTEX = 2;
/** Neither orientation nor contour can prove anything here: several pieces, or patches that touch at several vertices only. */
export const NEVER_CULLED = 3;

/**
 * Which adjacent patches a query has to look at, and in which order: everything about adjacency, worked out once (SCTT;
 * star paper §5). Nodes are in preorder: the first child of node i is i + 1, and `skip[i]` is the next node that is no
 * descendant, so a query needs no stack and a culled node is one jump.
 */
export interface TestTree {
  readonly nodeCount: number;
  /** Patches of the node: twice the same one for contacts within a patch. */
  readonly patchA: Uint32Array;
  readonly patchB: Uint32Array;
  readonly kind: Uint8Array;
  /** The vertex that an ACROSS_VERTEX node's patches share. */
  readonly sharedVertex: Uint32Array;
  readonly skip: Uint32Array;
  /** Pairs of patches below node i that are not adjacent: places boxStart[i] … boxStart[i + 1] − 1 of boxPairs, two numbers each. */
  readonly boxStart: Uint32Array;
  readonly boxPairs: Uint32Array;
}

/** Builds the test tree of a patch tree whose triangles are in the tree's order. Unbalanced trees are fine. */
export function* buildTestTree(
  tree: PatchTree,
  triangles: Uint32Array,
  vertexCount: number,
  borders: PatchBorders,
): Steps<TestTree> {
  const builder = new TestTreeBuilder(tree, new SharedVertices(tree, triangles, vertexCount, borders), borders);
  yield* addLarge(builder, tree, 0);
  return builder.finish();
}

/** Smaller patches are done without a pause. */
const PAUSE_ABOVE = 2500;

function* addLarge(builder: TestTreeBuilder, tree: PatchTree, patch: number): Steps<void> {
  const right = tree.rightChild[patch];
  if (right === 0 || tree.endTriangle[patch] - tree.firstTriangle[patch] <= PAUSE_ABOVE) {
    builder.addWithin(patch);
    return;
  }
  yield tree.firstTriangle[patch] / tree.order.length;
  const node = builder.beginWithin(patch);
  yield* addLarge(builder, tree, patch + 1);
  yield* addLarge(builder, tree, right);
  builder.end(node);
}

class TestTreeBuilder {
  readonly #tree: PatchTree;
  readonly #shared: SharedVertices;
  readonly #borders: PatchBorders;
  readonly #patchA: GrowingWords;
  readonly #patchB: GrowingWords;
  readonly #kind: GrowingWords;
  readonly #sharedVertex: GrowingWords;
  readonly #skip: GrowingWords;
  readonly #boxStart: GrowingWords;
  readonly #boxPairs: GrowingWords;

  constructor(tree: PatchTree, shared: SharedVertices, borders: PatchBorders) {
    this.#tree = tree;
    this.#shared = shared;
    this.#borders = borders;
    const expected = 4 * tree.order.length;
    this.#patchA = new GrowingWords(expected);
    this.#patchB = new GrowingWords(expected);
    this.#kind = new GrowingWords(expected);
    this.#sharedVertex = new GrowingWords(expected);
    this.#skip = new GrowingWords(expected);
    this.#boxStart = new GrowingWords(expected);
    this.#boxPairs = new GrowingWords(2 * expected);
  }

  /** A patch with itself, and all below it. */
  addWithin(patch: number): void {
    const right = this.#tree.rightChild[patch];
    const node = right === 0 ? this.#add(patch, patch, WITHIN_PATCH, 0) : this.beginWithin(patch);
    if (right !== 0) {
      this.addWithin(patch + 1);
      this.addWithin(right);
    }
    this.end(node);
  }

  /** What two halves of a patch have to do with each other. Each with itself follows: two that are free of contact as one leave nothing to ask of each. */
  beginWithin(patch: number): number {
    const left = patch + 1;
    const right = this.#tree.rightChild[patch];
    if (this.#tree.isPatch[patch] === 0) {
      const node = this.#add(patch, patch, NEVER_CULLED, 0);
      this.#boxPairs.push(left);
      this.#boxPairs.push(right);
      return node;
    }
    const node = this.#add(patch, patch, WITHIN_PATCH, 0);
    const from = this.#shared.top;
    this.#addChildren(left, right, from, this.#shared.find(left, right));
    this.#shared.top = from;
    return node;
  }

  end(node: number): void {
    this.#skip.words[node] = this.#skip.length;
  }

  /** Two patches that share the vertices from … to − 1 of the stack, and all below. */
  #addAcross(a: number, b: number, from: number, to: number): void {
    const { rightChild } = this.#tree;
    const byEdge = to - from > 1 && this.#shareEdge(a, b);
    const kind = byEdge ? ACROSS_EDGE : to - from === 1 ? ACROSS_VERTEX : NEVER_CULLED;
    const node = this.#add(a, b, kind, this.#shared.stack.words[from]);
    if (rightChild[a] !== 0 || rightChild[b] !== 0) this.#addChildren(a, b, from, to);
    this.#skip.words[node] = this.#skip.length;
  }

  /** Pairs of children that are adjacent; the others go to the current node's box pairs. A leaf is its own only child. */
  #addChildren(a: number, b: number, from: number, to: number): void {
    const { rightChild } = this.#tree;
    const shared = this.#shared;
    const a0 = rightChild[a] === 0 ? a : a + 1;
    const a1 = rightChild[a];
    const b0 = rightChild[b] === 0 ? b : b + 1;
    const b1 = rightChild[b];
    const base = shared.top; // lists of pairs that come later may lie in between
    shared.mark(a, b, from, to);
    const to00 = this.#collect(a0, b0, IN_LEFT_A | IN_LEFT_B, from, to);
    const to01 = b1 === 0 ? to00 : this.#collect(a0, b1, IN_LEFT_A | IN_RIGHT_B, from, to);
    const to10 = a1 === 0 ? to01 : this.#collect(a1, b0, IN_RIGHT_A | IN_LEFT_B, from, to);
    const to11 = a1 === 0 || b1 === 0 ? to10 : this.#collect(a1, b1, IN_RIGHT_A | IN_RIGHT_B, from, to);
    if (to00 > base) this.#addAcross(a0, b0, base, to00);
    if (to01 > to00) this.#addAcross(a0, b1, to00, to01);
    if (to10 > to01) this.#addAcross(a1, b0, to01, to10);
    if (to11 > to10) this.#addAcross(a1, b1, to10, to11);
    shared.top = base;
  }

  #collect(x: number, y: number, bits: number, from: number, to: number): number {
    const before = this.#shared.top;
    this.#shared.collect(bits, from, to);
    if (this.#shared.top === before) {
      this.#boxPairs.push(x);
      this.#boxPairs.push(y);
    }
    return this.#shared.top;
  }

  #add(a: number, b: number, kind: number, vertex: number): number {
    this.#patchA.push(a);
    this.#patchB.push(b);
    this.#kind.push(kind);
    this.#sharedVertex.push(vertex);
    this.#boxStart.push(this.#boxPairs.length >> 1);
    this.#skip.push(0);
    return this.#skip.length - 1;
  }

  #shareEdge(a: number, b: number): boolean {
    const { start, end, halfEdge, twin } = this.#borders;
    const { firstTriangle, endTriangle } = this.#tree;
    const shorter = end[a] - start[a] <= end[b] - start[b] ? a : b;
    const longer = shorter === a ? b : a;
    const first = 3 * firstTriangle[longer];
    const last = 3 * endTriangle[longer];
    for (let i = start[shorter]; i < end[shorter]; i++) {
      const other = twin[halfEdge[i]];
      if (other >= first && other < last) return true;
    }
    return false;
  }

  finish(): TestTree {
    this.#boxStart.push(this.#boxPairs.length >> 1);
    return {
      nodeCount: this.#patchA.length,
      patchA: this.#patchA.finish(),
      patchB: this.#patchB.finish(),
      kind: new Uint8Array(this.#kind.finish()),
      sharedVertex: this.#sharedVertex.finish(),
      skip: this.#skip.finish(),
      boxStart: this.#boxStart.finish(),
      boxPairs: this.#boxPairs.finish(),
    };
  }
}
