import type { Scene, SceneEntry } from './scene.ts';

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
