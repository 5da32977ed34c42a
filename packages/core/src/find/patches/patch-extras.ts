import { layOutForEngine } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import { MovingSearch } from './moving-search.ts';
import { nodesWithContour } from './patch-culling.ts';
import type { PatchExtras } from './patch-finder.ts';
import type { Preparation } from './preparation.ts';
import { ReachCulling } from './reach-culling.ts';
import { buildSegmentForest } from './segment-forest.ts';
import { SegmentStarTest } from './segment-star-test.ts';
import { TaskTimes } from './task-times.ts';
import { TraceRecorder } from './trace.ts';

/** Everything there is. */
export const everyPatchExtra: PatchExtras = {
  layOutForEngine,
  MovingSearch,
  ReachCulling,
  TaskTimes,
  TraceRecorder,
  createStarTest,
};

/** The forest follows from the preparation in little time, so it is not part of it. */
function createStarTest(surface: Surface, preparation: Preparation, times: TaskTimes | null): SegmentStarTest {
  const { tree, testTree } = preparation;
  const wanted = nodesWithContour(preparation);
  return new SegmentStarTest(buildSegmentForest(tree, testTree, surface.triangles, surface.halfEdges, wanted), times);
}
