/** The shortest text that reads back as the same number; `String` alone would lose the sign of −0. */
export function coordinateText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
