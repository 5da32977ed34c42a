import type { SceneMesh } from '../scene.ts';

/** A mesh that moves as rest + Σ q_i·mode i, and coordinates q for every step of a motion. */
export interface ReducedScene {
  readonly name: string;
  /** One sentence: what moves, and where it touches itself. */
  readonly about: string;
  /** Topology, and the rest pose, in which all coordinates are 0. */
  readonly mesh: SceneMesh;
  readonly modes: {
    /** Column i is `vectors[3·vertexCount·i …]`, x y z a vertex. */
    readonly vectors: Float64Array;
    /** Between which values a coordinate is meant to stay, where it is. */
    readonly low?: Float64Array;
    readonly high?: Float64Array;
  };
  readonly modeCount: number;
  /** Of each coordinate, where it has one. */
  readonly names?: readonly string[];
  readonly stepCount: number;
  /** Coordinates of all steps in order, from the start each time it is called. The yielded array is overwritten by the next step. */
  steps(): Iterable<Float64Array>;
}
