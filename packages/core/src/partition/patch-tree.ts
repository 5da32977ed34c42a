/**
 * A binary tree over the triangles of a surface, in preorder: the left child of node i is i + 1, and every descendant has a
 * larger number. After the triangles are put into `order`, each node is a range of them.
 */
export interface PatchTree {
  readonly nodeCount: number;
  /** 0 marks a leaf: node 0 is the root, nobody's child. */
  readonly rightChild: Uint32Array;
  /** Node i holds the places firstTriangle[i] … endTriangle[i] − 1 of `order`. */
  readonly firstTriangle: Uint32Array;
  readonly endTriangle: Uint32Array;
  /** 1 where the triangles hang together across edges, by the way the tree was built. */
  readonly isPatch: Uint8Array;
  /** The triangle at each place. */
  readonly order: Uint32Array;
  /** Nodes on the longest way from the root to a leaf. */
  readonly depth: number;
}

/** Collects nodes in preorder while a tree is built. */
export class PatchTreeBuilder {
  #rightChild: Uint32Array;
  #first: Uint32Array;
  #end: Uint32Array;
  #isPatch: Uint8Array;
  #count = 0;
  #depth = 0;

  /** A binary tree with n leaves has 2n − 1 nodes. */
  constructor(maxLeaves: number) {
    this.#rightChild = new Uint32Array(2 * maxLeaves);
    this.#first = new Uint32Array(2 * maxLeaves);
    this.#end = new Uint32Array(2 * maxLeaves);
    this.#isPatch = new Uint8Array(2 * maxLeaves);
  }

  /** Nodes so far: the number that the next one gets. */
  get count(): number {
    return this.#count;
  }

  add(first: number, end: number, depth: number, isPatch: boolean): number {
    const node = this.#count++;
    this.#first[node] = first;
    this.#end[node] = end;
    this.#isPatch[node] = isPatch ? 1 : 0;
    if (depth > this.#depth) this.#depth = depth;
    return node;
  }

  setRightChild(node: number, child: number): void {
    this.#rightChild[node] = child;
  }

  finish(order: Uint32Array): PatchTree {
    const count = this.#count;
    return {
      nodeCount: count,
      rightChild: this.#rightChild.subarray(0, count),
      firstTriangle: this.#first.subarray(0, count),
      endTriangle: this.#end.subarray(0, count),
      isPatch: this.#isPatch.subarray(0, count),
      order,
      depth: this.#depth,
    };
  }
}

export function treeBytes(tree: PatchTree): number {
  const { rightChild, firstTriangle, endTriangle, isPatch, order } = tree;
  return [rightChild, firstTriangle, endTriangle, isPatch, order].reduce((bytes, array) => bytes + array.byteLength, 0);
}
