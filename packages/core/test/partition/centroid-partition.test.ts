import { describe, expect, it } from 'vitest';
import { partitionByCentroids } from '../../src/partition/centroid-partition.ts';
import { checkPatchTree } from './check-patch-tree.ts';
import { sheet, smallMeshes } from './small-meshes.ts';

describe.each(Object.entries(smallMeshes))('partition by centroids of %s', (_, { positions, triangles }) => {
  it.each([1, 4, 1000])('with leaves of %i: a proper tree, as shallow as can be', (maxLeafTriangles) => {
    const count = triangles.length / 3;
    const tree = partitionByCentroids(triangles, positions, maxLeafTriangles);
    checkPatchTree(tree, count, maxLeafTriangles);
    expect(tree.depth).toBeLessThanOrEqual(Math.ceil(Math.log2(Math.max(1, count / maxLeafTriangles))) + 2);
    expect(partitionByCentroids(triangles, positions, maxLeafTriangles)).toEqual(tree);
  });
});

describe('partition by centroids', () => {
  it('cuts a long sheet across', () => {
    const { positions, triangles } = sheet(16, 2);
    const tree = partitionByCentroids(triangles, positions, 32);
    const left = Math.max(...Array.from(tree.order.subarray(0, 32), (t) => positions[3 * triangles[3 * t]]));
    const right = Math.min(...Array.from(tree.order.subarray(32), (t) => positions[3 * triangles[3 * t]]));
    expect(left).toBeLessThan(right);
  });
});
