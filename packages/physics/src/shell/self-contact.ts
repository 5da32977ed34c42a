import { createDetector, type Detector, type DetectorMethod } from 'selfcollide';
import { ImpactRows } from './impact-rows.ts';

export interface SelfContactOptions {
  /** Distance that parts of the shell keep from each other; well below the length of edges. */
  readonly thickness: number;
  /** Coulomb's coefficient of the shell on itself. Default 0.2. */
  readonly friction?: number;
  /** How impacts are found; all find the same. Default as in `createDetector`. */
  readonly method?: DetectorMethod;
}

/** Of the last step. */
export interface SelfContactCounters {
  /** Times that impacts were looked for and pushed apart. */
  rounds: number;
  /** Pairs that came within the thickness, in the first round. */
  impacts: number;
  /** Part of the way, and of the time, that was gone. */
  share: number;
}

const KNOWN = ['thickness', 'friction', 'method'];
const ROUNDS = 6;
const SWEEPS = 12;
/** Cuts of the way; a second one is needed only where rounding left the straight line. */
const CUTS = 8;

/** Sees to it that a shell never passes into itself: impulses first, and the collision-free part of the way as the last word. */
export class SelfContact {
  readonly counters: SelfContactCounters = { rounds: 0, impacts: 0, share: 1 };
  readonly #detector: Detector;
  readonly #triangles: Uint32Array;
  readonly #rows = new ImpactRows();
  readonly #thickness: number;
  readonly #friction: number;
  /** Where the last step ended: free of contact. */
  readonly accepted: Float64Array;

  constructor(caller: string, positions: Float64Array, triangles: Uint32Array, options: SelfContactOptions) {
    for (const name of Object.keys(options)) {
      if (KNOWN.includes(name)) continue;
      throw new RangeError(`${caller}: selfContact takes ${KNOWN.join(', ')}; got ${name}.`);
    }
    const { thickness, friction = 0.2, method } = options;
    if (!(thickness > 0 && thickness < Infinity)) {
      throw new RangeError(`${caller}: thickness must be a finite number above 0, got ${String(thickness)}.`);
    }
    if (!(friction >= 0 && friction < Infinity)) {
      throw new RangeError(`${caller}: friction must be a finite number from 0, got ${String(friction)}.`);
    }
    this.#thickness = thickness;
    this.#friction = friction;
    this.#triangles = triangles;
    this.accepted = positions.slice();
    this.#detector = createDetector({ positions, triangles }, method ? { method } : {});
    const { startCount } = this.#detector.findImpacts(positions);
    const { count } = this.#detector.findIntersections();
    if (count + startCount > 0) {
      throw new RangeError(
        `${caller}: with selfContact the mesh must not touch itself, got ${Math.max(count, startCount)} contacts.`,
      );
    }
  }

  /**
   * Changes `positions`, where the shell wants to be after the step, so that the straight way there is free, and takes them over.
   * `pushOut` keeps colliders out, `settle` is called with what is to become of the velocities before the way is cut.
   */
  resolve(positions: Float64Array, inverseMasses: Float64Array, pushOut: () => void, settle: () => void): void {
    const { counters, accepted } = this;
    const detector = this.#detector;
    const rows = this.#rows;
    const near = { minSeparation: this.#thickness };
    counters.rounds = counters.impacts = 0;
    let free = false;
    for (let round = 0; round < ROUNDS && !free; round++) {
      const impacts = detector.findImpacts(positions, near);
      if (round === 0) counters.impacts = impacts.vertexCount + impacts.edgeCount;
      if (impacts.vertexCount + impacts.edgeCount === 0) {
        free = true;
        break;
      }
      rows.setImpacts(impacts, this.#triangles, accepted, this.#thickness);
      for (let sweep = 0; sweep < SWEEPS; sweep++) {
        if (rows.pushApart(positions, inverseMasses) < 1e-3 * this.#thickness) break;
      }
      if (this.#friction > 0) rows.rub(positions, accepted, inverseMasses, this.#friction);
      pushOut();
      counters.rounds++;
      free = detector.collisionFreeStep(positions) === 1;
    }
    settle();
    counters.share = free ? 1 : this.#cut(positions);
    detector.update(positions);
    accepted.set(positions);
  }

  /** Goes only as far as is free. What is accepted is where the numbers really are: the way to them is asked for again. */
  #cut(positions: Float64Array): number {
    const { accepted } = this;
    let share = 1;
    for (let cut = 0; cut < CUTS; cut++) {
      const part = this.#detector.collisionFreeStep(positions);
      if (part === 1) return share;
      share *= part;
      for (let i = 0; i < positions.length; i++) positions[i] = accepted[i] + part * (positions[i] - accepted[i]);
    }
    positions.set(accepted);
    return 0;
  }
}
