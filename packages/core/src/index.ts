export type { Counters } from './contacts/counters.ts';
export type { IntersectingTriangles, Intersections } from './contacts/intersections.ts';
export { createDetector, type DetectorMethod, type DetectorOptions, detectorMethods } from './create-detector.ts';
export type { ContactLocation } from './detect/locate-contact.ts';
export type { Detector, FindTrianglesOptions } from './detector.ts';
export { MeshError, type MeshErrorCode } from './errors.ts';
export type { Positions, TriangleMesh } from './mesh/triangle-mesh.ts';
