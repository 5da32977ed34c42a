import { type SceneEntry, type SceneOptions, scenes } from '@selfcollide/scenes';

/** The scene that a first visit shows. */
export const DEFAULT_SCENE = 'twisted-sheet';

/** Separate triangles give the contour method nothing to cull: more of them would take seconds a frame. */
const SOUP_TRIANGLES = 2000;

/** What the gallery shows: every scene there is. */
export const galleryScenes: readonly SceneEntry[] = scenes;

/** With which options the viewer makes a scene. */
export function galleryOptions(entry: SceneEntry): SceneOptions {
  return entry.group === 'soup' ? { triangles: SOUP_TRIANGLES } : {};
}
