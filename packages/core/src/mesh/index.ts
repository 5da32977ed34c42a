/** `selfcollide/mesh`: what can be said about a mesh, and about contacts that were found, without a detector. */
export { MeshError, type MeshErrorCode } from '../errors.ts';
export { type ContactGroups, groupContacts } from '../results/group-contacts.ts';
export { findComponents } from './components.ts';
export type { DegenerateTriangles } from './degenerate-triangles.ts';
export { type HalfEdges, nextInTriangle } from './half-edges.ts';
export {
  buildHalfEdges,
  buildVertexTriangles,
  checkMesh,
  type EdgeLengths,
  findDegenerateTriangles,
  measureEdges,
} from './inspect-mesh.ts';
export type { Positions, TriangleMesh } from './triangle-mesh.ts';
export type { VertexTriangles } from './vertex-triangles.ts';
export { partWeld, type WeldOptions, weldSoup, weldTriangles, weldVertices } from './weld-vertices.ts';
