import { MeshError } from '../../errors.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Positions } from '../../mesh/triangle-mesh.ts';
import { describe, isFloatArray } from '../../mesh/validate-mesh.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Impact } from '../../results/impacts.ts';

/**
 * Why a step ended where it did. `arrived`: at the wanted positions. `impact`: before what would have touched. `no-room`: where it began, since the numbers
 * between there and the impact are too few to go on. `starts-in-contact`: where it began, since something touches or passes through there already.
 */
export type AdvanceStop = 'arrived' | 'impact' | 'no-room' | 'starts-in-contact';

/** What `advance` did. The same object every time, valid until the next call. */
export interface Advance {
  /** Where vertices are now: `out`, or memory of the detector. Nothing touches on the straight way there, to these numbers as they are. */
  readonly positions: Positions;
  /** How far of the way they went: 1 arrived, 0 stayed. */
  readonly share: number;
  readonly stop: AdvanceStop;
  /** Whether edges already passed through triangles, or touched them, before the step. */
  readonly startsIntersecting: boolean;
  /** The first impact on the whole way; null if there is none, or the mesh already intersected itself. */
  readonly ahead: Impact | null;
  /** How many shortened ways were looked at; at most 16. */
  readonly rounds: number;
}

export interface AdvanceOptions {
  /** The part of its distance that a pair which would have touched keeps, from 0 to less than 1. Default 0.1. */
  readonly keepGap?: number;
}

/** What a detector does for `advance`. */
export interface Stepper {
  readonly surface: Surface;
  readonly pose: Pose;
  selfIntersects(): boolean;
  checkOptions(options: AdvanceOptions): void;
  /** What touches first on the straight way to these positions; they are checked before anything else happens. */
  firstOnWay(next: Positions): Impact | null;
  freeShare(next: Positions, options: AdvanceOptions | undefined): number;
  update(positions: Positions): void;
}

/** Halving alone would need a thousand rounds to reach the last digits; after these, cuts are by far more. */
const HALVINGS = 6;
const MAX_ROUNDS = 16;
/** For a way at whose very end something touches: any share below 1 is one to try. */
const ALMOST_ALL = 1 - 2 ** -10;

/**
 * Moves vertices as far as they can go. Whether a way is free is asked for the numbers as written, after rounding: a share of a step that is free in
 * real numbers may touch when somebody multiplies it out.
 */
