import { nudged, RandomPoints } from '../../predicates/random.ts';
import {
  flapped,
  gridPiece,
  grown,
  hook,
  islands,
  type Layout,
  type LayoutMaker,
  pinched,
  ribbon,
  soup,
  turning,
  turnOf,
} from './flat-layouts.ts';

export const layoutMakers: Readonly<Record<string, LayoutMaker>> = {
  gridPiece,
  turning,
  soup,
  grown,
  hook,
  ribbon,
  flapped,
  islands,
  pinched,
};

export interface RandomPatch {
  readonly layout: string;
  readonly positions: number[];
  readonly triangles: number[];
  readonly cut: number;
}

/** Patches without end, all kinds in turn, the same for the same seed. */
export function* randomPatches(seed: number): Generator<RandomPatch, never> {
  const random = new RandomPoints(seed);
  for (;;) {
    for (const [layout, make] of Object.entries(layoutMakers)) {
      const whole = random.below(2) === 0;
      const flat = facingUs(make(random, whole), random.below(3) > 0);
      const count = flat.triangles.length / 3;
      if (count < 2) continue;
      const cut = flat.cut && flat.cut < count ? flat.cut : 1 + random.below(count - 1);
      const positions = place(random, raise(random, flat, whole), whole);
      yield { layout, positions, triangles: flat.triangles, cut };
    }
  }
}

/** Triangles that turn their back are turned round or dropped, those without area dropped. */
function facingUs(layout: Layout, turnRound: boolean): Layout {
  const triangles: number[] = [];
  let cut = layout.cut ?? 0;
  const firstKept = cut;
  for (let i = 0; i < layout.triangles.length; i += 3) {
    const [a, b, c] = layout.triangles.slice(i, i + 3);
    const turn = a === b || b === c || c === a ? 0 : turnOf(layout, a, b, c);
    if (turn > 0) triangles.push(a, b, c);
    else if (turn < 0 && turnRound) triangles.push(a, c, b);
    else if (i < 3 * firstKept) cut--;
  }
  return { points: layout.points, triangles, cut };
}

/** Flat: then whatever overlaps meets. Or with heights, or as a ramp. */
function raise(random: RandomPoints, { points }: Layout, whole: boolean): number[] {
  const kind = random.below(5);
  const height = [0.01, 0.1, 0.4][random.below(3)];
  const positions: number[] = [];
  for (let v = 0; v < points.length / 2; v++) {
    let z = 0;
    if (kind === 3) z = whole ? Number(random.below(4) === 0) : height * random.random();
    if (kind === 4) z = whole ? v >> 3 : 0.1 * height * v;
    positions.push(points[2 * v], points[2 * v + 1], z);
  }
  return positions;
}

/** Turned, sheared, scaled and moved: exactly, if the coordinates are whole; else a vertex may be put very near an edge. */
function place(random: RandomPoints, flat: readonly number[], whole: boolean): number[] {
  const m = matrix(random, whole);
  const exponent = [0, 0, 0, -40, 40, -160, 160][random.below(7)];
  const distance = [0, 0, 0, 1, 2 ** 10, 2 ** 20, 2 ** 30][random.below(7)];
  const offset = random.inCube().map((x) => (whole ? Math.round(x * distance) : x * distance));
  const positions: number[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      const x = m[3 * row] * flat[i] + m[3 * row + 1] * flat[i + 1] + m[3 * row + 2] * flat[i + 2];
      positions.push((x + offset[row]) * 2 ** exponent);
    }
  }
  if (!whole && random.below(4) === 0) nearlyTouch(random, positions);
  return positions;
}

/**
 * Whole entries and a positive determinant, or a rotation: half the time one that leaves a flat patch in a coordinate plane, where
 * rounding does not lift it off and exact touching survives.
 */
function matrix(random: RandomPoints, whole: boolean): number[] {
  if (random.below(2) === 0) {
    const angle = whole ? 0 : 2 * Math.PI * random.random();
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const rows = [
      [cos, -sin, 0],
      [sin, cos, 0],
      [0, 0, 1],
    ];
    const first = random.below(3);
    return [0, 1, 2].flatMap((row) => rows[(row + first) % 3]);
  }
  if (whole) {
    for (;;) {
      const m = Array.from({ length: 9 }, () => random.below(5) - 2);
      const minor = (i: number, j: number) => m[3 + i] * m[6 + j] - m[3 + j] * m[6 + i];
      if (m[0] * minor(1, 2) - m[1] * minor(0, 2) + m[2] * minor(0, 1) > 0) return m;
    }
  }
  const [a, b, c] = random.inCube();
  const d = 0.1 + random.random();
  const s = 2 / (a * a + b * b + c * c + d * d);
  return [
    1 - s * (b * b + c * c),
    s * (a * b - c * d),
    s * (a * c + b * d),
    s * (a * b + c * d),
    1 - s * (a * a + c * c),
    s * (b * c - a * d),
    s * (a * c - b * d),
    s * (b * c + a * d),
    1 - s * (a * a + b * b),
  ];
}

/** A vertex goes to where two others are, or onto the line between them, but for a few units in the last place. */
function nearlyTouch(random: RandomPoints, positions: number[]): void {
  const count = positions.length / 3;
  const [v, a, b] = [random.below(count), random.below(count), random.below(count)];
  const share = [0, 0.5, random.random()][random.below(3)];
  const steps = random.below(3);
  for (let axis = 0; axis < 3; axis++) {
    const x = positions[3 * a + axis] + share * (positions[3 * b + axis] - positions[3 * a + axis]);
    positions[3 * v + axis] = x === 0 ? 0 : nudged(x, random.below(2 * steps + 1) - steps);
  }
}
