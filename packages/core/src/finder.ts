/**
 * What a method of one's own is made of. Give a {@link FinderFactory} as `method` to `createDetector`: it gets every query, and `brute-force` to be compared with.
 *
 * A finder hands over every pair of triangles that may be wanted, at least; whether a pair really meets, how far it is apart and when it touches is
 * decided elsewhere, exactly. docs/finder.md has an example.
 *
 * @module
 */
export type { Dop } from './bounds/dop-directions.ts';
export type { DopGrowth, DopKind } from './bounds/kdops.ts';
export type { FinderFactory, FinderInput } from './find/finder-factory.ts';
export {
  type FinderEngine,
  type Horizon,
  isWide,
  type PairFinder,
  PLAIN,
  type RestShape,
  type Search,
} from './find/pair-finder.ts';
export type { Engine } from './kernel/mesh-kernel.ts';
export type { HalfEdges } from './mesh/half-edges.ts';
export { reorderSurface, type Surface } from './mesh/surface.ts';
export type { Steps } from './partition/progress.ts';
export { createPose, type Pose, type PoseIntake } from './pose/pose.ts';
export type { Counters } from './results/counters.ts';
export type { FeatureSieve } from './results/feature-sieve.ts';
export type { PairBuffer, PairConsumer, PairSieve } from './results/pair-buffer.ts';
