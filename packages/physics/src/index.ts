export type { ContactRows } from './cloth/contact-rows.ts';
export { type ClothPhase, type ClothStep, type ContactSource, contactTarget } from './cloth/contact-source.ts';
export { type Cloth, type ClothCounters, type ClothOptions, createCloth } from './cloth/create-cloth.ts';
export { type MeshSolid, meshSolid } from './cloth/mesh-solid.ts';
export {
  type Collider,
  type PlaneCollider,
  planeCollider,
  type SphereCollider,
  sphereCollider,
} from './contact/collider.ts';
export { pushOutOfPlane, pushOutOfSphere } from './contact/push-out.ts';
export { createLattice, type Lattice, type LatticeOptions } from './lattice/create-lattice.ts';
export { addVertexForce } from './modal/add-vertex-force.ts';
export { type BodyShape, type BodySurface, createBodyShape } from './modal/bodies/body-shape.ts';
export type { BodyMotion } from './modal/bodies/placed-body.ts';
export {
  createReducedBodies,
  type ReducedBodies,
  type ReducedBodiesOptions,
  type ReducedBody,
} from './modal/bodies/reduced-bodies.ts';
export { type RigidFrame, turnTo } from './modal/bodies/rigid-frame.ts';
export type { TetMesh } from './modal/check-tet-mesh.ts';
export { createElasticTets, type ElasticTets, type ElasticTetsOptions } from './modal/elastic-tets.ts';
export { type Embedding, embedModes, embedPoints, selectVertices } from './modal/embedding/embed-points.ts';
export { type BoundaryFaces, boundaryFaces } from './modal/embedding/nearest-face.ts';
export { countModesBelow, type FindModesOptions, findModes, type Modes } from './modal/find-modes.ts';
export type { ModeBasis } from './modal/mode-basis.ts';
export { polynomialModes } from './modal/polynomial-modes.ts';
export { massPca } from './modal/reduced/mass-pca.ts';
export { modalDerivatives, type NonlinearBasisOptions, nonlinearBasis } from './modal/reduced/modal-derivatives.ts';
export { type BasisModes, modesOfBasis } from './modal/reduced/modes-of-basis.ts';
export { createReducedMotion, type ReducedMotion, type ReducedMotionOptions } from './modal/reduced/reduced-motion.ts';
export { createReducedStvk, type ReducedStvk } from './modal/reduced/reduced-stvk.ts';
export { stvkForces } from './modal/reduced/stvk-forces.ts';
export { type ScaledBasis, scaleBasisByEnergy, scaleByEnergy, scaleByMass, scaleModes } from './modal/scale-modes.ts';
export { createShell, type Shell, type ShellOptions } from './shell/create-shell.ts';
export { enclosedVolume } from './shell/enclosed-volume.ts';
export type { SelfContactCounters, SelfContactOptions } from './shell/self-contact.ts';
export { BONES_PER_VERTEX, blendSkin, type SkinWeights } from './skinning/blend-skin.ts';
export { MATRIX_SIZE, poseBones, type Skeleton } from './skinning/pose-bones.ts';
export { strongestBones } from './skinning/strongest-bones.ts';
export { createSoftTets, type SoftTets, type SoftTetsOptions } from './soft-tets/create-soft-tets.ts';
export { createResonatorBank, type ResonatorBank, type ResonatorBankOptions } from './sound/resonator-bank.ts';
