import { beforeAll, describe, expect, it } from 'vitest';
import { refitDirectionMasks } from '../../../core/src/bounds/direction-masks.ts';
import { createDirectionSet } from '../../../core/src/bounds/direction-set.ts';
import { apartAtVertex } from '../../../core/src/find/patches/apart-at-vertex.ts';
import { CrossingTest } from '../../../core/src/find/patches/crossing-test.ts';
import { ProjectedLoops } from '../../../core/src/find/patches/projected-loops.ts';
import { createProjection, projectAlongMask } from '../../../core/src/find/patches/projection.ts';
import { RadialOrder } from '../../../core/src/find/patches/radial-order.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED, WITHIN_PATCH } from '../../../core/src/find/patches/test-tree.ts';
import { createCounters } from '../../../core/src/results/counters.ts';
import { randomPatches } from '../../../core/test/find/patches/random-patches.ts';
import { ContactOracle } from '../../../core/test/find/patches/separating-oracle.ts';
import { prepareTwoPatches } from '../../../core/test/find/patches/two-patches.ts';
import { meanSeesAllEdges } from '../../../core/test/find/patches/weakened-tests.ts';
import { buildSegmentForest } from '../../src/star-contours/segment-forest.ts';
import { SegmentStarTest } from '../../src/star-contours/segment-star-test.ts';

const PATCHES = 30_000;
const LONGEST = 400;

/** The paper's tests, in TypeScript; the kernel's have theorem-fuzz.test.ts. */
describe('the star test and its fallbacks, on 30,000 random patches', () => {
  const passes = new Map<string, number>();
  const violations = new Map<string, number>();

  beforeAll(() => {
    const directions = createDirectionSet(14);
    const projection = createProjection();
    const masks = new Int32Array(3);
    const none = { start: Uint32Array.of(0, LONGEST), vertices: new Uint32Array(0), nodeOfPatch: new Uint32Array(0) };
    const contour = new ProjectedLoops(none);
    const radial = new RadialOrder(LONGEST);
    const simple = new CrossingTest(LONGEST);
    const counters = createCounters();
    let tried = 0;
    for (const patch of randomPatches(1)) {
      const patches = prepareTwoPatches(patch.positions, patch.triangles, patch.cut);
      const { surface, positions, tree, testTree, contourLoops } = patches;
      refitDirectionMasks(masks, tree, directions, surface.triangles, positions);
      if ((masks[1] | masks[2]) === 0) continue;
      if (++tried > PATCHES) break;
      const wanted = Uint8Array.from(testTree.kind, (kind) => (kind === WITHIN_PATCH || kind === ACROSS_EDGE ? 1 : 0));
      const star = new SegmentStarTest(
        buildSegmentForest(tree, testTree, surface.triangles, surface.halfEdges, wanted),
      );
      for (let node = 0; node < testTree.nodeCount; node++) {
        const kind = testTree.kind[node];
        const [a, b] = [testTree.patchA[node], testTree.patchB[node]];
        if ((masks[a] & masks[b]) === 0 || kind === NEVER_CULLED) continue;
        projectAlongMask(projection, masks[a] & masks[b], directions.components);
        const range = (patch: number) => [tree.firstTriangle[patch], tree.endTriangle[patch]] as const;
        const claim = (test: string, isFree: boolean) => {
          if (!isFree) return;
          passes.set(test, (passes.get(test) ?? 0) + 1);
          const [first, second] = kind === ACROSS_EDGE ? [0, 0] : [a, b];
          const oracle = new ContactOracle(positions, surface.triangles, projection);
          if (oracle.hasContact(range(first), range(second))) violations.set(test, (violations.get(test) ?? 0) + 1);
        };
        if (kind === ACROSS_VERTEX) {
          claim('line', apartAtVertex(contourLoops, a, b, testTree.sharedVertex[node], positions, projection));
          continue;
        }
        star.begin(positions, projection, 0);
        claim('star', star.test(node, counters));
        contour.load(contourLoops, node, positions, projection);
        claim('radial', radial.test(contour));
        claim('pairs', simple.test(contour));
        claim('turns not counted', meanSeesAllEdges(contour));
      }
    }
  }, 300_000);

  it.each([
    ['star', 15_000],
    ['radial', 30_000],
    ['pairs', 30_000],
    ['line', 500],
  ])('%s: no contact where it passes, and it passes often', (test, least) => {
    expect(violations.get(test) ?? 0).toBe(0);
    expect(passes.get(test)).toBeGreaterThan(least);
  });

  it('control, turns not counted: hides contacts', () => {
    expect(violations.get('turns not counted')).toBeGreaterThan(300);
  });
});
