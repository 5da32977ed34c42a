import { scenes } from './registry.ts';
import type { Scene, SceneOptions } from './scene.ts';

/**
 * Makes the scene with this name.
 *
 * @throws RangeError (as a rejected promise) for a name that does not exist or an option out of range.
 *
 * @example
 * const scene = await makeScene('twisted-sheet', { triangles: 4096, frames: 30 });
 * const positions = new Float64Array(scene.mesh.positions.length);
 * scene.frame(29, positions);
 */
export async function makeScene(name: string, options: SceneOptions = {}): Promise<Scene> {
  const entry = scenes.find((known) => known.name === name);
  if (!entry) {
    const names = scenes.map((known) => known.name).join(', ');
    throw new RangeError(`makeScene: name must be one of ${names}; got ${String(name)}.`);
  }
  return entry.make(options);
}
