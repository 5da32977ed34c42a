import type { PairBuffer } from '../results/pair-buffer.ts';

/**
 * Which test nodes and box pairs cannot have a contact while a norm of the pose stays below a radius, all but a few listed pairs of
 * triangles. Whoever skips a node or pair appends the listed ones below it.
 */
export interface Certificates {
  /** Of the current pose. */
  norm: number;
  readonly nodeRadius: Float32Array;
  readonly pairRadius: Float32Array;
  /** Pairs to be tested always, by box pair … */
  readonly listedPairs: ListedPairs;
  /** … by test node that ends in leaves … */
  readonly listedLeafPairs: ListedPairs;
  /** … and half-edges opposite a shared vertex, by test node. */
  readonly listedNeighbours: ListedPairs;
}

export interface ListedPairs {
  /** Box pair or test node of each, ascending. */
  readonly place: Uint32Array;
  readonly pairs: Uint32Array;
}

/** Appends what is listed for test nodes node … end − 1 and box pairs pair … endPair − 1. */
export function appendListed(
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

export function appendPairs({ place, pairs }: ListedPairs, from: number, end: number, out: PairBuffer): void {
  for (let i = firstAt(place, from); i < place.length && place[i] < end; i++) {
    if (out.stopped) return;
    out.pairs[2 * out.count] = pairs[2 * i];
    out.pairs[2 * out.count + 1] = pairs[2 * i + 1];
    if (++out.count === out.capacity) out.flushPairs();
  }
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
  const { nodeRadius, pairRadius } = certificates;
  return nodeRadius.byteLength + pairRadius.byteLength + 12 * listedCount(certificates);
}
