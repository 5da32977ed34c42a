export { byId, element, readColors } from './elements.ts';
export { formatCoordinate, formatCount, formatMilliseconds, plural } from './format.ts';
export { frameAllPoses, frameWhatMatters, type Sphere } from './frame-what-matters.ts';
export { ContactLayer, type MeshArrays, type ShownContacts } from './picture/contact-layer.ts';
export { bandsByDistance } from './picture/distance-colors.ts';
export { GapLayer } from './picture/gap-layer.ts';
export { MeshSurface, type PaintedTriangles } from './picture/mesh-surface.ts';
export { MeshView, type ShownPose } from './picture/mesh-view.ts';
export type { ModelLook, ModelMaterial } from './picture/model-look.ts';
export { SURFACE_LOOK } from './picture/surface-look.ts';
export { View3D } from './picture/view-3d.ts';
export { Player, type PlayerOptions } from './player.ts';
export { type FileEntry, markFile, showFiles, showVerdict, type VerdictState } from './review/file-panels.ts';
export { type Legend, showLegend } from './review/legend.ts';
export { Review, type ReviewOptions } from './review/review.ts';
export {
  type ContactRow,
  type FrameFindings,
  labelFrame,
  type NearFrame,
  type PlaceView,
  type ReviewClip,
  type ReviewFile,
  UNREADABLE,
  UNSEARCHED,
  type WorstFrame,
} from './review/review-file.ts';
export { listenForShortcuts, type Shortcut } from './shortcuts.ts';
export { followTheme } from './theme.ts';
