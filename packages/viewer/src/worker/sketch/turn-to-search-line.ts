/** Points of the plane in a frame whose second axis runs along the search line: as they are, or turned by a quarter to the left. */
export function turnToSearchLine(points: Float64Array, vertical: boolean): Float64Array {
  if (vertical) return points;
  const turned = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    turned[i] = 0 - points[i + 1]; // no −0
    turned[i + 1] = points[i];
  }
  return turned;
}
