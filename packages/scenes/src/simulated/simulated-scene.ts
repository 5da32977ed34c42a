import type { SceneMesh } from '../scene.ts';

/** A scene whose frames come from a simulation: each needs the one before, so they are made in order. */
export interface SimulatedScene {
  readonly name: string;
  /** One sentence: what moves, and where it touches itself. */
  readonly about: string;
  /** Topology, and the positions of the rest shape, which is frame 0. */
  readonly mesh: SceneMesh;
  readonly frameCount: number;
  /** All frames in order, from the start each time it is called. The yielded array is overwritten by the next step. */
  frames(): Iterable<Float64Array>;
}

export interface SimulatedSceneOptions {
  /** Triangles wanted. A generator takes the nearest count that its construction allows. */
  readonly triangles?: number;
  /** Frames taken evenly of the motion, from the rest shape to the end. The motion is the same for any number. */
  readonly frames?: number;
}

/** How to make one named simulated scene. */
export interface SimulatedSceneEntry {
  readonly name: string;
  readonly about: string;
  /** The star paper's sizes in triangles, as this construction has them. */
  readonly sizes: readonly number[];
  readonly defaultFrames: number;
  /** Without `triangles`, the smallest of the sizes. */
  make(options?: SimulatedSceneOptions): SimulatedScene | Promise<SimulatedScene>;
}
