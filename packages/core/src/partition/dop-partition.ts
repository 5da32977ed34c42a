import { triangleCentroids } from './centroids.ts';
import { type PatchTree, PatchTreeBuilder } from './patch-tree.ts';
import { selectMedian } from './select-median.ts';

/** Deeper than any useful tree: below it only halves, so that the tree cannot degenerate into a list. */
const MAX_DEPTH = 64;

/**
 * The cloth paper's tree (§4): cuts across the direction in which the triangles' polytope is longest, at its middle. Triangles on both sides
 * go to the side with fewer; if a side stays empty, the median of the middles decides. One triangle a leaf.
 */
export function partitionByDops(
  triangles: Uint32Array,
  positions: Float64Array,
  directions: { readonly count: number; readonly vectors: Float64Array; readonly lengths: Float64Array },
): PatchTree {
  const count = triangles.length / 3;
  const { count: width, vectors, lengths } = directions;
  const lows = new Float64Array(width * count);
  const highs = new Float64Array(width * count);
  const centroids = triangleCentroids(triangles, positions);
  for (let t = 0; t < count; t++) {
    for (let d = 0; d < width; d++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < 3; k++) {
        const x = project(vectors, d, positions, triangles[3 * t + k]);
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      lows[width * t + d] = low;
      highs[width * t + d] = high;
    }
  }

  const order = Uint32Array.from({ length: count }, (_, t) => t);
  const keys = new Float64Array(count);
  const builder = new PatchTreeBuilder(count);
  const left = new Uint32Array(count);
  const right = new Uint32Array(count);
  const across = new Uint32Array(count);

  const low = new Float64Array(width);
  const high = new Float64Array(width);

  /** The polytope of those at places first … end − 1. All directions of a triangle at once: its numbers lie together. */
  const measure = (first: number, end: number): void => {
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    for (let i = first; i < end; i++) {
      for (let d = 0, at = width * order[i]; d < width; d++, at++) {
        if (lows[at] < low[d]) low[d] = lows[at];
        if (highs[at] > high[d]) high[d] = highs[at];
      }
    }
  };

  /** Sorts places first … end − 1 into two sides; returns where the second begins. */
  const cut = (first: number, end: number, halve: boolean): number => {
    measure(first, end);
    let longest = 0;
    let length = -1;
    for (let d = 0; d < width; d++) {
      if ((high[d] - low[d]) / lengths[d] <= length) continue;
      length = (high[d] - low[d]) / lengths[d];
      longest = d;
    }
    const middle = low[longest] / 2 + high[longest] / 2;
    let onLeft = 0;
    let onRight = 0;
    let straddling = 0;
    for (let i = first; i < end; i++) {
      const at = width * order[i] + longest;
      if (highs[at] <= middle) left[onLeft++] = order[i];
      else if (lows[at] >= middle) right[onRight++] = order[i];
      else across[straddling++] = order[i];
    }
    for (let i = 0; i < straddling; i++) {
      if (onLeft <= onRight) left[onLeft++] = across[i];
      else right[onRight++] = across[i];
    }
    if (halve || onLeft === 0 || onRight === 0) {
      for (let i = first; i < end; i++) keys[order[i]] = project(vectors, longest, centroids, order[i]);
      const half = (first + end) >> 1;
      selectMedian(order, keys, first, half, end);
      return half;
    }
    for (let i = 0; i < onLeft; i++) order[first + i] = left[i];
    for (let i = 0; i < onRight; i++) order[first + onLeft + i] = right[i];
    return first + onLeft;
  };

  const split = (first: number, end: number, depth: number): void => {
    const node = builder.add(first, end, depth, false);
    if (end - first === 1) return;
    const middle = cut(first, end, depth > MAX_DEPTH);
    split(first, middle, depth + 1); // recursion is as deep as the tree: MAX_DEPTH and what halving adds
    builder.setRightChild(node, builder.count);
    split(middle, end, depth + 1);
  };
  split(0, count, 1);
  return builder.finish(order);
}

function project(vectors: Float64Array, d: number, points: Float64Array, i: number): number {
  return (
    vectors[3 * d] * points[3 * i] + vectors[3 * d + 1] * points[3 * i + 1] + vectors[3 * d + 2] * points[3 * i + 2]
  );
}
