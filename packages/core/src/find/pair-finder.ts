import type { Surface } from '../mesh/surface.ts';
import type { Pose } from '../pose/pose.ts';
import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import type { QueryTrace } from '../results/query-trace.ts';
import type { TaskMilliseconds } from '../results/task-milliseconds.ts';

/** What a method does: find every pair of triangles that may intersect. Called once a frame, never once a node. */
export interface PairFinder {
  /** The surface in the order this method likes; pairs and poses use its numbers. */
  readonly surface: Surface;
  /** Takes the new pose. Allocates nothing. */
  refit(pose: Pose): void;
  /** Appends every pair of triangles that may intersect, each once; never misses one. Pairs that share vertices may come too. */
  findPairs(pose: Pose, out: PairBuffer, counters: Counters): void;
  /** Bytes of typed arrays held besides the surface. */
  readonly memoryBytes: number;
  /** The preparation as bytes, for methods that have one worth keeping. */
  serialize?(): Uint8Array;
  /** For methods that measure themselves, when asked to. */
  readonly taskTimes?: TaskMilliseconds | null;
  readonly trace?: QueryTrace | null;
}
