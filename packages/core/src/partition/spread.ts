import type { SplitSpace } from './split-connected.ts';

/**
 * Breadth first over triangles of a side that hang together: goes on from those at `head` … `tail` − 1 of the queue, appends and marks as seen in
 * this search all that are reached, and returns where they end. Only what was last seen in search `least` or later is passed.
 */
export function spread(space: SplitSpace, head: number, tail: number, own: number, least = 0): number {
  const { ring, side, queue, seen, search } = space;
  let end = tail;
  for (let i = head; i < end; i++) {
    const t = queue[i];
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      for (let other = ring[h]; other !== h; other = ring[other]) {
        const neighbour = (other / 3) | 0;
        if (side[neighbour] !== own || seen[neighbour] === search || seen[neighbour] < least) continue;
        seen[neighbour] = search;
        queue[end++] = neighbour;
      }
    }
  }
  return end;
}

/** `spread` from one triangle over its own side, with the queue from its start. */
export function spreadFrom(space: SplitSpace, seed: number, least?: number): number {
  space.queue[0] = seed;
  space.seen[seed] = space.search;
  return spread(space, 0, 1, space.side[seed], least);
}
