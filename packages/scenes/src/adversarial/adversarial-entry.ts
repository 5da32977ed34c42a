import { createScene, readSceneOptions, type SceneParts } from '../create-scene.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';

/** Made at once: nothing has to be read first. */
export interface AdversarialEntry extends SceneEntry {
  make(options?: SceneOptions): Scene;
}

/**
 * An entry for a scene that is hard on exactness or topology rather than large.
 *
 * All of them keep to one rule, so that the default welding applies: vertices that coincide in frame 0 move together. Five
 * frames by default put t at 0, ¼, ½, ¾, 1; coordinates built from small fractions of two are then exact, and poses
 * meant to touch do touch. Without `triangles` the scene has one fixed size.
 */
export function adversarialEntry(
  name: string,
  about: string,
  size: { readonly triangles: number; readonly resizable?: boolean },
  build: (options: Required<SceneOptions>) => Omit<SceneParts, 'frames'>,
): AdversarialEntry {
  const entry: AdversarialEntry = {
    name,
    about,
    group: 'adversarial',
    defaultTriangles: size.triangles,
    defaultFrames: 5,
    resizable: size.resizable ?? true,
    make(options = {}) {
      const known = readSceneOptions(entry, options);
      return createScene(entry, { ...build(known), frames: known.frames });
    },
  };
  return entry;
}
