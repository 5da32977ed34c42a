/** Places along the longest side of all positions: a bit of an integer is left for differences. */
const PLACES = 2 ** 30;
/** Far from the origin a place is at least this part of a coordinate, so that rounding cannot carry a product out of range. */
const FINEST = 2 ** -40;
/** Where all vertices coincide the longest side is 0: any finite factor will do. */
const MOST_PER_LENGTH = 2 ** 1000;

/**
 * Writes coordinates as whole numbers from 0 to about 2³⁰. On each axis the rule is monotone, roundings included: what was not smaller
 * is not smaller afterwards. So boxes that meet still do; boxes less than a place apart may seem to. Positions must be finite.
 */
export function roundToPlaces(positions: Float64Array, places: Int32Array): void {
  let lowX = positions[0];
  let lowY = positions[1];
  let lowZ = positions[2];
  let highX = lowX;
  let highY = lowY;
  let highZ = lowZ;
  for (let i = 3; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x < lowX) lowX = x;
    else if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    else if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    else if (z > highZ) highZ = z;
  }
  const furthest = Math.max(highX, highY, highZ, -lowX, -lowY, -lowZ);
  // halves, since the difference of two coordinates near the largest double is infinite
  const halfSide = Math.max(highX / 2 - lowX / 2, highY / 2 - lowY / 2, highZ / 2 - lowZ / 2);
  const perLength = Math.min(PLACES / 2 / Math.max(halfSide, furthest * FINEST), MOST_PER_LENGTH);
  writePlaces(positions, places, perLength, lowX * perLength, lowY * perLength, lowZ * perLength);
}

/** A function of its own, since V8 would throw away what it compiled for the loop above at the end of it. */
function writePlaces(
  positions: Float64Array,
  places: Int32Array,
  perLength: number,
  lowX: number,
  lowY: number,
  lowZ: number,
): void {
  for (let i = 0; i < positions.length; i += 3) {
    places[i] = positions[i] * perLength - lowX;
    places[i + 1] = positions[i + 1] * perLength - lowY;
    places[i + 2] = positions[i + 2] * perLength - lowZ;
  }
}
