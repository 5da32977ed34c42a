import { numberColumn, wordColumn } from './column.ts';
import type { ProximityBuffer } from './proximity-buffer.ts';

/**
 * Pairs of triangles that are close, each once: parallel arrays of length `count`, three entries a pair in the weights. They are
 * views on memory of the detector, valid until its next call; `slice()` makes a copy to keep.
 */
export interface Proximities {
  readonly count: number;
  /** `triangleA[i] < triangleB[i]`; with `against` A is a triangle of this detector and B one of the other. */
  readonly triangleA: Uint32Array;
  readonly triangleB: Uint32Array;
  /** Now, also where a step was given; 0 if and only if they meet. */
  readonly distance: Float64Array;
  /** Weights of A's corners, in the caller's order: where its closest point is now. Not negative, of sum 1. */
  readonly weightsA: Float64Array;
  readonly weightsB: Float64Array;
  /** At the end of the step; null if none was given. */
  readonly nextDistance: Float64Array | null;
  /** True only if `maxContacts` was given and more pairs exist. */
  readonly truncated: boolean;
  slice(): Proximities;
}

/** The one result of a detector, written anew by each query. */
export class ProximityResult implements Proximities {
  count = 0;
  truncated = false;
  /** Whether there was a step. */
  moving = false;
  readonly #triangleA = wordColumn();
  readonly #triangleB = wordColumn();
  readonly #distance = numberColumn();
  readonly #nextDistance = numberColumn();
  readonly #weightsA = numberColumn(3);
  readonly #weightsB = numberColumn(3);

  get triangleA(): Uint32Array {
    return this.#triangleA.view(this.count);
  }

  get triangleB(): Uint32Array {
    return this.#triangleB.view(this.count);
  }

  get distance(): Float64Array {
    return this.#distance.view(this.count);
  }

  get weightsA(): Float64Array {
    return this.#weightsA.view(this.count);
  }

  get weightsB(): Float64Array {
    return this.#weightsB.view(this.count);
  }

  get nextDistance(): Float64Array | null {
    return this.moving ? this.#nextDistance.view(this.count) : null;
  }

  /** Takes over what was found, in the caller's numbers. */
  write(found: ProximityBuffer, sourceA: Uint32Array, sourceB: Uint32Array, moving: boolean): void {
    const { count } = found;
    const triangleA = this.#triangleA.reserve(count);
    const triangleB = this.#triangleB.reserve(count);
    const distance = this.#distance.reserve(count);
    const weightsA = this.#weightsA.reserve(count);
    const weightsB = this.#weightsB.reserve(count);
    for (let i = 0; i < count; i++) {
      triangleA[i] = sourceA[found.triangleA[i]];
      triangleB[i] = sourceB[found.triangleB[i]];
      distance[i] = found.distance[i];
    }
    for (let i = 0; i < 3 * count; i++) {
      weightsA[i] = found.weightsA[i];
      weightsB[i] = found.weightsB[i];
    }
    if (moving) {
      const nextDistance = this.#nextDistance.reserve(count);
      for (let i = 0; i < count; i++) nextDistance[i] = found.nextDistance[i];
    }
    this.count = count;
    this.moving = moving;
    this.truncated = found.overflowed;
  }

  get byteLength(): number {
    const numbers = [this.#distance, this.#nextDistance, this.#weightsA, this.#weightsB];
    const words = [this.#triangleA, this.#triangleB];
    return [...numbers, ...words].reduce((bytes, column) => bytes + column.byteLength, 0);
  }

  slice(): Proximities {
    const copyOf = (from: Proximities): Proximities => ({
      count: from.count,
      triangleA: from.triangleA.slice(),
      triangleB: from.triangleB.slice(),
      distance: from.distance.slice(),
      weightsA: from.weightsA.slice(),
      weightsB: from.weightsB.slice(),
      nextDistance: from.nextDistance?.slice() ?? null,
      truncated: from.truncated,
      slice() {
        return copyOf(this);
      },
    });
    return copyOf(this);
  }
}
