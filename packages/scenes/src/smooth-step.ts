/** 0 up to `from`, 1 beyond `to`, between them a cubic with slope 0 at both ends. */
export function smoothStep(from: number, to: number, x: number): number {
  if (x <= from) return 0;
  if (x >= to) return 1;
  const s = (x - from) / (to - from);
  return s * s * (3 - 2 * s);
}
