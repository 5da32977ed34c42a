import { ownBytes } from '../pose/arena.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';

/**
 * Which test nodes and box pairs have no contact but those that exist at rest while a norm of the pose stays below a radius. Whoever skips a node or pair appends the pairs of triangles below it that are listed for
 * having such contacts.
 */
export interface Certificates {
  /** Of the current pose. */
  norm: number;
  /** What else may prove a node or box pair free, if it was asked for. */
  budgets: Budgets | null;
  readonly nodeRadius: Float32Array;
  readonly pairRadius: Float32Array;
  /** Pairs to be tested always, by box pair … */
  readonly listedPairs: ListedPairs;
  /** … by test node that ends in leaves … */
  readonly listedLeafPairs: ListedPairs;
  /** … and half-edges opposite a shared vertex, by test node. */
  readonly listedNeighbours: ListedPairs;
  /**
   * Like `nodeRadius`, for what may come together on the way between two poses: vertices and triangles, edges and edges without common vertex,
   * also those of triangles with a common edge. Never larger.
   */
  readonly stepRadius: Float32Array;
  /** Pairs of triangles to be tested in every step besides the others, by test node. */
  readonly listedSteps: ListedPairs;
}

/** One end of a step, in scaled coordinates. */
interface StepEnd {
  readonly q: Float64Array;
  readonly norm: number;
}

/** All regions are convex: what holds at both ends of a straight way holds on it. */
export function isNodeFreeBetween({ stepRadius }: Certificates, node: number, ends: readonly StepEnd[]): boolean {
  return stepRadius[node] > ends[0].norm && stepRadius[node] > ends[1].norm;
}

/** The same region must hold at both ends: a way from one region into another may leave both. */
export function isPairFreeBetween(
  { pairRadius, budgets }: Certificates,
  pair: number,
  ends: readonly StepEnd[],
): boolean {
  if (pairRadius[pair] > ends[0].norm && pairRadius[pair] > ends[1].norm) return true;
  if (budgets === null) return false;
  const row = budgets.pairRow[pair];
  return withinBudget(budgets, row, ends[0].norm, ends[0].q) && withinBudget(budgets, row, ends[1].norm, ends[1].q);
}

/**
 * What every coordinate costs at most of the gaps below a node, upwards and downwards: free of contact while the sum is below 1 and the norm below
 * `reach`. Moves that open gaps cost nothing.
 */
export interface Budgets {
  readonly rank: number;
  readonly reach: number;
  /** Row of each test node and box pair, −1 for those that have none. */
  readonly nodeRow: Int32Array;
  readonly pairRow: Int32Array;
  /** A row has costs per unit upwards of every coordinate, then downwards; rounded up. */
  readonly costs: Float32Array;
  /** The current pose, in scaled coordinates. */
  q: Float64Array;
}

/** Sums of products of 32-bit costs are off by far less. */
const ROUNDING = 1e-9;

/** What the coordinates spend of the budget of a row, rounded up. */
export function spent({ rank, costs }: Budgets, row: number, q: Float64Array): number {
  const at = 2 * rank * row;
  let sum = 0;
  for (let i = 0; i < rank; i++) {
    const x = q[i];
    // costs may be infinite
    if (x !== 0) sum += x > 0 ? x * costs[at + i] : -x * costs[at + rank + i];
  }
  return sum * (1 + ROUNDING);
}

/** Whether a test node has no contact in the current pose but those that exist at rest. */
export function isNodeFree({ nodeRadius, norm, budgets }: Certificates, node: number): boolean {
  if (nodeRadius[node] > norm) return true;
  return budgets !== null && withinBudget(budgets, budgets.nodeRow[node], norm, budgets.q);
}

export function isPairFree({ pairRadius, norm, budgets }: Certificates, pair: number): boolean {
  if (pairRadius[pair] > norm) return true;
  return budgets !== null && withinBudget(budgets, budgets.pairRow[pair], norm, budgets.q);
}

function withinBudget(budgets: Budgets, row: number, norm: number, q: Float64Array): boolean {
  return row >= 0 && norm < budgets.reach && spent(budgets, row, q) < 1;
}

