import { nextInTriangle } from 'selfcollide/mesh';
import type { PatchTree } from 'selfcollide/parts';

/** A run that closes on itself or borders the outside is kept in at least this many arcs, and in less than twice as many. */
const ARCS = 4;

/** What is known of a run while a level is merged: part of a chain already, or another run links to it. */
const DONE = 1;
const LINKED = 2;

/**
 * The contours of all patches of one level, cut into runs with the same patch on the other side, and lifted from level to level. A run
 * of a level is made of whole runs of the level below ("contour segments"; star paper §6.1).
 *
 * Which half-edge follows another along a contour is found by turning around their vertex through the triangles of the patch. That is a
 * one-to-one map for any input, non-manifold included, and half-edges that follow each other on one level still do on the
 * levels above, for as long as both are there. A run is also cut where its reverse, seen from the other side, is not connected. So the reverse of a run is a
 * run too, and where two patches become one, what follows is found without going back to half-edges.
 */
export class BorderRuns {
  /** Half-edges on contours of the first level: runs 0 … edgeCount − 1 are these, one each. Children have lower numbers than parents. */
  readonly edgeCount: number;
  readonly halfEdge: Int32Array;
  /** Runs so far. */
  count: number;
  /** Runs of the current level: the first `activeCount` entries. */
  active: Int32Array;
  activeCount: number;
  /** Patches on both sides, −1 for the outside. */
  own: Int32Array;
  other: Int32Array;
  /** Children of run i: places childStart[i] … childEnd[i] − 1 of `children`, in order along the run. */
  childStart: Int32Array;
  childEnd: Int32Array;
  children: Int32Array;
  /** 1 for runs whose children may be other runs' children too; they are half-edges. */
  isCopy: Uint8Array;
  #childCount = 0;
  /** The run that follows on the same contour. */
  #next: Int32Array;
  /** The same edges seen from the other side, −1 at the outside. */
  #reverse: Int32Array;
  /** The next run if it belongs to the same run of this level, else −1. */
  #link: Int32Array;
  #state: Uint8Array;
  /** The parent that begins with this run. */
  #into: Int32Array;
  readonly #parent: Int32Array;
  readonly #depth: Int32Array;

  /** @param depth Of every node of the tree; `level` is the first, lowest one. */
  constructor(tree: PatchTree, parent: Int32Array, depth: Int32Array, twin: Int32Array, level: number) {
    this.#parent = parent;
    this.#depth = depth;
    const patchOf = patchesOfLevel(tree, depth, level);
    const runOf = new Int32Array(twin.length).fill(-1);
    let edges = 0;
    for (let h = 0; h < twin.length; h++) {
      if (twin[h] < 0 || patchOf[(h / 3) | 0] !== patchOf[(twin[h] / 3) | 0]) runOf[h] = edges++;
    }
    this.edgeCount = edges;
    this.halfEdge = new Int32Array(edges);
    this.count = edges;
    this.activeCount = edges;
    this.active = Int32Array.from({ length: edges }, (_, i) => i);
    const capacity = 2 * edges + 16;
    this.own = new Int32Array(capacity);
    this.other = new Int32Array(capacity);
    this.childStart = new Int32Array(capacity);
    this.childEnd = new Int32Array(capacity);
    this.children = new Int32Array(capacity);
    this.isCopy = new Uint8Array(capacity);
    this.#next = new Int32Array(capacity);
    this.#reverse = new Int32Array(capacity);
    this.#link = new Int32Array(capacity);
    this.#state = new Uint8Array(capacity);
    this.#into = new Int32Array(capacity);

    for (let h = 0; h < twin.length; h++) {
      const run = runOf[h];
      if (run < 0) continue;
      const patch = patchOf[(h / 3) | 0];
      let follower = nextInTriangle(h);
      // ends: h has no twin in the patch, so no step leads back to where the turn began
      while (runOf[follower] < 0) follower = nextInTriangle(twin[follower]);
      this.halfEdge[run] = h;
      this.own[run] = patch;
      this.other[run] = twin[h] < 0 ? -1 : patchOf[(twin[h] / 3) | 0];
      this.#next[run] = runOf[follower];
      this.#reverse[run] = twin[h] < 0 ? -1 : runOf[twin[h]];
      this.#into[run] = run;
    }
    this.#merge();
  }

