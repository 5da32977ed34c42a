/**
 * Where the lower hull of four control points at 0, ⅓, ⅔, 1 is first 0; c₀ > 0. That is the first zero of any line between two of them, not only of those from the first.
 * More than 1 if all are positive.
 */
export function clipFromStart(c0: number, c1: number, c2: number, c3: number): number {
  let first = 2;
  if (c1 <= 0) first = c0 / (c0 - c1) / 3;
  if (c2 <= 0) {
    first = Math.min(first, (2 * c0) / (c0 - c2) / 3);
    if (c1 > 0) first = Math.min(first, (1 + c1 / (c1 - c2)) / 3);
  }
  if (c3 <= 0) {
    first = Math.min(first, c0 / (c0 - c3));
    if (c1 > 0) first = Math.min(first, (1 + (2 * c1) / (c1 - c3)) / 3);
    if (c2 > 0) first = Math.min(first, (2 + c2 / (c2 - c3)) / 3);
  }
  return first;
}
