/**
 * Folds that neither stretch nor shrink the cloth: the sine-generated curve, whose tangent direction is
 * `amplitude · cos θ`, with θ growing evenly along the cloth (2π a fold).
 *
 * Its integrals are Fourier series in Bessel functions J₀, J₁, …, so a point needs no step-by-step integration and
 * the curve is smooth in amplitude and θ. Neighbouring folds touch from an amplitude of about 2.1 (radians); at 2.405 (the
 * zero of J₀) every fold would lie exactly on the next one, so scenes stay below.
 */
export const MEANDER_TERMS = 14;

/** Writes J₀(amplitude) … J₁₃(amplitude) to `out`. For amplitudes up to 2.4 the first one left out is below 2·10⁻¹⁰. */
export function meanderCoefficients(amplitude: number, out: Float64Array): void {
  if (amplitude < 1e-9) {
    out.fill(0);
    out[0] = 1;
    return;
  }
  // downward recurrence J(j−1) = (2j/x)·J(j) − J(j+1), which is stable, then scaled by J₀ + 2·(J₂ + J₄ + …) = 1
  let above = 0;
  let here = 1e-290;
  let sum = 0;
  for (let j = 26; j > 0; j--) {
    const below = ((2 * j) / amplitude) * here - above;
    above = here;
    here = below;
    const order = j - 1;
    if (order < MEANDER_TERMS) out[order] = here;
    if (order % 2 === 0) sum += order === 0 ? here : 2 * here;
  }
  for (let j = 0; j < MEANDER_TERMS; j++) out[j]! /= sum;
}

/**
 * Writes the point at `theta` to `out[0]` (along the row of folds) and `out[1]` (across it).
 * The unit is fold length / 2π: at amplitude 0 the point is (theta, 0); a full fold advances by 2π·J₀.
 */
export function meanderPoint(coefficients: Float64Array, theta: number, out: Float64Array): void {
  const twiceCos = 2 * Math.cos(theta);
  let previous = 0; // sin((j − 1)θ)
  let sine = Math.sin(theta); // sin(jθ)
  let along = coefficients[0]! * theta;
  let across = 0;

  for (let j = 1; j < MEANDER_TERMS; j++) {
    const term = ((j & 2) === 0 ? 2 : -2) * (coefficients[j]! / j) * sine;
    if ((j & 1) === 0) along += term;
    else across += term;
    const next = twiceCos * sine - previous;
    previous = sine;
    sine = next;
  }
  out[0] = along;
  out[1] = across;
}

/** The amplitude at which a row of folds takes `ratio` (0.02 … 1) of the cloth's length: J₀(amplitude) = ratio. */
export function meanderAmplitude(ratio: number, scratch: Float64Array): number {
  // Newton's steps on the square of the amplitude, in which J₀ is nearly a straight line
  let square = 4 * (1 - ratio);
  for (let step = 0; step < 5; step++) {
    const amplitude = Math.sqrt(square);
    meanderCoefficients(amplitude, scratch);
    const slope = amplitude < 1e-9 ? -0.25 : -scratch[1]! / (2 * amplitude);
    square = Math.max(0, square - (scratch[0]! - ratio) / slope);
  }
  return Math.sqrt(square);
}
