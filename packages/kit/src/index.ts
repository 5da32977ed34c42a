export { byId, element, readColors } from './elements.ts';
export { formatCoordinate, formatCount, formatMilliseconds, plural } from './format.ts';
export { frameWhatMatters, type Sphere } from './frame-what-matters.ts';
export { ContactLayer, type MeshArrays, type ShownContacts } from './picture/contact-layer.ts';
export { MeshSurface, type PaintedTriangles, SURFACE_LOOK } from './picture/mesh-surface.ts';
export { View3D } from './picture/view-3d.ts';
export { Player, type PlayerOptions } from './player.ts';
export { listenForShortcuts, type Shortcut } from './shortcuts.ts';
export { followTheme } from './theme.ts';
