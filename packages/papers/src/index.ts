export type { PatchFinder as StarContourFinder, QueryTrace, TaskMilliseconds } from 'selfcollide/parts';
export type { Inflation } from './cloth-hierarchies/inflate-dops.ts';
export { type KdopOptions, kdop } from './cloth-hierarchies/kdop.ts';
export type { KdopFinder } from './cloth-hierarchies/kdop-finder.ts';
export type { PolytopeTree } from './cloth-hierarchies/polytope-tree.ts';
export { methodNamed, methodNames } from './methods.ts';
export { type SpatialHashOptions, spatialHash } from './spatial-hashing/spatial-hash.ts';
export type { SpatialHashFinder } from './spatial-hashing/spatial-hash-finder.ts';
export {
  CORE_FORM,
  noContour,
  optimisedBoxTree,
  type StarContourOptions,
  starContours,
} from './star-contours/star-contours.ts';
export { kMeansTree } from './subspace-culling/k-means-partition.ts';
export { paperCertificates } from './subspace-culling/paper-certificates.ts';
