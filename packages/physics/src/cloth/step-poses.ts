/** Parts of a step for which there are poses. */
export const SLICES = 8;

/** Where a mesh is at the ends of the parts of a step; poses are made when asked for. */
export class StepPoses {
  readonly #poses: Float64Array[];
  readonly #made = new Uint8Array(SLICES + 1);
  #velocities!: Float64Array;
  #timeStep = 0;

  constructor(size: number) {
    this.#poses = Array.from({ length: SLICES + 1 }, () => new Float64Array(size));
  }

  begin(positions: Float64Array, velocities: Float64Array, timeStep: number): void {
    this.#poses[0].set(positions);
    this.#velocities = velocities;
    this.#timeStep = timeStep;
    this.#made.fill(0);
    this.#made[0] = 1;
  }

  at(slice: number): Float64Array {
    const pose = this.#poses[slice];
    if (this.#made[slice] === 1) return pose;
    const from = this.#poses[0];
    const velocities = this.#velocities;
    const time = (slice / SLICES) * this.#timeStep;
    for (let i = 0; i < pose.length; i++) pose[i] = from[i] + time * velocities[i];
    this.#made[slice] = 1;
    return pose;
  }
}
