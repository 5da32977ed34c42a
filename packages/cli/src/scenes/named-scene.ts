import {
  characterFigureEntry,
  recordScene,
  type Scene,
  type SceneEntry,
  type SceneOptions,
  type SimulatedSceneEntry,
  scenes,
  simulatedScenes,
} from '@selfcollide/scenes';
import { UsageError } from '../failure.ts';

/** The name `character` is that of the figure which the demo shows. */
const SIMULATED_CHARACTER = 'crouching-animal';

/** Scenes that commands know by name: those of `@selfcollide/scenes`, simulated ones included. */
export function listScenes(): Pick<SceneEntry, 'name' | 'about' | 'defaultTriangles' | 'defaultFrames'>[] {
  return [
    characterFigureEntry,
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
  const simulated = simulatedScenes.find((entry) => nameOf(entry) === name);
  const entry = [characterFigureEntry, ...scenes].find((known) => known.name === name);
  if (!simulated && !entry) {
    throw new UsageError(`${name}: no such scene; "selfcollide scenes" lists them.`);
  }
  try {
    if (!simulated) return await entry!.make(options);
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
  return name === characterFigureEntry.name ? SIMULATED_CHARACTER : name;
}