  /** Goes one level up: patches deeper than `level` become their parents. */
  lift(level: number): void {
    const { active, own, other } = this;
    const next = this.#next;
    const reverse = this.#reverse;
    const parent = this.#parent;
    const depth = this.#depth;
    for (let i = 0; i < this.activeCount; i++) {
      const run = active[i];
      if (depth[own[run]] > level) own[run] = parent[own[run]];
      if (other[run] >= 0 && depth[other[run]] > level) other[run] = parent[other[run]];
    }
    let kept = 0;
    for (let i = 0; i < this.activeCount; i++) {
      const run = active[i];
      if (own[run] === other[run]) continue;
      let follower = next[run];
      while (own[follower] === other[follower]) follower = next[reverse[follower]];
      next[run] = follower;
      active[kept++] = run;
    }
    this.activeCount = kept;
    this.#merge();
  }

  /** The half-edges of a run, in order, are added to `out`. */
  collectHalfEdges(run: number, out: number[]): void {
    if (run < this.edgeCount) {
      out.push(this.halfEdge[run]);
      return;
    }
    for (let i = this.childStart[run]; i < this.childEnd[run]; i++) this.collectHalfEdges(this.children[i], out);
  }

  /** Joins runs that follow each other and have the same patch on the other side. */
  #merge(): void {
    const before = this.activeCount;
    const runs = this.active.slice(0, before);
    this.#linkRuns(runs);
    this.activeCount = 0;
    const chain: number[] = [];
    for (let closed = 0; closed < 2; closed++) {
      for (let i = 0; i < before; i++) {
        const first = runs[i];
        // open chains first, from their beginning; what is then left goes round
        if (this.#state[first] !== (closed === 1 ? LINKED : 0)) continue;
        chain.length = 0;
        let run = first;
        do {
          chain.push(run);
          this.#state[run] = DONE;
          const back = this.#reverse[run];
          if (back >= 0) this.#state[back] = DONE;
          run = this.#link[run];
        } while (run >= 0 && run !== first);
        this.#joinChain(chain, closed === 1);
      }
    }
    for (let i = 0; i < this.activeCount; i++) {
      const run = this.active[i];
      this.#next[run] = this.#into[this.#next[run]];
    }
  }