export class Advancer {
  readonly #stepper: Stepper;
  /** In the caller's order: where vertices want to be, and where they are. Doubles, which hold 32-bit numbers too. */
  readonly #target: Float64Array;
  readonly #start: Float64Array;
  #own: Positions | null = null;
  readonly #result = {
    positions: new Float64Array(0) as Positions,
    share: 0.5,
    stop: 'arrived' as AdvanceStop,
    startsIntersecting: false,
    ahead: null as Impact | null,
    rounds: 0,
  };

  constructor(stepper: Stepper) {
    this.#stepper = stepper;
    this.#target = new Float64Array(3 * stepper.surface.callerVertexCount);
    this.#start = new Float64Array(3 * stepper.surface.callerVertexCount);
  }

  get byteLength(): number {
    return this.#target.byteLength + this.#start.byteLength + (this.#own?.byteLength ?? 0);
  }

  /** @param isFree The pose was reached by a free way, so it need not be searched. */
  advance(next: Positions, out: Positions | undefined, options: AdvanceOptions | undefined, isFree: boolean): Advance {
    const stepper = this.#stepper;
    const result = this.#result;
    if (options !== undefined) stepper.checkOptions(options);
    result.rounds = 0;
    result.startsIntersecting = false;
    result.ahead = stepper.firstOnWay(next);
    if (out !== undefined) this.#checkOut(out);
    const written = out ?? this.#ownArray(next);
    result.positions = written;
    const is32 = written.BYTES_PER_ELEMENT === 4;
    this.#readEnds(next, is32);
    if (!isFree && stepper.selfIntersects()) {
      result.startsIntersecting = true;
      result.ahead = null;
      return this.#stay(written, 'starts-in-contact');
    }
    // rounded to 32 bits, the end of the way may be another
    if (is32 && next.BYTES_PER_ELEMENT !== 4) {
      this.#write(written, 1);
      result.ahead = stepper.firstOnWay(written);
    }
    const { ahead } = result;
    if (ahead === null) {
      this.#write(written, 1);
      return this.#finish(written, 1, 'arrived');
    }
    if (ahead.time === 0) return this.#stay(written, 'starts-in-contact');
    let share = Math.min(stepper.freeShare(this.#target, options), ALMOST_ALL);
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      result.rounds = round;
      if (!this.#write(written, share)) break;
      if (stepper.firstOnWay(written) === null) return this.#finish(written, share, 'impact');
      share *= round < HALVINGS ? 0.5 : 2 ** -8;
    }
    return this.#stay(written, 'no-room');
  }

  #stay(written: Positions, stop: AdvanceStop): Advance {
    this.#write(written, 0);
    this.#result.share = 0;
    this.#result.stop = stop;
    return this.#result;
  }

  #finish(written: Positions, share: number, stop: AdvanceStop): Advance {
    this.#stepper.update(written);
    this.#result.share = share;
    this.#result.stop = stop;
    return this.#result;
  }

  /** Positions after a share of the way. Returns whether any vertex is elsewhere than at the start. */
  #write(out: Positions, share: number): boolean {
    const start = this.#start;
    const target = this.#target;
    const { copies } = this.#stepper.surface;
    let moved = false;
    for (let i = 0; i < out.length; i++) {
      const from = start[i];
      const to = target[i];
      const way = to - from;
      // the difference of two finite numbers need not be finite
      const at = Number.isFinite(way) ? from + share * way : (1 - share) * from + share * to;
      out[i] = share === 1 ? to : share === 0 ? from : at;
      if (out[i] !== from) moved = true;
    }
    // copies of a welded vertex go where it goes, and stay as far from it as they are wanted
    for (let i = 0; i < copies.length; i += 2) {
      for (let axis = 0; axis < 3; axis++) {
        const copy = 3 * copies[i] + axis;
        const original = 3 * copies[i + 1] + axis;
        out[copy] = out[original] + (target[copy] - target[original]);
      }
    }
    return moved;
  }

  #readEnds(next: Positions, is32: boolean): void {
    const start = this.#start;
    const target = this.#target;
    const { surface, pose } = this.#stepper;
    for (let i = 0; i < target.length; i++) target[i] = is32 ? Math.fround(next[i]) : next[i];
    // of vertices that belong to no triangle nobody knows where they were
    start.set(target);
    const { vertexSource } = surface;
    for (let v = 0; v < vertexSource.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        start[3 * vertexSource[v] + axis] = pose.positions[3 * v + axis] / pose.scale;
      }
    }
  }

  #checkOut(out: Positions): void {
    const { length } = this.#target;
    if (!isFloatArray(out)) {
      throw new MeshError(
        'POSITIONS_TYPE',
        `advance: out must be a Float32Array or Float64Array, got ${describe(out)}.`,
      );
    }
    if (out.length !== length) {
      throw new MeshError('POSITIONS_LENGTH', `advance: out must hold ${length} numbers, got length ${out.length}.`);
    }
    if (out.BYTES_PER_ELEMENT === 4 && !this.#fits32()) {
      throw new MeshError(
        'POSITIONS_TYPE',
        'advance: out must be able to hold the pose it starts from, which has numbers of 64 bits, got a Float32Array.',
      );
    }
  }

  /** Of the kind of `next`, unless the pose would not fit. */
  #ownArray(next: Positions): Positions {
    const is32 = next.BYTES_PER_ELEMENT === 4 && this.#fits32();
    if (this.#own === null || (this.#own.BYTES_PER_ELEMENT === 4) !== is32) {
      this.#own = is32 ? new Float32Array(this.#target.length) : new Float64Array(this.#target.length);
    }
    return this.#own;
  }

  #fits32(): boolean {
    const { positions, scale } = this.#stepper.pose;
    for (let i = 0; i < positions.length; i++) {
      const x = positions[i] / scale;
      if (Math.fround(x) !== x) return false;
    }
    return true;
  }
}
