import type { AbortSignalLike } from 'selfcollide';
import type { Scene } from '../scene.ts';
import { replayScene } from './replay-scene.ts';
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
