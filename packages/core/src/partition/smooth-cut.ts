import type { SplitSpace } from './split-connected.ts';

/** Rounds in which triangles may change sides; more change little. */
export const SMOOTHING_ROUNDS = 3;

/**
 * Straightens the line between two sides of a patch of `count` triangles: one of items[first … end − 1] with one neighbour on its own side and two or
 * more on the other changes over, as long as no side falls below `least`. Its own side stays connected, since it hung on by one edge.
 * Returns the new size of side 0, which was `left`.
 */
export function smoothCut(
  { side, ring }: SplitSpace,
  items: Uint32Array,
  first: number,
  end: number,
  count: number,
  left: number,
  least: number,
): number {
  let size = left;
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
    let moved = 0;
    for (let i = first; i < end; i++) {
      const t = items[i];
      const own = side[t];
      if ((own === 0 ? size : count - size) <= least) continue;
      let same = 0;
      let across = 0;
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        for (let other = ring[h]; other !== h; other = ring[other]) {
          const s = side[(other / 3) | 0];
          if (s === own) same++;
          else if (s === 1 - own) across++;
        }
      }
      if (same !== 1 || across < 2) continue;
      side[t] = 1 - own;
      size += own === 0 ? -1 : 1;
      moved++;
    }
    if (moved === 0) break;
  }
  return size;
}
