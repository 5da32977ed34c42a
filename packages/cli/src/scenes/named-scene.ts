import {
  makeScene,
  recordScene,
  type Scene,
  type SceneEntry,
  type SceneOptions,
  type SimulatedSceneEntry,
  scenes,
  simulatedScenes,
} from '@selfcollide/scenes';
import { CHARACTER_FRAMES, createCharacter } from '../demo/character.ts';
import { UsageError } from '../failure.ts';

const CHARACTER = 'character';
/** The name `character` is the demo's. */
const SIMULATED_CHARACTER = 'crouching-animal';

/** Scenes that commands know by name: those of `@selfcollide/scenes`, simulated ones included, and the demo's character. */
export function listScenes(): Pick<SceneEntry, 'name' | 'about' | 'defaultTriangles' | 'defaultFrames'>[] {
  const { about, mesh } = createCharacter();
  const triangles = mesh.triangles.length / 3;
  return [
    { name: CHARACTER, about, defaultTriangles: triangles, defaultFrames: CHARACTER_FRAMES },
    ...scenes,
    ...simulatedScenes.map((entry) => ({
      name: nameOf(entry),
      about: `Simulated. ${entry.about}`,
      defaultTriangles: Math.min(...entry.sizes),
      defaultFrames: entry.defaultFrames,
    })),
  ];
}

/** @throws UsageError for an unknown name or an option out of range. */
export async function makeNamedScene(name: string, options: SceneOptions): Promise<Scene> {
  if (name === CHARACTER) return createCharacter(options.frames);
  const simulated = simulatedScenes.find((entry) => nameOf(entry) === name);
  if (!simulated && !scenes.some((entry) => entry.name === name)) {
    throw new UsageError(`${name}: no such scene; "selfcollide scenes" lists them.`);
  }
  try {
    if (!simulated) return await makeScene(name, options);
    const { triangles, frames } = options;
    return recordScene(
      await simulated.make({
        ...(triangles !== undefined && { triangles }),
        ...(frames !== undefined && { frames }),
      }),
    );
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

function nameOf({ name }: SimulatedSceneEntry): string {
  return name === CHARACTER ? SIMULATED_CHARACTER : name;
}
