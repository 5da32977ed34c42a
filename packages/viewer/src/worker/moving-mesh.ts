import { frameWhatMatters } from '@selfcollide/kit';

/** A mesh and its poses, whatever they come from. */
export interface MovingMesh {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly triangles: Uint32Array;
  /** A label per triangle, where there are several bodies: vertices are welded within each, as `selfcollide check` does. */
  readonly objects?: Uint32Array;
  /** The pose to prepare with. */
  readonly rest: Float64Array;
  readonly frameCount: number;
  /** Writes frame `i` into `out`, which has the length of `rest`. */
  frame(i: number, out: Float64Array): void | Promise<void>;
  readonly warnings: readonly string[];
}

/**
 * How to bring a pose to the origin, and what matters of it to size 1. In doubles, before graphics cards round to floats: meshes may be
 * far away, or 1e102 wide.
 */
export function fitToUnitSphere(positions: Float64Array) {
  const { center, radius } = frameWhatMatters(positions);
  return {
    apply(points: ArrayLike<number>): Float32Array {
      const out = new Float32Array(points.length);
      for (let i = 0; i < out.length; i++) out[i] = (points[i] - center[i % 3]) / radius;
      return out;
    },
  };
}

export type Fit = ReturnType<typeof fitToUnitSphere>;
