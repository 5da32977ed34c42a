const U = 2 ** -53;

/** How near features can come to each other within a part of a step, whatever they are. Numbers go in and out by its fields: handed over, each would be garbage. */
export class Approach {
  /** Nearer than this they may already count. */
  distance = 0.5;
  /** Farther than this times the time two points of the mesh do not move towards each other: Infinity where that is not known. */
  speed: number = Number.POSITIVE_INFINITY;
  /** For queries that keep some part of the distance at t0: that part. */
  kept = 0.5;
  /** What comes later does not matter. */
  time = 0.5;
  /** Pairs farther apart than this at t0 do not count until after `time`; once `measure` was called. */
  startReach: number = Number.POSITIVE_INFINITY;

  /** Of a distance d (beyond `distance`) a pair has lost (1 − kept)d when it counts; 1.05 pays for counting early by 1/64 of that, and for roundings. */
  measure(): void {
    this.startReach =
      this.speed === Number.POSITIVE_INFINITY
        ? this.speed
        : (this.distance + (this.speed * this.time) / (1 - this.kept)) * 1.05;
  }
}

/**
 * An upper bound of how far two points of a mesh move relative to each other in a whole step: per axis the range of all displacements, the diagonal of these. A displacement is
 * rounded once, u times its size, a range by two of these and one more.
 */
export function relativeMotion(from: Float64Array, to: Float64Array): number {
  let squares = 0;
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < from.length; i += 3) {
      const d = to[i] - from[i];
      if (d < least) least = d;
      if (d > greatest) greatest = d;
    }
    const range = greatest - least + 4 * U * (Math.abs(greatest) + Math.abs(least));
    squares += range * range;
  }
  return squares < Number.POSITIVE_INFINITY ? Math.sqrt(squares) * (1 + 8 * U) + 2 ** -500 : Number.POSITIVE_INFINITY;
}
