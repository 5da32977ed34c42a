import { createDetector, type Detector } from 'selfcollide';
import { type MeshFeatures, meshFeatures } from './mesh-features.ts';

/** A body of triangles that cloth may touch; it feels nothing itself. */
export interface MeshSolid {
  readonly detector: Detector;
  readonly features: MeshFeatures;
  /** Now. */
  readonly positions: Float64Array;
  /** After the next step; the same as `positions` while it rests. */
  readonly nextPositions: Float64Array;
  /** Coulomb's coefficient: 0 slides freely. */
  friction: number;
  /** Where its vertices are to be after the next step, on straight ways. Moves of the cloth are cut short for it as far as they can. */
  moveTo(positions: ArrayLike<number>): void;
}

/**
 * A rigid or animated solid for `createCloth`. Closed pieces push outwards; others are touched from both sides.
 * Of several cloths each needs a solid of its own.
 *
 * @throws MeshError if an index is out of range or a coordinate is not finite.
 */
export function meshSolid(
  mesh: { readonly positions: Float64Array; readonly triangles: Uint32Array },
  { friction = 0 }: { readonly friction?: number } = {},
): MeshSolid {
  if (!(friction >= 0 && friction < Infinity)) {
    throw new RangeError(`meshSolid: friction must be a finite number from 0, got ${String(friction)}.`);
  }
  const detector = createDetector(mesh);
  const positions = Float64Array.from(mesh.positions);
  const nextPositions = positions.slice();
  return {
    detector,
    features: meshFeatures(positions, Uint32Array.from(mesh.triangles)),
    positions,
    nextPositions,
    friction,
    moveTo(moved) {
      if (moved.length !== positions.length) {
        throw new RangeError(`moveTo: positions must have ${positions.length} numbers, got ${moved.length}.`);
      }
      nextPositions.set(moved);
    },
  };
}
