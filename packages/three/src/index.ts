export {
  type BackgroundCollider,
  type BackgroundColliderOptions,
  createBackgroundCollider,
} from './background-collider.ts';
export { outcomeColors, patchColor } from './picture/colors.ts';
export { type CutPatch, cutPatches, type PatchCut } from './picture/patch-cut.ts';
export { SelfCollider } from './self-collider.ts';
export { SelfCollisionHelper, type SelfCollisionHelperOptions } from './self-collision-helper.ts';
export type { FoundContacts } from './worker/messages.ts';
