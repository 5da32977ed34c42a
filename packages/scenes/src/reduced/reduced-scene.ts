import type { BodyShape, ReducedBodies } from '@selfcollide/physics';
import type { Intersections } from 'selfcollide';
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
  /** What the square of each coordinate counts in the norm; 1 if left out. */
  readonly weights?: Float64Array;
  /** Of each coordinate, where it has one. */
  readonly names?: readonly string[];
  /** Bodies of this mesh: a step gives the coordinates of each, one after the other. Default 1. */
  readonly bodyCount?: number;
  readonly stepCount: number;
  /** Coordinates of all steps in order, from the start each time it is called. The yielded array is overwritten by the next step. */
  steps(): Iterable<Float64Array>;
}

export interface ReducedRunOptions {
  /**
   * Where the body with this number, of these coordinates, touches itself, or null for nowhere. Whatever finds all contacts gives the same motion. Default: a detector
   * that is given positions, which needs no preparation.
   */
  readonly selfContacts?: (q: Float64Array, body: number) => Intersections | null;
  /** Milliseconds, to measure what a run spends where. */
  readonly clock?: () => number;
}

/** A reduced scene whose coordinates come from a simulation of bodies that feel the ground, each other and themselves. */
export interface ReducedBodiesScene extends ReducedScene {
  readonly bodyCount: number;
  /** Steps of the simulation between two that are given. */
  readonly substeps: number;
  /** Of the simulation, in seconds. */
  readonly timeStep: number;
  readonly shape: BodyShape;
  /** Frequencies of all coordinates that forces act on, in Hz, where they are vibrations. */
  readonly frequencies?: Float64Array;
  /** How loud a coordinate's velocity is, where sound is meant to be heard. */
  readonly loudness?: Float64Array;
  /** Starts anew; one step is `timeStep`. */
  begin(options?: ReducedRunOptions): ReducedBodies;
}
