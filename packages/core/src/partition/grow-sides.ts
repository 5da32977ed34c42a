import type { SplitSpace } from './split-connected.ts';
import { spread, spreadFrom } from './spread.ts';

const ROUNDS = 2;

/**
 * Splits a connected patch by growing two sides from seeds far apart, nearest triangles first, always the smaller side next:
 * both are connected by construction. Later rounds start again from the triangles deepest inside each side.
 * Sets `side` and returns the size of side 0.
 */
export function growSides(space: SplitSpace, first: number, end: number): number {
  const { order, side } = space;
  for (let i = first; i < end; i++) side[order[i]] = UNASSIGNED;
  let seedA = lastReached(space, lastReached(space, order[first]));
  let seedB = lastReached(space, seedA);
  let size = 0;
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) {
      seedA = deepest(space, first, end, 0);
      seedB = deepest(space, first, end, 1);
      for (let i = first; i < end; i++) side[order[i]] = UNASSIGNED;
    }
    size = grow(space, end - first, seedA, seedB);
  }
  return size;
}

/** In the patch, but on neither side yet. */
const UNASSIGNED = 3;

/** The triangle that a breadth-first search over the patch meets last. */
function lastReached(space: SplitSpace, seed: number): number {
  space.search++;
  return space.queue[spreadFrom(space, seed) - 1];
}

function grow(space: SplitSpace, count: number, seedA: number, seedB: number): number {
  const { ring, side, centroids } = space;
  const heaps = [new DistanceHeap(), new DistanceHeap()];
  heaps[0].push(0, seedA);
  heaps[1].push(0, seedB);
  const sizes = [0, 0];
  for (let done = 0; done < count; ) {
    let which = sizes[0] <= sizes[1] ? 0 : 1;
    if (heaps[which].size === 0) which = 1 - which;
    const distance = heaps[which].nearest;
    const t = heaps[which].pop();
    if (side[t] !== UNASSIGNED) continue;
    side[t] = which;
    sizes[which]++;
    done++;
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      for (let other = ring[h]; other !== h; other = ring[other]) {
        const n = (other / 3) | 0;
        if (side[n] !== UNASSIGNED) continue;
        const dx = centroids[3 * n] - centroids[3 * t];
        const dy = centroids[3 * n + 1] - centroids[3 * t + 1];
        const dz = centroids[3 * n + 2] - centroids[3 * t + 2];
        heaps[which].push(distance + Math.sqrt(dx * dx + dy * dy + dz * dz), n);
      }
    }
  }
  return sizes[0];
}

/** The triangle of one side that a search from the other side, moving inwards, meets last. */
function deepest(space: SplitSpace, first: number, end: number, own: number): number {
  const { order, side, queue, seen } = space;
  const search = ++space.search;
  let tail = 0;
  for (let i = first; i < end; i++) {
    const t = order[i];
    if (side[t] === 1 - own) {
      seen[t] = search;
      queue[tail++] = t;
    }
  }
  return queue[spread(space, 0, tail, own) - 1];
}

/** A binary heap of triangles by distance; ties go to the lower number, so that the result does not depend on history. */
class DistanceHeap {
  readonly #distances: number[] = [];
  readonly #items: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  get nearest(): number {
    return this.#distances[0];
  }

  push(distance: number, item: number): void {
    const distances = this.#distances;
    const items = this.#items;
    let i = items.length;
    items.push(item);
    distances.push(distance);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!(distance < distances[parent] || (distance === distances[parent] && item < items[parent]))) break;
      distances[i] = distances[parent];
      items[i] = items[parent];
      i = parent;
    }
    distances[i] = distance;
    items[i] = item;
  }

  pop(): number {
    const distances = this.#distances;
    const items = this.#items;
    const result = items[0];
    const item = items.pop() as number;
    const distance = distances.pop() as number;
    const count = items.length;
    if (count === 0) return result;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= count) break;
      const other = child + 1;
      if (
        other < count &&
        (distances[other] < distances[child] || (distances[other] === distances[child] && items[other] < items[child]))
      ) {
        child = other;
      }
      if (!(distances[child] < distance || (distances[child] === distance && items[child] < item))) break;
      distances[i] = distances[child];
      items[i] = items[child];
      i = child;
    }
    distances[i] = distance;
    items[i] = item;
    return result;
  }
}
