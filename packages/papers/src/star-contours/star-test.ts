import type { Surface } from 'selfcollide/finder';
import { nodesWithContour, type Preparation, type TaskTimes } from 'selfcollide/parts';
import { buildSegmentForest } from './segment-forest.ts';
import { SegmentStarTest } from './segment-star-test.ts';

/** The forest (CSF, §6) follows from the preparation in little time, so it is not part of it. */
export function createStarTest(surface: Surface, preparation: Preparation, times: TaskTimes | null): SegmentStarTest {
  const { tree, testTree } = preparation;
  const wanted = nodesWithContour(preparation);
  return new SegmentStarTest(buildSegmentForest(tree, testTree, surface.triangles, surface.halfEdges, wanted), times);
}
