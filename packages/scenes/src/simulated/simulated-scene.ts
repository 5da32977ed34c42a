import { readSceneOptions } from '../create-scene.ts';
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

/** Fills in the entry's defaults, and refuses values that no scene can take. */
export function readSimulatedOptions(
  entry: Pick<SimulatedSceneEntry, 'name' | 'sizes' | 'defaultFrames'>,
  options: SimulatedSceneOptions,
): { triangles: number; frames: number } {
  const { name, sizes, defaultFrames } = entry;
  const { triangles, frames } = readSceneOptions({ name, defaultTriangles: sizes[0], defaultFrames }, options);
  return { triangles, frames };
}

export interface Simulation {
  readonly frames: number;
  /** Small steps in the whole motion, however many frames are taken of it. */
  readonly steps: number;
  /** What is yielded; `step` changes it. */
  readonly positions: Float64Array;
  /** Goes to this share of the motion: 1 / steps, 2 / steps, … 1. */
  step(share: number): void;
}

/** Takes frames evenly from a motion of many small steps: the first before any step, the last after all. */
export function* simulateFrames({ frames, steps, positions, step }: Simulation): Generator<Float64Array, void> {
  yield positions;
  let done = 0;
  for (let frame = 1; frame < frames; frame++) {
    const wanted = Math.round((steps * frame) / (frames - 1));
    while (done < wanted) step(++done / steps);
    yield positions;
  }
}
