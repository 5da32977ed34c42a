import type { AbortSignalLike } from 'selfcollide';
import type { Scene } from '../scene.ts';
import type { SimulatedScene } from './simulated-scene.ts';

export interface RecordOptions {
  /** Called after each frame. */
  onProgress?(done: number, total: number): void;
  /** Checked before each frame; an aborted signal's reason is thrown. */
  readonly signal?: AbortSignalLike;
}

/**
 * Runs the simulation and keeps all frames, for access in any order. Coordinates are kept in single precision, so
 * frames differ from the simulated ones by rounding; frame 0 too, and `mesh.positions` with it.
 */
export function recordScene(scene: SimulatedScene, options: RecordOptions = {}): Scene {
  const { frameCount, mesh } = scene;
  const { onProgress, signal } = options;
  const size = mesh.positions.length;
  const recorded = new Float32Array(frameCount * size);
  signal?.throwIfAborted();
  let done = 0;
  for (const positions of scene.frames()) {
    recorded.set(positions, done * size);
    done++;
    onProgress?.(done, frameCount);
    if (done === frameCount) break;
    signal?.throwIfAborted();
  }
  return replayScene(scene, recorded);
}

/** A scene from frames recorded earlier, one after the other in `frames`, which is not copied. */
export function replayScene(
  scene: Pick<SimulatedScene, 'name' | 'about' | 'mesh' | 'frameCount'>,
  frames: Float32Array,
): Scene {
  const { name, about, mesh, frameCount } = scene;
  const size = mesh.positions.length;
  if (frames.length !== frameCount * size) {
    throw new RangeError(
      `replayScene: frames must have ${frameCount} × ${size} = ${frameCount * size} numbers, got ${frames.length}.`,
    );
  }
  return {
    name,
    about,
    // as the interface of scenes has it: the positions of frame 0, to the last bit
    mesh: { positions: Float64Array.from(frames.subarray(0, size)), triangles: mesh.triangles },
    frameCount,
    frame(i, out) {
      if (!Number.isSafeInteger(i) || i < 0 || i >= frameCount) {
        throw new RangeError(`frame: i must be a whole number from 0 to ${frameCount - 1}, got ${String(i)}.`);
      }
      if (out.length !== size) throw new RangeError(`frame: out must have ${size} numbers, got ${out.length}.`);
      out.set(frames.subarray(i * size, (i + 1) * size));
    },
  };
}
