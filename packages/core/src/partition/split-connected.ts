import { growSides } from './grow-sides.ts';
import { principalAxis } from './principal-axis.ts';
import { selectMedian } from './select-median.ts';
import { smoothCut } from './smooth-cut.ts';

/** What splitting works on; arrays are indexed by triangle and shared by all patches. */
export interface SplitSpace {
  /** Next half-edge on the same edge, a ring; see `HalfEdges`. */
  readonly ring: Int32Array;
  readonly centroids: Float64Array;
  readonly order: Uint32Array;
  readonly keys: Float64Array;
  /** 0 or 1: side of a triangle of the patch at hand; any other value: not in the patch. */
  readonly side: Uint8Array;
  /** Scratch for breadth-first searches. */
  readonly queue: Uint32Array;
  readonly seen: Uint32Array;
  /** Goes up with every search, so that `seen` needs no clearing. */
  search: number;
}

export const OUTSIDE = 2;

/**
 * Splits the connected patch order[first … end − 1] into two connected ones of at most `maxSide` triangles, puts the first
 * side's triangles first and returns where the second begins.
 *
 * A straight cut across the longest extent gives the roundest halves. Where it leaves pieces behind (folded or branched
 * patches), they change sides; if that unbalances too much, two seeds grow towards each other instead.
 */
export function splitConnected(space: SplitSpace, first: number, end: number, maxSide: number): number {
  const { order, side } = space;
  cutStraight(space, first, end);
  let left = joinPieces(space, first, end);
  const least = Math.max(1, Math.floor(0.3 * (end - first)), end - first - maxSide);
  if (left < least || end - first - left < least) left = growSides(space, first, end);
  left = smoothCut(space, first, end, left, Math.max(1, Math.floor(0.35 * (end - first)), end - first - maxSide));

  // both sides keep their inner order: what was close stays close
  let at = first;
  const { queue } = space;
  let waiting = 0;
  for (let i = first; i < end; i++) {
    const t = order[i];
    if (side[t] === 0) order[at++] = t;
    else queue[waiting++] = t;
    side[t] = OUTSIDE;
  }
  for (let i = 0; i < waiting; i++) order[at + i] = queue[i];
  return first + left;
}

function cutStraight(space: SplitSpace, first: number, end: number): void {
  const { order, centroids, keys, side } = space;
  const [x, y, z] = principalAxis(centroids, order, first, end);
  for (let i = first; i < end; i++) {
    const t = order[i];
    keys[t] = x * centroids[3 * t] + y * centroids[3 * t + 1] + z * centroids[3 * t + 2];
  }
  const middle = (first + end) >> 1;
  selectMedian(order, keys, first, middle, end);
  for (let i = first; i < middle; i++) side[order[i]] = 0;
  for (let i = middle; i < end; i++) side[order[i]] = 1;
}

/**
 * Makes both sides connected: all pieces of side 0 but the largest go to side 1, then all pieces of side 1 but the
 * largest to side 0. The patch is connected, so whatever changes sides touches the side it goes to. Returns the size of side 0.
 */
function joinPieces(space: SplitSpace, first: number, end: number): number {
  const { order, side } = space;
  for (let from = 0; from < 2; from++) {
    const start = ++space.search;
    let largest = 0;
    let largestSearch = 0;
    for (let i = first; i < end; i++) {
      if (side[order[i]] !== from || space.seen[order[i]] >= start) continue;
      const size = flood(space, order[i]);
      if (size > largest) {
        largest = size;
        largestSearch = space.search;
      }
      space.search++;
    }
    for (let i = first; i < end; i++) {
      const t = order[i];
      if (side[t] === from && space.seen[t] !== largestSearch) side[t] = 1 - from;
    }
  }
  let left = 0;
  for (let i = first; i < end; i++) if (side[order[i]] === 0) left++;
  return left;
}

/** Marks the triangles of one side that hang together with `seed`; returns how many. */
function flood(space: SplitSpace, seed: number): number {
  const { ring, side, queue, seen, search } = space;
  const own = side[seed];
  let head = 0;
  let tail = 0;
  queue[tail++] = seed;
  seen[seed] = search;
  while (head < tail) {
    const t = queue[head++];
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      for (let other = ring[h]; other !== h; other = ring[other]) {
        const neighbour = (other / 3) | 0;
        if (side[neighbour] !== own || seen[neighbour] === search) continue;
        seen[neighbour] = search;
        queue[tail++] = neighbour;
      }
    }
  }
  return tail;
}
