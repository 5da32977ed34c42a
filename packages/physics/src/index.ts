export {
  type Collider,
  type PlaneCollider,
  planeCollider,
  type SphereCollider,
  sphereCollider,
} from './contact/collider.ts';
export { pushOutOfPlane, pushOutOfSphere } from './contact/push-out.ts';
export { createLattice, type Lattice, type LatticeOptions } from './lattice/create-lattice.ts';
export type { TetMesh } from './modal/check-tet-mesh.ts';
export { createElasticTets, type ElasticTets, type ElasticTetsOptions } from './modal/elastic-tets.ts';
export { countModesBelow, type FindModesOptions, findModes, type Modes } from './modal/find-modes.ts';
export { createShell, type Shell, type ShellOptions } from './shell/create-shell.ts';
export { enclosedVolume } from './shell/enclosed-volume.ts';
export { BONES_PER_VERTEX, blendSkin, type SkinWeights } from './skinning/blend-skin.ts';
export { MATRIX_SIZE, poseBones, type Skeleton } from './skinning/pose-bones.ts';
export { strongestBones } from './skinning/strongest-bones.ts';
export { createSoftTets, type SoftTets, type SoftTetsOptions } from './soft-tets/create-soft-tets.ts';
