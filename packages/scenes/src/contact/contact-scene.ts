import type { Shell } from '@selfcollide/physics';
import { readSceneOptions } from '../create-scene.ts';
import type { SceneMesh } from '../scene.ts';
import { type SimulatedScene, type SimulatedSceneOptions, simulateFrames } from '../simulated/simulated-scene.ts';

export interface ContactSceneOptions extends SimulatedSceneOptions {
  /** False: the shell does not feel itself, and passes into itself. Default true. */
  readonly selfContact?: boolean;
}

/** A simulation in progress. */
export interface ContactRun {
  readonly shell: Shell;
  readonly frames: Iterable<Float64Array>;
}

/** A simulated scene that stays free of contacts: it never touches itself, in frames or between them. */
export interface ContactScene extends SimulatedScene {
  /** Time from the first frame to the last; `shell.time` says how much of it was covered. */
  readonly duration: number;
  /** Starts anew; `frames()` does the same, and hides the shell. */
  begin(): ContactRun;
}

export interface ContactSceneEntry {
  readonly name: string;
  readonly about: string;
  readonly defaultTriangles: number;
  readonly defaultFrames: number;
  make(options?: ContactSceneOptions): ContactScene;
}

export interface ContactSceneParts {
  readonly mesh: SceneMesh;
  readonly duration: number;
  readonly steps: number;
  /** Sets up the shell; what is returned prepares each step, at a share of the motion from 0 to 1. */
  create(): { readonly shell: Shell; readonly prepare?: (share: number) => void };
}

export function contactScene(
  entry: Omit<ContactSceneEntry, 'make'>,
  options: ContactSceneOptions,
  { mesh, duration, steps, create }: ContactSceneParts,
): ContactScene {
  const { name, about } = entry;
  const { frames } = readSceneOptions(entry, { ...(options.frames !== undefined && { frames: options.frames }) });
  const begin = (): ContactRun => {
    const { shell, prepare } = create();
    const step = (share: number) => {
      prepare?.(share);
      shell.step(duration / steps);
    };
    return { shell, frames: simulateFrames({ frames, steps, positions: shell.positions, step }) };
  };
  return { name, about, mesh, frameCount: frames, duration, begin, frames: () => begin().frames };
}
