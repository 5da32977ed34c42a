import { expect, it } from 'vitest';
import { NodeBounds } from '../../../src/find/subspace/node-bounds.ts';
import { createSubspace } from '../../../src/find/subspace/subspace.ts';
import { createSurface } from '../../../src/mesh/surface.ts';
import { finishSteps } from '../../../src/partition/progress.ts';
import { seededRandom } from '../../predicates/random.ts';
import { leastTouch, randomPair } from './touching.ts';

/** A tree of two leaves with one triangle each. */
const tree = {
  nodeCount: 3,
  rightChild: Uint32Array.of(2, 0, 0),
  firstTriangle: Uint32Array.of(0, 0, 1),
  endTriangle: Uint32Array.of(2, 1, 2),
  isPatch: Uint8Array.of(0, 1, 1),
  order: Uint32Array.of(0, 1),
  depth: 2,
};

it('bounds of nodes are never above the norm of a pose that touches; the cheapest single mode is', () => {
  const random = seededRandom(12);
  const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
  let [positive, singleModeFails] = [0, 0];
  for (let i = 0; i < 80; i++) {
    const rank = 3 + (i % 10);
    const pair = randomPair(random, { rank, countA: 3, flat: false, affine: [0, 0.5, 0.97][i % 3], size: 0.3 });
    const touch = leastTouch(pair, rank, random);
    const vectors = new Float64Array(18 * rank);
    for (let x = 0; x < 18; x++) for (let k = 0; k < rank; k++) vectors[18 * k + x] = pair.rows[x * rank + k];
    const mesh = { positions: pair.points, triangles };
    const subspace = createSubspace(createSurface('test', mesh, { weld: false }), pair.points, vectors, null);
    const radius = finishSteps(NodeBounds.of(subspace, tree, triangles), {}).radius(1, 2);
    expect(radius).toBeLessThanOrEqual(touch);
    if (radius > 0) positive++;
    // what the paper takes instead: the gap on an axis over the fastest approach of any one mode
    const fastest = Math.max(
      ...Array.from({ length: rank }, (_, k) => {
        const along = (v: number) => pair.rows[3 * v * rank + k];
        return Math.max(...[0, 1, 2].flatMap((a) => [3, 4, 5].map((b) => Math.abs(along(a) - along(b)))));
      }),
    );
    const height = (v: number) => pair.points[3 * v];
    const gap = Math.min(...[0, 1, 2].map(height)) - Math.max(...[3, 4, 5].map(height));
    if (gap / fastest > touch) singleModeFails++;
  }
  expect(positive).toBeGreaterThan(40);
  expect(singleModeFails).toBeGreaterThan(3);
});