  #linkRuns(runs: Int32Array): void {
    const { other } = this;
    const next = this.#next;
    const reverse = this.#reverse;
    const link = this.#link;
    const state = this.#state;
    for (let i = 0; i < runs.length; i++) state[runs[i]] = 0;
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i];
      const follower = next[run];
      const same = other[follower] === other[run] && (reverse[run] < 0 || next[reverse[follower]] === reverse[run]);
      link[run] = same ? follower : -1;
      if (same) state[follower] = LINKED;
    }
  }

  #joinChain(chain: number[], closed: boolean): void {
    const size = chain.length;
    const inArcs = closed || this.other[chain[0]] < 0;
    if (!inArcs) {
      this.#join(chain, 0, size);
    } else if (size >= 2 * ARCS) {
      for (let arc = 0; arc < ARCS; arc++) {
        this.#join(chain, Math.floor((arc * size) / ARCS), Math.floor(((arc + 1) * size) / ARCS));
      }
    } else if (size >= ARCS || !closed || !this.#copyInArcs(chain)) {
      for (let i = 0; i < size; i++) this.#join(chain, i, i + 1);
    }
  }

  /**
   * A ring of few long runs: its half-edges are dealt to new runs, which share no bounds with the old ones. Says no where there is nothing to
   * gain. Boundaries start as single half-edges, so only rings between two patches come here.
   */
  #copyInArcs(chain: number[]): boolean {
    const edges: number[] = [];
    for (const run of chain) this.#collectEdgeRuns(run, edges);
    if (edges.length < ARCS || this.#reverse[chain[0]] < 0) return false;
    const arcs: number[] = [];
    for (let arc = 0; arc < ARCS; arc++) {
      const from = Math.floor((arc * edges.length) / ARCS);
      const to = Math.floor(((arc + 1) * edges.length) / ARCS);
      const run = this.#addPair(edges.slice(from, to), chain[0]);
      this.isCopy[run] = 1;
      this.isCopy[this.#reverse[run]] = 1;
      arcs.push(run);
    }
    for (let arc = 0; arc < ARCS; arc++) {
      const follower = arcs[(arc + 1) % ARCS];
      this.#next[arcs[arc]] = follower;
      this.#next[this.#reverse[follower]] = this.#reverse[arcs[arc]];
    }
    return true;
  }

  #collectEdgeRuns(run: number, out: number[]): void {
    if (run < this.edgeCount) {
      out.push(run);
      return;
    }
    for (let i = this.childStart[run]; i < this.childEnd[run]; i++) this.#collectEdgeRuns(this.children[i], out);
  }

  /** Makes chain[from … to − 1] one run, and its reverse another; one run alone stays as it is. */
  #join(chain: number[], from: number, to: number): void {
    const first = chain[from];
    const last = chain[to - 1];
    const back = this.#reverse[first];
    if (to - from === 1) {
      this.#activate(first);
      if (back >= 0) this.#activate(back);
      return;
    }
    const run = this.#addPair(from === 0 && to === chain.length ? chain : chain.slice(from, to), first);
    this.#next[run] = this.#next[last];
    this.#into[first] = run;
    if (back >= 0) {
      this.#next[this.#reverse[run]] = this.#next[back];
      this.#into[this.#reverse[last]] = this.#reverse[run];
    }
  }

  /** Adds a run made of `parts` and its reverse; patches are those of run `like`. */
  #addPair(parts: number[], like: number): number {
    const run = this.#add(parts, this.own[like], this.other[like]);
    if (this.#reverse[like] >= 0) {
      const back: number[] = [];
      for (let i = parts.length - 1; i >= 0; i--) back.push(this.#reverse[parts[i]]);
      this.#reverse[run] = this.#add(back, this.other[like], this.own[like]);
      this.#reverse[this.#reverse[run]] = run;
    }
    return run;
  }

  #add(parts: number[], own: number, other: number): number {
    if (this.count === this.own.length) this.#grow();
    if (this.#childCount + parts.length > this.children.length) {
      this.children = grown(this.children, 2 * this.children.length + parts.length);
    }
    const run = this.count++;
    this.own[run] = own;
    this.other[run] = other;
    this.#reverse[run] = -1;
    this.#into[run] = run;
    this.childStart[run] = this.#childCount;
    for (let i = 0; i < parts.length; i++) this.children[this.#childCount++] = parts[i];
    this.childEnd[run] = this.#childCount;
    this.#activate(run);
    return run;
  }

  #activate(run: number): void {
    if (this.activeCount === this.active.length) this.active = grown(this.active, 2 * this.activeCount + 16);
    this.active[this.activeCount++] = run;
  }

  #grow(): void {
    const size = 2 * this.own.length;
    this.own = grown(this.own, size);
    this.other = grown(this.other, size);
    this.childStart = grown(this.childStart, size);
    this.childEnd = grown(this.childEnd, size);
    this.#next = grown(this.#next, size);
    this.#reverse = grown(this.#reverse, size);
    this.#link = grown(this.#link, size);
    this.#into = grown(this.#into, size);
    const copies = new Uint8Array(size);
    copies.set(this.isCopy);
    this.isCopy = copies;
    const state = new Uint8Array(size);
    state.set(this.#state);
    this.#state = state;
  }
}

function grown(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size);
  to.set(from);
  return to;
}

/** For every triangle the node that holds it on this level; leaves above the level stand for themselves. */
function patchesOfLevel(tree: PatchTree, depth: Int32Array, level: number): Int32Array {
  const { nodeCount, rightChild, firstTriangle, endTriangle } = tree;
  const patchOf = new Int32Array(tree.order.length);
  for (let node = 0; node < nodeCount; node++) {
    if (depth[node] === level || (rightChild[node] === 0 && depth[node] < level)) {
      patchOf.fill(node, firstTriangle[node], endTriangle[node]);
    }
  }
  return patchOf;
}
