import type { Cloth, ClothOptions } from '@selfcollide/physics';
import { readSceneOptions } from '../create-scene.ts';
import type { SceneMesh } from '../scene.ts';
import { type SimulatedScene, type SimulatedSceneOptions, simulateFrames } from '../simulated/simulated-scene.ts';

/** Of the cloth paper: a "frame" of its tables is one step. */
export const CLOTH_STEP = 0.01;

/** A cloth in progress, and the solid that it falls on, which may move. */
export interface ClothRun {
  readonly cloth: Cloth;
  readonly solid: SceneMesh;
  /** One step of 0.01 s. */
  step(): void;
}

/** A scene of the cloth paper. Frames are those of the cloth; the solid is not part of the mesh. */
export interface ClothScene extends SimulatedScene {
  readonly solid: SceneMesh;
  /** Distance that contacts keep, in metres. */
  readonly thickness: number;
  begin(watch?: ClothWatch): ClothRun;
}

/** For whoever keeps the time of a run. */
export type ClothWatch = Pick<ClothOptions, 'onPhase'>;

export interface ClothSceneEntry {
  readonly name: string;
  readonly about: string;
  readonly defaultTriangles: number;
  readonly defaultFrames: number;
  make(options?: SimulatedSceneOptions): ClothScene;
}

export interface ClothSceneParts {
  readonly mesh: SceneMesh;
  readonly solid: SceneMesh;
  readonly thickness: number;
  /** Steps in the whole motion. */
  readonly steps: number;
  create(watch: ClothWatch): Cloth;
}

export function clothScene(
  entry: Omit<ClothSceneEntry, 'make'>,
  options: SimulatedSceneOptions,
  { mesh, solid, thickness, steps, create }: ClothSceneParts,
): ClothScene {
  const { name, about } = entry;
  const { frames } = readSceneOptions(entry, options);
  const begin = (watch: ClothWatch = {}): ClothRun => {
    const cloth = create(watch);
    return { cloth, solid, step: () => cloth.step(CLOTH_STEP) };
  };
  return {
    name,
    about,
    mesh,
    solid,
    thickness,
    frameCount: frames,
    begin,
    frames() {
      const { cloth, step } = begin();
      return simulateFrames({ frames, steps, positions: cloth.positions, step });
    },
  };
}
