import type { Scene, SceneEntry, SceneOptions } from './scene.ts';

export interface SceneParts {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly frames: number;
  readonly objects?: Uint32Array;
  /** Writes the pose at time t; 0 is the first frame, 1 the last. Must set every number of `out`. */
  pose(t: number, out: Float64Array): void;
}

/** Turns a pose that is a function of time into numbered frames with checked arguments. */
export function createScene(entry: Pick<SceneEntry, 'name' | 'about'>, parts: SceneParts): Scene {
  const { triangles, vertexCount, frames, objects } = parts;
  const positions = new Float64Array(3 * vertexCount);
  parts.pose(0, positions);

  return {
    name: entry.name,
    about: entry.about,
    mesh: { positions, triangles },
    frameCount: frames,
    ...(objects && { objects }),
    frame(i, out) {
      if (!Number.isSafeInteger(i) || i < 0 || i >= frames) {
        throw new RangeError(`frame: i must be a whole number from 0 to ${frames - 1}, got ${String(i)}.`);
      }
      if (out.length !== positions.length) {
        throw new RangeError(`frame: out must have ${positions.length} numbers, got ${out.length}.`);
      }
      // exact for the first, the last and, with an odd count, the middle frame: scenes put touching poses there
      parts.pose(frames === 1 ? 0 : i / (frames - 1), out);
    },
  };
}

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

/** 0 up to `from`, 1 beyond `to`, between them a cubic with slope 0 at both ends. */
export function smoothStep(from: number, to: number, x: number): number {
  if (x <= from) return 0;
  if (x >= to) return 1;
  const s = (x - from) / (to - from);
  return s * s * (3 - 2 * s);
}
