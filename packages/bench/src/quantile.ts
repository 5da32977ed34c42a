/** The value below which `fraction` of the samples lie, interpolated between neighbours; 0.5 is the median. */
export function quantile(samples: readonly number[], fraction: number): number {
  if (samples.length === 0) throw new RangeError('quantile: samples must not be empty.');
  const sorted = [...samples].sort((a, b) => a - b);
  const at = fraction * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}
