import type { SceneEntry, SceneOptions } from './scene.ts';

/** Fills in the entry's defaults, and refuses values that no scene can take. */
export function readSceneOptions(
  entry: Pick<SceneEntry, 'name' | 'defaultTriangles' | 'defaultFrames'>,
  options: SceneOptions,
): Required<SceneOptions> {
  const { triangles = entry.defaultTriangles, frames = entry.defaultFrames, seed = 1 } = options;
  checkWhole(entry.name, 'triangles', triangles, 1, MAX_TRIANGLES);
  checkWhole(entry.name, 'frames', frames, 1, Number.MAX_SAFE_INTEGER);
  checkWhole(entry.name, 'seed', seed, 0, MAX_SEED);
  return { triangles, frames, seed };
}

function checkWhole(scene: string, option: string, value: number, low: number, high: number): void {
  if (Number.isSafeInteger(value) && value >= low && value <= high) return;
  throw new RangeError(`${scene}: ${option} must be a whole number from ${low} to ${high}, got ${String(value)}.`);
}

/** A soup then has 9 × 10⁸ coordinates, which one array can still hold. */
const MAX_TRIANGLES = 100_000_000;

/** The generator's state has 32 bits; a larger seed would silently equal a smaller one. */
const MAX_SEED = 2 ** 32 - 1;
