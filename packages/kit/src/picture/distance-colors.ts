/** From touching, in the colour of contacts, to as far apart as was asked for: red, orange, yellow, green, blue. */
const STOPS = [0xe3172a, 0xf4742b, 0xfbc63f, 0x8fc9a0, 0x2f6fc4] as const;
/** Colours that distances are rounded to. */
const BANDS = 24;

/** The scale from left to right, for style sheets. */
export const DISTANCE_GRADIENT = `linear-gradient(to right, ${STOPS.map(hexOf).join(', ')})`;

/** A colour as 0xrrggbb. `share` is the distance over the largest that is shown, 0 to 1. */
export function distanceColor(share: number): number {
  const at = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const below = Math.min(STOPS.length - 2, Math.floor(at));
  let color = 0;
  for (const shift of [16, 8, 0]) {
    const [a, b] = [(STOPS[below] >> shift) & 255, (STOPS[below + 1] >> shift) & 255];
    color |= Math.round(a + (at - below) * (b - a)) << shift;
  }
  return color;
}

/** Lists of triangles, a list a colour. `shares` has one number a triangle, as in {@link distanceColor}. */
export function bandsByDistance(
  triangles: ArrayLike<number>,
  shares: ArrayLike<number>,
): { readonly triangles: number[]; readonly color: number }[] {
  const bands = Array.from({ length: BANDS }, (): number[] => []);
  for (let i = 0; i < triangles.length; i++) {
    bands[Math.min(BANDS - 1, Math.max(0, Math.floor(BANDS * shares[i])))].push(triangles[i]);
  }
  return bands
    .map((band, i) => ({ triangles: band, color: distanceColor(i / (BANDS - 1)) }))
    .filter((band) => band.triangles.length > 0);
}

function hexOf(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
