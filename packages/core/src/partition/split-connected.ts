import { growSides } from './grow-sides.ts';
import { nthSmallest } from './nth-smallest.ts';
import { principalAxis } from './principal-axis.ts';
import { smoothCut } from './smooth-cut.ts';
import { spreadFrom } from './spread.ts';

/** What splitting works on; arrays are indexed by triangle and shared by all patches, unless it says by place. */
export interface SplitSpace {
  /** Next half-edge on the same edge, a ring; see `HalfEdges`. */
  readonly ring: Int32Array;
  readonly centroids: Float64Array;
  /** Keys of neighbours differ by no more than this, whatever the axis. */
  readonly reach: Float64Array;
  readonly order: Uint32Array;
  /** By place in `order`. */
  readonly keys: Float64Array;
  /** 0 or 1: side of a triangle of the patch at hand; any other value: not in the patch. */
  readonly side: Uint8Array;
  /** Scratch for breadth-first searches, keys and triangles near a cut. */
  readonly queue: Uint32Array;
  readonly band: Uint32Array;
  readonly sorted: Float64Array;
  readonly seen: Uint32Array;
  /** Goes up with every search, so that `seen` needs no clearing. */
  search: number;
}

export const OUTSIDE = 2;

/** In each direction, in units of `reach`: wide enough to lead around the vertices on a cut. */
const BAND_WIDTH = 3;

export function createSplitSpace(ring: Int32Array, centroids: Float64Array): SplitSpace {
  const count = centroids.length / 3;
  return {
    ring,
    centroids,
    reach: measureReach(ring, centroids),
    order: new Uint32Array(count),
    keys: new Float64Array(count),
    side: new Uint8Array(count).fill(OUTSIDE),
    queue: new Uint32Array(count),
    band: new Uint32Array(count),
    sorted: new Float64Array(count),
    seen: new Uint32Array(count),
    search: 0,
  };
}

/**
 * Distances to neighbours. A key is a product with an axis of length 1, off by less than 6·2⁻⁵³ of the largest coordinate times √3, so twice that is
 * added, generously.
 */
function measureReach(ring: Int32Array, centroids: Float64Array): Float64Array {
  const count = centroids.length / 3;
  const reach = new Float64Array(count);
  let largest = 0;
  for (let i = 0; i < centroids.length; i++) {
    const x = centroids[i];
    if (x > largest) largest = x;
    else if (-x > largest) largest = -x;
  }
  const slack = largest * 2 ** -45;
  for (let t = 0; t < count; t++) {
    const x = centroids[3 * t];
    const y = centroids[3 * t + 1];
    const z = centroids[3 * t + 2];
    let most = 0;
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      for (let other = ring[h]; other !== h; other = ring[other]) {
        const n = 3 * ((other / 3) | 0);
        const dx = centroids[n] - x;
        const dy = centroids[n + 1] - y;
        const dz = centroids[n + 2] - z;
        const square = dx * dx + dy * dy + dz * dz;
        if (square > most) most = square;
      }
    }
    reach[t] = Math.sqrt(most) * (1 + 2 ** -40) + slack;
  }
  return reach;
}

/**
 * Splits the connected patch order[first … end − 1] into two connected ones of at most `maxSide` triangles, puts the first
 * side's triangles first and returns where the second begins. Both sides keep the order that their triangles had.
 *
 * A straight cut across the longest extent gives the roundest halves. Where it leaves pieces behind (folded or branched
 * patches), they change sides; if that unbalances too much, two seeds grow towards each other instead.
 */
export function splitConnected(space: SplitSpace, first: number, end: number, maxSide: number): number {
  const { order, side, queue, band } = space;
  const size = end - first;
  const least = Math.max(1, Math.floor(0.35 * size), size - maxSide);
  let left = size >> 1;
  const near = cutStraight(space, first, end);
  if (near < size / 2 && areSidesConnected(space, near)) {
    left = smoothCut(space, band, 0, near, size, left, least);
  } else {
    left = joinPieces(space, first, end);
    const leastJoined = Math.max(1, Math.floor(0.3 * size), size - maxSide);
    if (left < leastJoined || size - left < leastJoined) left = growSides(space, first, end);
    left = smoothCut(space, order, first, end, size, left, least);
  }

  let at = first;
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

/** Sets sides; returns how many triangles are near the cut, which are then in `band`: all with a neighbour on the other side are. */
function cutStraight(space: SplitSpace, first: number, end: number): number {
  const { order, centroids, keys } = space;
  const [x, y, z] = principalAxis(centroids, order, first, end);
  for (let i = first; i < end; i++) {
    const t = 3 * order[i];
    keys[i] = x * centroids[t] + y * centroids[t + 1] + z * centroids[t + 2];
  }
  return setSides(space, first, end, nthSmallest(keys, first, end, (end - first) >> 1, space.sorted));
}

/** By a loop of its own, which V8 compiles for many small patches rather than in the middle of the first, largest one. */
function setSides({ order, keys, side, reach, band }: SplitSpace, first: number, end: number, cut: number): number {
  let ties = (end - first) >> 1;
  for (let i = first; i < end; i++) if (keys[i] < cut) ties--;
  let near = 0;
  for (let i = first; i < end; i++) {
    const t = order[i];
    const past = keys[i] - cut;
    side[t] = past > 0 ? 1 : 0;
    if (past === 0 && ties-- <= 0) side[t] = 1;
    if ((past < 0 ? -past : past) <= BAND_WIDTH * reach[t]) band[near++] = t;
  }
  return near;
}

/**
 * Whether both sides surely hang together. The patch does, so every piece of a side has a triangle at the cut: it is enough that all of those of a
 * side hang together, by way of triangles in the band.
 */
function areSidesConnected(space: SplitSpace, near: number): boolean {
  const { ring, side, seen, band } = space;
  const inBand = ++space.search;
  const reached = ++space.search;
  for (let i = 0; i < near; i++) seen[band[i]] = inBand;
  let has0 = false;
  let has1 = false;
  for (let i = 0; i < near; i++) {
    const seed = band[i];
    const own = side[seed];
    if (seen[seed] === reached || !isAtCut(ring, side, seed, 1 - own)) continue;
    if (own === 0 ? has0 : has1) return false;
    if (own === 0) has0 = true;
    else has1 = true;
    spreadFrom(space, seed, inBand);
  }
  return has0 && has1;
}

function isAtCut(ring: Int32Array, side: Uint8Array, t: number, across: number): boolean {
  for (let h = 3 * t; h < 3 * t + 3; h++) {
    for (let other = ring[h]; other !== h; other = ring[other]) if (side[(other / 3) | 0] === across) return true;
  }
  return false;
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
      const size = spreadFrom(space, order[i]);
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
