import type { ModelLook, ReviewClip, Sphere } from '@selfcollide/kit';

/** A triangle in the words of the file: object, part of it, face, and corners. */
export interface TriangleName {
  readonly objectIndex: number;
  readonly part: number;
  readonly face: number;
  readonly vertices: readonly number[];
}

/** A mesh and its poses, whatever they come from. */
export interface MovingMesh {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly triangles: Uint32Array;
  /** A label per triangle, where there are several bodies: vertices are welded within each, as `selfcollide check` does. */
  readonly objects?: Uint32Array;
  /** Names for the labels. */
  readonly objectNames: readonly string[];
  /** The pose to prepare with. */
  readonly rest: Float64Array;
  readonly frameCount: number;
  readonly clips: readonly ReviewClip[];
  /** Writes frame `i` into `out`, which has the length of `rest`. */
  frame(i: number, out: Float64Array): void | Promise<void>;
  /** Where a triangle is in the file, in the file's numbers. */
  locate(triangle: number): TriangleName;
  readonly warnings: readonly string[];
  /** What `selfcollide check` takes for the same. */
  readonly argument: string;
  /** Files that were put together, each of which could be looked at alone; fewer than two if that is no question. */
  readonly files: readonly string[];
  /** How it looks itself, where the file says. */
  readonly look?: ModelLook;
}

/**
 * How to bring poses to the origin, and what matters of them to size 1. In doubles, before graphics cards round to floats: meshes may be
 * far away, or 1e102 wide.
 */
export function fitToUnit({ center, radius }: Sphere) {
  return {
    scale: 1 / radius,
    apply(points: ArrayLike<number>): Float32Array {
      const out = new Float32Array(points.length);
      for (let i = 0; i < out.length; i++) out[i] = (points[i] - center[i % 3]) / radius;
      return out;
    },
  };
}

export type Fit = ReturnType<typeof fitToUnit>;
