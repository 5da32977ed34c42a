import type { Outcome } from 'selfcollide';

/** What colour a patch has, by what a query made of it; sRGB. Told apart with the common kinds of colour blindness too. */
export const outcomeColors: Readonly<Record<Outcome, number>> = {
  'no common direction': 0xb0b4ba,
  'contour may meet itself': 0xcc79a7,
  'not tried': 0x8d939c,
  'culled by direction alone': 0xe69f00,
  'culled by star test': 0x56b4e9,
  'culled by exact contour': 0x0072b2,
  'culled by a line through the common vertex': 0x009e73,
  'culled together with a neighbour': 0x66c2a5,
  'triangles tested': 0xd55e00,
};

/** Red, green and blue (0 to 1, sRGB) for the i-th of many patches: neighbours in number differ clearly in hue. */
export function patchColor(i: number): [number, number, number] {
  const hue = (i * 0.618033988749895) % 1; // steps of the golden ratio never come near each other
  const light = 0.5 + 0.14 * ((i % 3) - 1);
  const channel = (shift: number) => {
    const k = (shift + hue * 12) % 12;
    return light - 0.55 * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}
