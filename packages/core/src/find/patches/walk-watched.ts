import type { Boxes } from '../../bounds/boxes.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { findBoxPairs } from '../find-box-pairs.ts';
import { isCulled, LEAF_TESTED, NO_DIRECTION, NOT_TRIED, wasProjected } from './outcomes.ts';
import type { TaskTimes } from './task-times.ts';
import type { TraceRecorder } from './trace.ts';
import { testLeaves, type WalkParts } from './walk.ts';

/** Who watches a walk. */
export interface Watchers {
  readonly times: TaskTimes | null;
  readonly recorder: TraceRecorder | null;
}

/** `walk` that measures and writes down what it does. Here too nothing may follow the loop. */
export function walkWatched(
  parts: WalkParts<Boxes>,
  { times, recorder }: Watchers,
  pose: Pose,
  from: number,
  end: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { preparation, boxes, stack } = parts;
  const { patchA, patchB, skip, boxStart, boxPairs } = preparation.testTree;
  const { tree } = preparation;
  const { rightChild } = tree;
  const { positions } = pose;
  const culling = pose.exactOnly ? null : parts.culling;
  for (let node = from; node < end; ) {
    const a = patchA[node];
    const b = patchB[node];
    if (rightChild[a] === 0 && rightChild[b] === 0) {
      testLeaves(parts, node, a, b, out, counters);
      if (out.stopped) return;
      recorder?.add(node, LEAF_TESTED, null, positions);
      if (times !== null) {
        out.end();
        times.lapPrimitives();
      }
      node++;
      continue;
    }
    const outcome = culling === null ? NOT_TRIED : culling.test(node, a, b, positions, counters);
    recorder?.add(node, outcome, wasProjected(outcome) ? (culling?.projection ?? null) : null, positions);
    times?.lapTest(outcome !== NO_DIRECTION);
    if (isCulled(outcome)) {
      counters.patchesCulled++;
      node = skip[node];
      continue;
    }
    for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
      findBoxPairs(tree, boxes, stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
      if (out.stopped) return;
      recorder?.addBoxPair(boxPairs[2 * i], boxPairs[2 * i + 1], boxes);
    }
    if (times !== null) {
      times.lapBoxes();
      out.end();
      times.lapPrimitives();
    }
    node++;
  }
}
