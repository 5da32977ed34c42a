/** Poses of a model over time. Every frame is evaluated on its own, in any order, so frames can be spread over threads. */
export interface Animation {
  readonly name: string;
  readonly frameCount: number;
  /** Numbers that `frame` writes: three a vertex of the model. */
  readonly length: number;
  /** When frame `i` is, seconds. */
  time(i: number): number;
  /**
   * Writes the positions of frame `i`, in the vertex numbers of the model. `out` may be longer.
   *
   * @throws {@link IoError} if a coordinate is not finite.
   */
  frame(i: number, out: Float64Array): void;
}

/** Throws if `i` is no frame or `out` too short; `name` is the function for the message. */
export function checkFrame(animation: Animation, i: number, out: Float64Array): void {
  if (!Number.isInteger(i) || i < 0 || i >= animation.frameCount) {
    throw new RangeError(`frame: i must be a whole number from 0 to ${animation.frameCount - 1}, got ${i}.`);
  }
  if (out.length < animation.length) {
    throw new RangeError(`frame: out must have room for ${animation.length} numbers, got ${out.length}.`);
  }
}
