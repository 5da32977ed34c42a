import type { TriangleMesh } from 'selfcollide';

/** A mesh with every array present and in the widest type, so that generators and tests need no case distinctions. */
export interface SceneMesh extends TriangleMesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A mesh in motion. The same name, options and frame give the same numbers, in any order of calls. */
export interface Scene {
  readonly name: string;
  /** One sentence: what moves, and where it touches itself. */
  readonly about: string;
  /** Topology, and the positions of frame 0. */
  readonly mesh: SceneMesh;
  readonly frameCount: number;
  /** Writes frame `i` (0 … frameCount − 1) into `out`, which has the length of `mesh.positions`. Keeps no state. */
  frame(i: number, out: Float64Array): void;
  /** A label per triangle, when the mesh is several bodies. */
  readonly objects?: Uint32Array;
}

export interface SceneOptions {
  /** Triangles wanted. A generator takes the nearest count that its construction allows. */
  readonly triangles?: number;
  /** Frames from the first pose to the last. */
  readonly frames?: number;
  /** Same seed, same scene. */
  readonly seed?: number;
}

export type SceneGroup = 'smooth' | 'bunny' | 'scan' | 'soup' | 'adversarial';

/** How to make one named scene. */
export interface SceneEntry {
  readonly name: string;
  readonly about: string;
  readonly group: SceneGroup;
  readonly defaultTriangles: number;
  readonly defaultFrames: number;
  /** False: the scene is one fixed configuration, and the option `triangles` changes nothing. */
  readonly resizable: boolean;
  /** Some scenes read a model first, hence the promise. */
  make(options?: SceneOptions): Scene | Promise<Scene>;
}
