/**
 * Where the lower hull of four control points c₀ … c₃ at 0, ⅓, ⅔, 1 is first 0, written to place 4; c₀ > 0. That is the first zero of any line between two of them, not only of
 * those from the first. More than 1 if all are positive.
 */
export function clipFromStart(c: Float64Array): void {
  const c0 = c[0];
  const c1 = c[1];
  const c2 = c[2];
  const c3 = c[3];
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
  c[4] = first;
}