export interface ListedPairs {
  /** Box pair or test node of each, ascending. */
  readonly place: Uint32Array;
  readonly pairs: Uint32Array;
}

/** Appends what is listed for test nodes node … end − 1 and box pairs pair … endPair − 1. */
function appendListed(
  certificates: Certificates,
  node: number,
  end: number,
  pair: number,
  endPair: number,
  out: PairBuffer,
): void {
  const { listedPairs, listedLeafPairs, listedNeighbours } = certificates;
  appendPairs(listedPairs, pair, endPair, out);
  appendPairs(listedLeafPairs, node, end, out);
  const { place, pairs } = listedNeighbours;
  for (let i = firstAt(place, node); i < place.length && place[i] < end; i++) {
    if (out.stopped) return;
    out.neighbours[2 * out.neighbourCount] = pairs[2 * i];
    out.neighbours[2 * out.neighbourCount + 1] = pairs[2 * i + 1];
    if (++out.neighbourCount === out.capacity) out.flushNeighbours();
  }
}

function appendPairs({ place, pairs }: ListedPairs, from: number, end: number, out: PairBuffer): void {
  for (let i = firstAt(place, from); i < place.length && place[i] < end; i++) {
    if (out.stopped) return;
    out.pairs[2 * out.count] = pairs[2 * i];
    out.pairs[2 * out.count + 1] = pairs[2 * i + 1];
    if (++out.count === out.capacity) out.flushPairs();
  }
}

/** Entries of places from … end − 1 are firstListed(from) … firstListed(end) − 1. */
export function firstListed({ place }: ListedPairs, from: number): number {
  return firstAt(place, from);
}

function firstAt(place: Uint32Array, from: number): number {
  let low = 0;
  for (let high = place.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (place[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function listedCount({ listedPairs, listedLeafPairs, listedNeighbours }: Certificates): number {
  return listedPairs.place.length + listedLeafPairs.place.length + listedNeighbours.place.length;
}

export function certificateBytes(certificates: Certificates): number {
  const { nodeRadius, pairRadius, stepRadius, listedSteps, budgets } = certificates;
  const rows = budgets ? budgets.costs.byteLength + budgets.nodeRow.byteLength + budgets.pairRow.byteLength : 0;
  const radii = ownBytes(nodeRadius) + ownBytes(pairRadius) + ownBytes(stepRadius);
  return rows + radii + 12 * (listedCount(certificates) + listedSteps.place.length);
}

/** What the kernel's walk leaves out: 1 for a test node, or a pair of patches, that is free in the pose, each as a float. */
export interface FreeMarks {
  readonly nodes: Float32Array;
  readonly pairs: Float32Array;
}

/** Certificates as a walk by the kernel wants them: handed over, so that a walk without need not load them. */
export class FreeParts {
  readonly #certificates: Certificates;
  readonly #marks: FreeMarks;

  constructor(certificates: Certificates, marks: FreeMarks) {
    this.#certificates = certificates;
    this.#marks = marks;
  }

  /** Marks what is free in the pose among test nodes from … end − 1, and hands over what is listed for that. */
  leaveOut({ skip, boxStart }: MarkedTree, from: number, end: number, out: PairBuffer): void {
    const certificates = this.#certificates;
    const { nodes, pairs } = this.#marks;
    for (let node = from; node < end && !out.stopped; ) {
      const isFree = isNodeFree(certificates, node);
      nodes[node] = isFree ? 1 : 0;
      if (isFree) {
        // what lies beyond `end` is skipped again, and listed, by whoever starts there: what frees a node frees all below it
        const next = Math.min(skip[node], end);
        appendListed(certificates, node, next, boxStart[node], boxStart[next], out);
        node = next;
        continue;
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        pairs[i] = isPairFree(certificates, i) ? 1 : 0;
        if (pairs[i] !== 0) appendPairs(certificates.listedPairs, i, i + 1, out);
      }
      node++;
    }
    // the kernel writes to the same lists
    out.flushPairs();
    out.flushNeighbours();
  }
}

/** What is read of a test tree. */
interface MarkedTree {
  readonly skip: Uint32Array;
  readonly boxStart: Uint32Array;
}
