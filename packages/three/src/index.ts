export {
  type BackgroundCollider,
  type BackgroundColliderOptions,
  createBackgroundCollider,
} from './background-collider.ts';
export type { ColliderOptions, MeshTriangle, SeamOptions } from './collision-source.ts';
export { ContactCollider, type ContactColliderOptions } from './contact-collider.ts';
export { ContactEvents, type ContactEventsOptions, type TrackedPlace } from './contact-events.ts';
export type { ContactArrays, ContactPlace } from './contact-places.ts';
export type { MeshContact } from './mesh-collider.ts';
export { type MorphModes, type MorphModesOptions, morphModes } from './morph-modes.ts';
export { outcomeColors, patchColor } from './picture/colors.ts';
export { type CutPatch, cutPatches, type PatchCut } from './picture/patch-cut.ts';
export { PoseReader } from './pose-reader.ts';
export type { ColliderSource } from './read-source.ts';
export { SelfCollider } from './self-collider.ts';
export { SelfCollisionHelper, type SelfCollisionHelperOptions } from './self-collision-helper.ts';
export { SubspaceCollider, type SubspaceColliderOptions } from './subspace-collider.ts';
export type { FoundContacts } from './worker/messages.ts';
