import { makeScene, type Scene, type SceneEntry, type SceneOptions, scenes } from '@selfcollide/scenes';
import { CHARACTER_FRAMES, createCharacter } from '../demo/character.ts';
import { UsageError } from '../failure.ts';

const CHARACTER = 'character';

/** Scenes that commands know by name: those of `@selfcollide/scenes`, and the demo's character. */
export function listScenes(): Pick<SceneEntry, 'name' | 'about' | 'defaultTriangles' | 'defaultFrames'>[] {
  const { about, mesh } = createCharacter();
  const triangles = mesh.triangles.length / 3;
  return [{ name: CHARACTER, about, defaultTriangles: triangles, defaultFrames: CHARACTER_FRAMES }, ...scenes];
}

/** @throws UsageError for an unknown name or an option out of range. */
export async function makeNamedScene(name: string, options: SceneOptions): Promise<Scene> {
  if (name === CHARACTER) return createCharacter(options.frames);
  if (!scenes.some((entry) => entry.name === name)) {
    throw new UsageError(`${name}: no such scene; "selfcollide scenes" lists them.`);
  }
  try {
    return await makeScene(name, options);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
