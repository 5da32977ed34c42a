import { readSceneOptions } from '../read-scene-options.ts';
import type { SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';

/** Fills in the entry's defaults, and refuses values that no scene can take. */
export function readSimulatedOptions(
  entry: Pick<SimulatedSceneEntry, 'name' | 'sizes' | 'defaultFrames'>,
  options: SimulatedSceneOptions,
): { triangles: number; frames: number } {
  const { name, sizes, defaultFrames } = entry;
  const { triangles, frames } = readSceneOptions({ name, defaultTriangles: sizes[0], defaultFrames }, options);
  return { triangles, frames };
}
