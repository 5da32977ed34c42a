/**
 * Parts of core that `@selfcollide/papers` is made of. Not for others: they change without notice.
 *
 * @module
 */
export { type Dop, type DopDirections, directionsOf } from './bounds/dop-directions.ts';
export { type DopGrowth, type DopKind, Kdops } from './bounds/kdops.ts';
export type { Certificates } from './find/certificates.ts';
export { finderEngine } from './find/pair-finder.ts';
export { type CullingSettings, nodesWithContour, USUAL_CULLING } from './find/patches/patch-culling.ts';
export { everyPatchExtra } from './find/patches/patch-extras.ts';
export { PatchFinder } from './find/patches/patch-finder.ts';
export {
  assemblePreparation,
  PREPARED_PATCHES,
  type Preparation,
  type PreparationArrays,
  preparePatches,
} from './find/patches/preparation.ts';
export type { Projection } from './find/patches/projection.ts';
export { TaskTimes } from './find/patches/task-times.ts';
export { ACROSS_EDGE, type TestTree } from './find/patches/test-tree.ts';
export { readPrepared } from './find/prepared-bytes.ts';
export type { NodesToCertify } from './find/subspace/certify-nodes.ts';
export type { Subspace } from './find/subspace/subspace.ts';
export { type DopSide, setApartBelow, type WalkEnds, walkDops } from './find/walk-dops.ts';
export { mixRow } from './grid/cell-hash.ts';
export { createDopKernel, type DopKernel } from './kernel/dop-kernel.ts';
export { refuseKernel } from './kernel/refuse-kernel.ts';
export { checkKnown, checkNotNegative, checkOneOf, checkPositive } from './options.ts';
export { partitionByDops } from './partition/dop-partition.ts';
export { type PatchTree, PatchTreeBuilder, treeBytes } from './partition/patch-tree.ts';
export { type WideTree, widenTree } from './partition/wide-tree.ts';
export { layOut } from './pose/arena.ts';
export { PairBuffer } from './results/pair-buffer.ts';
export type { QueryTrace } from './results/query-trace.ts';
export type { TaskMilliseconds } from './results/task-milliseconds.ts';
