import { denseSolve } from '../linear-algebra/dense-solve.ts';
import type { ReducedStvk } from './reduced-stvk.ts';

export interface ReducedMotionOptions {
  /** Length of a step in seconds. */
  readonly timeStep: number;
  /**
   * `'newmark'`: implicit Newmark with average acceleration, of second order. `'energy-conserving'`: the implicit midpoint
   * rule with the model's mean force; energy changes by work and damping only, however long the step. Default `'newmark'`.
   */
  readonly method?: 'newmark' | 'energy-conserving';
  /** Damping per mass, in 1/s. Default 0. */
  readonly massDamping?: number;
  /** Damping per stiffness at rest, in s. Default 0. */
  readonly stiffnessDamping?: number;
  /** Newton's steps at most; if they do not converge, the step is cut in two, up to six times. Default 20. */
  readonly maxIterations?: number;
}

/** A reduced body in motion. Change `q` and `velocity` at will between steps. */
export interface ReducedMotion {
  readonly q: Float64Array;
  readonly velocity: Float64Array;
  /** One step under reduced forces Uᵀf, none if left out. Returns Newton's steps. */
  step(force?: ArrayLike<number>): number;
  /** Kinetic and elastic energy. */
  energy(): number;
}

const OPTIONS = ['timeStep', 'method', 'massDamping', 'stiffnessDamping', 'maxIterations'];
/** Newton stops when its step is below this share of the distance moved in the time step, or of a thousandth of q. */
const CONVERGED = 1e-12;
const MOST_CUTS = 6;

export function createReducedMotion(model: ReducedStvk, options: ReducedMotionOptions): ReducedMotion {
  const caller = 'createReducedMotion';
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new RangeError(`${caller}: options are ${OPTIONS.join(', ')}, got '${name}'.`);
  }
  const { timeStep, method = 'newmark', massDamping = 0, stiffnessDamping = 0, maxIterations = 20 } = options;
  if (!(timeStep > 0 && timeStep < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: timeStep must be a finite number above 0, got ${timeStep}.`);
  }
  if (method !== 'newmark' && method !== 'energy-conserving') {
    throw new RangeError(`${caller}: method must be one of 'newmark', 'energy-conserving', got '${method}'.`);
  }
  for (const [name, value] of [
    ['massDamping', massDamping],
    ['stiffnessDamping', stiffnessDamping],
  ] as const) {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${caller}: ${name} must be a finite number from 0, got ${value}.`);
    }
  }
  if (!(Number.isInteger(maxIterations) && maxIterations >= 1)) {
    throw new RangeError(`${caller}: maxIterations must be a whole number from 1, got ${maxIterations}.`);
  }

  const { rank, masses } = model;
  const damping = new Float64Array(rank * rank);
  model.stiffness(new Float64Array(rank), damping);
  for (let i = 0; i < damping.length; i++) damping[i] = massDamping * masses[i] + stiffnessDamping * damping[i];
  const q = new Float64Array(rank);
  const velocity = new Float64Array(rank);
  const next = new Float64Array(rank);
  const nextVelocity = new Float64Array(rank);
  const acceleration = new Float64Array(rank);
  const rest = new Float64Array(rank);
  const matrix = new Float64Array(rank * rank);
  const conserving = method === 'energy-conserving';

  const startAcceleration = (force: ArrayLike<number> | undefined) => {
    model.force(q, acceleration);
    for (let i = 0; i < rank; i++) {
      acceleration[i] = (force === undefined ? 0 : force[i]) - acceleration[i];
      for (let j = 0; j < rank; j++) acceleration[i] -= damping[i * rank + j] * velocity[j];
    }
    matrix.set(masses);
    if (!denseSolve(matrix, rank, acceleration)) {
      throw new RangeError(`${caller}: columns of the basis must be independent, got masses without inverse.`);
    }
  };

  /** rest ← force − M·a − C·v − f at the guess `next`: Newmark's at the end of a step h, with the stiffness there, the other's in its middle. */
  const missing = (force: ArrayLike<number> | undefined, h: number) => {
    if (conserving) model.meanForce(q, next, rest);
    else model.forceAndStiffness(next, rest, matrix);
    for (let i = 0; i < rank; i++) nextVelocity[i] = (2 / h) * (next[i] - q[i]) - velocity[i];
    for (let i = 0; i < rank; i++) {
      let sum = force === undefined ? 0 : force[i];
      for (let j = 0; j < rank; j++) {
        const at = i * rank + j;
        const change = (nextVelocity[j] - velocity[j]) / h;
        const a = conserving ? change : 2 * change - acceleration[j];
        const v = conserving ? 0.5 * (velocity[j] + nextVelocity[j]) : nextVelocity[j];
        sum -= masses[at] * a + damping[at] * v;
      }
      rest[i] = sum - rest[i];
    }
  };

  /** One step of length h, or several shorter ones; returns Newton's steps. */
  const advance = (force: ArrayLike<number> | undefined, h: number, cuts: number): number => {
    // from the state at hand, not carried over: callers may have changed it, and forces jump
    startAcceleration(force);
    let scale = 0;
    for (let i = 0; i < rank; i++) {
      const move = h * velocity[i] + 0.5 * h * h * acceleration[i];
      next[i] = q[i] + move;
      scale = Math.max(scale, Math.abs(move), 1e-3 * Math.abs(q[i]));
    }
    const massFactor = (conserving ? 2 : 4) / (h * h);
    const dampingFactor = (conserving ? 1 : 2) / h;
    for (let iteration = 1; ; iteration++) {
      missing(force, h);
      if (conserving) model.meanStiffness(q, next, matrix);
      for (let i = 0; i < matrix.length; i++) matrix[i] += massFactor * masses[i] + dampingFactor * damping[i];
      const solved = denseSolve(matrix, rank, rest);
      let change = solved ? 0 : Number.NaN;
      for (let i = 0; i < rank; i++) {
        next[i] += rest[i];
        change = Math.max(change, Math.abs(rest[i])); // NaN stays
      }
      if (change <= CONVERGED * scale) {
        for (let i = 0; i < rank; i++) {
          velocity[i] = (2 / h) * (next[i] - q[i]) - velocity[i];
          q[i] = next[i];
        }
        return iteration;
      }
      if (iteration < maxIterations && Number.isFinite(change)) continue;
      if (cuts === 0) throw new RangeError(`step: Newton's method must converge, got a change of ${change} in q.`);
      return iteration + advance(force, h / 2, cuts - 1) + advance(force, h / 2, cuts - 1);
    }
  };

  return {
    q,
    velocity,
    step(force) {
      if (force !== undefined && force.length !== rank) {
        throw new RangeError(`step: force must hold ${rank} numbers, got ${force.length}.`);
      }
      const bad = q.findIndex((x, i) => !Number.isFinite(x) || !Number.isFinite(velocity[i]));
      if (bad >= 0) {
        throw new RangeError(
          `step: q and velocity must be finite, got ${q[bad]} and ${velocity[bad]} at place ${bad}.`,
        );
      }
      return advance(force, timeStep, MOST_CUTS);
    },
    energy() {
      let kinetic = 0;
      for (let i = 0; i < rank; i++) {
        for (let j = 0; j < rank; j++) kinetic += velocity[i] * masses[i * rank + j] * velocity[j];
      }
      return 0.5 * kinetic + model.energy(q);
    },
  };
}
