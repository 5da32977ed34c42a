/** How much of a pitch is in the samples. */
export function strength(samples: Float64Array, hertz: number, rate: number): number {
  let re = 0;
  let im = 0;
  for (let i = 0; i < samples.length; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / samples.length);
    re += window * samples[i] * Math.cos((2 * Math.PI * hertz * i) / rate);
    im += window * samples[i] * Math.sin((2 * Math.PI * hertz * i) / rate);
  }
  return Math.hypot(re, im);
}
