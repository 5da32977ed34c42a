import { triangleCentroids } from './centroids.ts';
import { type PatchTree, PatchTreeBuilder } from './patch-tree.ts';
import { selectMedian } from './select-median.ts';

/** Halves the triangles at the median of their centroids along the longest side, until at most `maxLeafTriangles` are left. */
export function partitionByCentroids(
  triangles: Uint32Array,
  positions: Float64Array,
  maxLeafTriangles: number,
): PatchTree {
  const count = triangles.length / 3;
  const order = Uint32Array.from({ length: count }, (_, t) => t);
  const centroids = triangleCentroids(triangles, positions);
  const keys = new Float64Array(count);
  const builder = new PatchTreeBuilder(count);

  const split = (first: number, end: number, depth: number): void => {
    const node = builder.add(first, end, depth, false);
    if (end - first <= maxLeafTriangles) return;
    const axis = longestAxis(centroids, order, first, end);
    for (let i = first; i < end; i++) keys[order[i]] = centroids[3 * order[i] + axis];
    const middle = (first + end) >> 1;
    selectMedian(order, keys, first, middle, end);
    split(first, middle, depth + 1); // recursion is as deep as the tree: ⌈log₂ n⌉ + 1, sides differ by one at most
    builder.setRightChild(node, builder.count);
    split(middle, end, depth + 1);
  };
  split(0, count, 1);
  return builder.finish(order);
}

/** The axis along which these triangles' centroids spread most. */
function longestAxis(centroids: Float64Array, order: Uint32Array, first: number, end: number): number {
  let longest = 0;
  let length = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      const x = centroids[3 * order[i] + axis];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    if (high - low > length) {
      length = high - low;
      longest = axis;
    }
  }
  return longest;
}
