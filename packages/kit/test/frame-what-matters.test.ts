import { frameAllPoses, frameWhatMatters } from '@selfcollide/kit';
import { createRandom } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';

/** Points in a ball. */
function ball(count: number, [x, y, z]: readonly number[], radius: number, seed = 1): number[] {
  const random = createRandom(seed);
  const points: number[] = [];
  while (points.length < 3 * count) {
    const at = [0, 1, 2].map(() => random.between(-1, 1));
    if (Math.hypot(...at) <= 1) points.push(x + radius * at[0], y + radius * at[1], z + radius * at[2]);
  }
  return points;
}

describe('frameWhatMatters', () => {
  it('shows everything of a body, wherever it is and however large', () => {
    for (const [center, size] of [
      [[0, 0, 0], 1],
      [[1e6, -4e5, 3], 2],
      [[0, 0, 0], 1e150],
      [[5, 5, 5], 1e-9],
    ] as const) {
      const { center: found, radius } = frameWhatMatters(ball(3000, center, size));
      expect(radius / size).toBeGreaterThan(0.9);
      expect(radius / size).toBeLessThan(1.2);
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(found[axis] - center[axis])).toBeLessThan(0.2 * size);
    }
  });

  it('shows bodies side by side, and thin ones whole', () => {
    const two = [...ball(500, [0, 0, 0], 1), ...ball(500, [6, 0, 0], 1)];
    expect(frameWhatMatters(two).radius).toBeGreaterThan(3.5);
    const line = Array.from({ length: 300 }, (_, i) => [i, 0, 0]).flat();
    expect(frameWhatMatters(line)).toMatchObject({ center: [149.5, 0, 0], radius: 149.5 });
    expect(frameWhatMatters([0, 0, 0, 0, 0, 0])).toMatchObject({ center: [0, 0, 0], radius: 1 });
    expect(frameWhatMatters([])).toMatchObject({ center: [0, 0, 0], radius: 1 });
  });

  it.each([1, 8, 300])('leaves out %i of 1,000 vertices that are far away', (strays) => {
    const body = [...ball(1000 - strays, [3, 0, 0], 1), ...ball(strays, [1e8, 0, 0], strays > 20 ? 1 : 1e7, 2)];
    const { center, radius } = frameWhatMatters(body);
    expect(radius).toBeLessThan(1.5);
    expect(Math.abs(center[0] - 3)).toBeLessThan(0.3);
  });

  it('shows the part that has contacts, if parts are far apart', () => {
    const bodies = [...ball(900, [0, 0, 0], 1), ...ball(100, [1000, 0, 0], 1, 2), ...ball(100, [0, -50_000, 0], 1, 3)];
    expect(frameWhatMatters(bodies).center[0]).toBeLessThan(1);
    expect(frameWhatMatters(bodies, [1000.5, 0, 0]).center[0]).toBeGreaterThan(999);
    expect(frameWhatMatters(bodies, [1000.5, 0, 0, 0, -50_000, 0, 0.5, -50_000, 0]).center[1]).toBeLessThan(-49_999);
  });

  it('shows who stands on a large ground, not the ground', () => {
    const ground = [-50, 0, -50, 50, 0, -50, 50, 0, 50, -50, 0, 50];
    const wall = [-50, 0, -50, 50, 0, -50, 50, 30, -50, -50, 30, -50];
    const square = (first: number) => [0, 1, 2, 0, 2, 3].map((v) => v + first);
    const body = ball(60, [4, 0.9, 2], 0.9);
    const chain = (first: number) =>
      Array.from({ length: 58 }, (_, i) => [i, i + 1, i + 2].map((v) => v + first)).flat();
    for (const [positions, triangles] of [
      [
        [...ground, ...body],
        [...square(0), ...chain(4)],
      ],
      [
        [...body, ...wall, ...ground],
        [...chain(0), ...square(60), ...square(64)],
      ],
    ]) {
      const { center, radius } = frameAllPoses([positions], [], triangles);
      expect(radius).toBeLessThan(1.1);
      expect(Math.abs(center[0] - 4)).toBeLessThan(0.2);
    }
    // a table cloth is no ground, nor is a plane alone, nor a large thing that is not flat
    const small = ground.map((x) => x / 10);
    expect(frameAllPoses([[...small, ...body]], [], [...square(0), ...chain(4)]).radius).toBeGreaterThan(6);
    expect(frameAllPoses([ground], [], square(0)).radius).toBeGreaterThan(60);
    const round = ball(60, [0, 0, 0], 50);
    expect(frameAllPoses([[...round, ...body]], [], [...chain(0), ...chain(60)]).radius).toBeGreaterThan(40);
  });

  it('sees a part even if it looks at some of many vertices only', () => {
    const body = [...ball(120_000, [0, 0, 0], 1), ...ball(3, [400, 0, 0], 1, 2)];
    const { radius } = frameWhatMatters(body);
    expect(radius).toBeGreaterThan(0.95);
    expect(radius).toBeLessThan(1.1);
  });
});
