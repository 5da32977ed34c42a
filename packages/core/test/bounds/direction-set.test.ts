import { describe, expect, it } from 'vitest';
import {
  CELL_COUNT,
  createDirectionSet,
  createSteepDirectionSet,
  LEVELS,
  STEEP_WORDS,
} from '../../src/bounds/direction-set.ts';
import { RandomPoints } from '../predicates/random.ts';

const DEGREE = Math.PI / 180;

/** Angle from a unit vector to the nearest direction. */
function nearestAngle(components: Int32Array, [x, y, z]: readonly number[]): number {
  let best = -1;
  for (let d = 0; d < components.length; d += 3) {
    const [a, b, c] = components.subarray(d, d + 3);
    best = Math.max(best, (a * x + b * y + c * z) / Math.hypot(a, b, c));
  }
  return Math.acos(Math.min(1, best));
}

function randomUnit(random: RandomPoints): number[] {
  for (;;) {
    const v = random.inCube();
    const length = Math.hypot(...v);
    if (length > 0.1 && length <= 1) return v.map((x) => x / length);
  }
}

/** The worst angle: random samples, then a walk uphill from each. */
function coveringAngle(components: Int32Array): number {
  const random = new RandomPoints(1);
  let worst = 0;
  for (let run = 0; run < 200; run++) {
    let at = randomUnit(random);
    let angle = nearestAngle(components, at);
    for (let step = 0.3; step > 1e-4; step *= 0.8) {
      for (let tries = 0; tries < 6; tries++) {
        const moved = at.map((x) => x + step * (2 * random.random() - 1));
        const length = Math.hypot(...moved);
        const there = moved.map((x) => x / length);
        if (nearestAngle(components, there) > angle) {
          at = there;
          angle = nearestAngle(components, there);
        }
      }
    }
    worst = Math.max(worst, angle);
  }
  return worst;
}

describe('directions', () => {
  it('31 of them leave gaps of 32° at most, the middles of an icosidodecahedron’s pentagons', () => {
    const { count, components } = createDirectionSet(31);
    expect(count).toBe(31);
    expect(components.length).toBe(93);
    const angle = coveringAngle(components) / DEGREE;
    expect(angle).toBeLessThan(32);
    expect(angle).toBeGreaterThan(31); // the search does find them
  });

  it('14 of them are the axes and the corners of a cube', () => {
    const { count, components } = createDirectionSet(14);
    expect(count).toBe(14);
    const names = Array.from({ length: 14 }, (_, d) =>
      [...components.subarray(3 * d, 3 * d + 3)].map(Math.sign).join(),
    );
    const axes = ['1,0,0', '-1,0,0', '0,1,0', '0,-1,0', '0,0,1', '0,0,-1'];
    const corners = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].map((z) => `${x},${y},${z}`)));
    expect(names.sort()).toEqual([...axes, ...corners].sort());
    expect(coveringAngle(components) / DEGREE).toBeCloseTo(36.2, 0);
  });

  it.each([14, 31] as const)('%i of them, steep: masks of a cell lose directions from level to level', (count) => {
    const { cellMasks } = createDirectionSet(count);
    const { tables, starts } = createSteepDirectionSet(count);
    expect(LEVELS * (Math.max(...starts) + 1)).toBe(STEEP_WORDS);
    let kept = 0;
    let wrong = 0;
    for (let cell = 0; cell < CELL_COUNT; cell++) {
      const masks = tables.subarray(LEVELS * starts[cell], LEVELS * (starts[cell] + 1));
      if (masks[0] !== cellMasks[cell]) wrong++;
      for (let k = 1; k < LEVELS; k++) if ((masks[k] & ~masks[k - 1]) !== 0) wrong++;
      if (masks[LEVELS - 1] !== 0) kept++;
    }
    expect(wrong).toBe(0);
    expect(kept).toBeGreaterThan(1000);
  });

  it.each([14, 31] as const)(
    '%i of them: every one has its own bit, and the opposite of a normal never shares one',
    (count) => {
      const { cellMasks } = createDirectionSet(count);
      let all = 0;
      for (const mask of cellMasks) all |= mask;
      expect(all).toBe(2 ** count - 1);
      const last = cellMasks.length - 1; // mirrored through the middle, cell i is cell last − i
      const shared = cellMasks.filter((mask, cell) => (mask & cellMasks[last - cell]) !== 0);
      expect(shared.length).toBe(0);
    },
  );
});
