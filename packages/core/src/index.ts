export {
  type CertifiedPair,
  type CertifiedTarget,
  type CertifyOptions,
  type CertifyReport,
  certify,
  certifyAsync,
  type Witness,
} from './certify.ts';
export type { Advance, AdvanceOptions, AdvanceStop } from './confirm/impacts/advance.ts';
export type { IgnoredGroups, PairChoice } from './confirm/pair-filter.ts';
export { createDetector, createDetectorAsync } from './create-detector.ts';
export {
  type CertificateFilter,
  createSubspaceDetector,
  createSubspaceDetectorAsync,
  type SubspaceOptions,
  type SubspaceTree,
} from './create-subspace-detector.ts';
export type {
  ContactDetector,
  Detector,
  FindIntersectionsOptions,
  FindTrianglesOptions,
  PoseContacts,
} from './detector.ts';
export { MeshError, type MeshErrorCode } from './errors.ts';
export type { FinderFactory, FinderInput } from './find/finder-factory.ts';
export type { PairFinder } from './find/pair-finder.ts';
export type { CollisionFreeStepOptions, FindImpactsOptions, ImpactOptions } from './impact-options.ts';
export type { ContactLocation } from './locate/locate-contact.ts';
export type { Positions, TriangleMesh } from './mesh/triangle-mesh.ts';
export {
  type BoxTreeOptions,
  type BruteForceOptions,
  type CommonOptions,
  type DetectorMethod,
  type DetectorOptions,
  detectorMethods,
  type FinderOptions,
  type StarContourOptions,
} from './method-options.ts';
export type { AbortSignalLike, ProgressOptions } from './partition/progress.ts';
export { type ClosestPoints, closestPoints } from './predicates/closest-points.ts';
export type { FindProximitiesOptions } from './proximity-calls.ts';
export type { Contacts } from './results/contacts.ts';
export type { Counters } from './results/counters.ts';
export { type ContactGroups, groupContacts } from './results/group-contacts.ts';
export type { Impact, ImpactKind, ImpactLocation, ImpactLocations, Impacts } from './results/impacts.ts';
export type { ContactLocations, IntersectingTriangles, Intersections } from './results/intersections.ts';
export type { Proximities } from './results/proximities.ts';
export type { Outcome, QueryTrace, TraceBoxPair, TraceProjection, TraceVisit } from './results/query-trace.ts';
export type { SubspaceDetector, SubspaceLimit, SubspaceProximitiesOptions } from './subspace-detector.ts';
export type { SubspaceModes } from './subspace-modes.ts';
export { createTetCollider, type TetColliderOptions } from './tets/create-tet-collider.ts';
export type { Penetrations } from './tets/penetrations.ts';
export type { TetCollider } from './tets/tet-collider.ts';
export type { TetCounters } from './tets/tet-counters.ts';
export type { TetObject } from './tets/tet-object.ts';
