export interface ResonatorBankOptions {
  /** Samples a second. Default 44100. */
  readonly sampleRate?: number;
  /** Damping per mass, in 1/s. Default 0. */
  readonly massDamping?: number;
  /** Damping per stiffness, in s: high modes die away sooner. Default 0. */
  readonly stiffnessDamping?: number;
}

/** Damped oscillators q̈ + (α + β·ω²)·q̇ + ω²·q = f, one a mode, advanced sample by sample. */
export interface ResonatorBank {
  readonly count: number;
  readonly sampleRate: number;
  /** Amplitudes; change them at will between steps. */
  readonly q: Float64Array;
  /** Their velocities, likewise. */
  readonly velocity: Float64Array;
  /** One sample under forces that are constant during it, none if left out. */
  step(force?: ArrayLike<number>): void;
  /** Σ weight·velocity: what is heard where modes radiate with these weights. */
  listen(weights: ArrayLike<number>): number;
  /** Kinetic and elastic energy, for modes of unit mass. */
  energy(): number;
}

const OPTIONS = ['sampleRate', 'massDamping', 'stiffnessDamping'];
/** Numbers a mode: q and v after a sample from q, v and f before it. */
const STRIDE = 6;

/**
 * Modal sound: oscillators for the eigenvalues ω² of modes of unit mass. A step is the exact solution for a constant
 * force, so pitch and decay are right at any rate, nothing can blow up, and silence stays silence.
 *
 * @throws RangeError if a mode is at or above half the sample rate, where it would be heard as another pitch.
 */
export function createResonatorBank(eigenvalues: ArrayLike<number>, options: ResonatorBankOptions = {}): ResonatorBank {
  const caller = 'createResonatorBank';
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new RangeError(`${caller}: options are ${OPTIONS.join(', ')}, got '${name}'.`);
  }
  const { sampleRate = 44_100, massDamping = 0, stiffnessDamping = 0 } = options;
  if (!(sampleRate > 0 && sampleRate < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: sampleRate must be a finite number above 0, got ${sampleRate}.`);
  }
  for (const [name, value] of [
    ['massDamping', massDamping],
    ['stiffnessDamping', stiffnessDamping],
  ] as const) {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${caller}: ${name} must be a finite number from 0, got ${value}.`);
    }
  }
  const count = eigenvalues.length;
  const factors = new Float64Array(STRIDE * count);
  for (let k = 0; k < count; k++) {
    if (!(eigenvalues[k] > 0 && eigenvalues[k] < (Math.PI * sampleRate) ** 2)) {
      const hertz = Math.sqrt(eigenvalues[k]) / (2 * Math.PI);
      throw new RangeError(
        `${caller}: modes must be above 0 and below ${sampleRate / 2} Hz, half the sample rate, got ${hertz} Hz at place ${k}.`,
      );
    }
    const decay = 0.5 * (massDamping + stiffnessDamping * eigenvalues[k]);
    fillFactors(eigenvalues[k], decay, 1 / sampleRate, factors, STRIDE * k);
  }
  const q = new Float64Array(count);
  const velocity = new Float64Array(count);
  const stiffness = Float64Array.from(eigenvalues);

  const checkLength = (name: string, array: ArrayLike<number>) => {
    if (array.length !== count) throw new RangeError(`${name} must hold ${count} numbers, got ${array.length}.`);
  };
  return {
    count,
    sampleRate,
    q,
    velocity,
    step(force) {
      if (force !== undefined) checkLength('step: force', force);
      for (let k = 0; k < count; k++) {
        const at = STRIDE * k;
        const f = force === undefined ? 0 : force[k];
        const x = q[k];
        const v = velocity[k];
        q[k] = factors[at] * x + factors[at + 1] * v + factors[at + 2] * f;
        velocity[k] = factors[at + 3] * x + factors[at + 4] * v + factors[at + 5] * f;
      }
    },
    listen(weights) {
      checkLength('listen: weights', weights);
      let sum = 0;
      for (let k = 0; k < count; k++) sum += weights[k] * velocity[k];
      return sum;
    },
    energy() {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += velocity[k] * velocity[k] + stiffness[k] * q[k] * q[k];
      return 0.5 * sum;
    },
  };
}

/** The exponential of one sample: q = e^(−δt)·(cos, sin) if the mode swings, two decays if damping is stronger than that. */
function fillFactors(eigenvalue: number, decay: number, time: number, out: Float64Array, at: number): void {
  const rest = eigenvalue - decay * decay;
  let even: number; // e^(−δt)·cos(νt), ν² = ω² − δ²
  let odd: number; // e^(−δt)·sin(νt)/ν
  if (rest > 0) {
    const swing = Math.sqrt(rest);
    even = Math.exp(-decay * time) * Math.cos(swing * time);
    odd = (Math.exp(-decay * time) * Math.sin(swing * time)) / swing;
  } else if (rest < 0) {
    const spread = Math.sqrt(-rest);
    const slow = Math.exp(-(eigenvalue / (decay + spread)) * time); // δ − √(δ² − ω²), without cancellation
    const fast = Math.exp(-(decay + spread) * time);
    even = 0.5 * (slow + fast);
    odd = (0.5 * (slow - fast)) / spread;
  } else {
    even = Math.exp(-decay * time);
    odd = even * time;
  }
  out[at] = even + decay * odd;
  out[at + 1] = odd;
  out[at + 2] = (1 - out[at]) / eigenvalue;
  out[at + 3] = -eigenvalue * odd;
  out[at + 4] = even - decay * odd;
  out[at + 5] = odd;
}
