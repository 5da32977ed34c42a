import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trianglesMeet } from '../../src/predicates/triangles-meet.ts';
import { hullsMeet, type Point } from './exact-oracle.ts';
import { permutations, points } from './points.ts';
import { RandomPoints } from './random.ts';

const answer = (list: readonly Point[]) => trianglesMeet(Float64Array.from(list.flat()), 0, 1, 2, 3, 4, 5);
const truth = (list: readonly Point[]) => hullsMeet(list.slice(0, 3), list.slice(3));

/** Six orders of each triangle, both orders of the two: 72. */
function expectInEveryOrder([a, b, c, d, e, f]: readonly Point[], meets: boolean): void {
  for (const first of permutations([a, b, c])) {
    for (const second of permutations([d, e, f])) {
      if (answer([...first, ...second]) !== meets || answer([...second, ...first]) !== meets) {
        expect.fail(`${first.join(' ; ')} and ${second.join(' ; ')}: not ${meets}`);
      }
    }
  }
}

describe('trianglesMeet', () => {
  it.each([
    ['pierces', true, [1, 1, -1, 1, 1, 1, 9, 9, 1]],
    ['is linked through a side', true, [1, 1, -1, 1, 1, 1, 9, 1, 0]],
    ['is parallel above', false, [0, 0, 1, 4, 0, 1, 0, 4, 1]],
    ['crosses the plane beside it', false, [5, 5, -1, 5, 5, 1, 9, 5, 0]],
    ['touches with a corner', true, [1, 1, 0, 1, 1, 1, 2, 1, 1]],
    ['touches corner to corner', true, [4, 0, 0, 5, 0, 1, 5, 1, 1]],
    ['touches side to side', true, [2, 0, 0, 6, 0, 0, 4, 0, 3]],
    ['crosses side with side', true, [2, -1, -1, 2, 1, 1, 2, -3, 0]],
    ['lies in its plane and overlaps', true, [1, 1, 0, 9, 1, 0, 1, 9, 0]],
    ['lies in its plane, inside it', true, [0.5, 0.5, 0, 1, 0.5, 0, 0.5, 1, 0]],
    ['lies in its plane, around it', true, [-9, -9, 0, 20, -9, 0, -9, 20, 0]],
    ['is the same', true, [0, 0, 0, 4, 0, 0, 0, 4, 0]],
    ['lies in its plane and touches a side', true, [2, 2, 0, 4, 2, 0, 4, 4, 0]],
    ['lies in its plane, apart', false, [3, 3, 0, 5, 3, 0, 3, 5, 0]],
    ['is a segment through it', true, [1, 1, -1, 1, 1, 1, 1, 1, 2]],
    ['is a segment beside it', false, [5, 5, -1, 5, 5, 1, 5, 5, 2]],
    ['is a segment inside it', true, [1, 1, 0, 1, 1, 0, 2, 1, 0]],
    ['is a point in it', true, [1, 1, 0, 1, 1, 0, 1, 1, 0]],
    ['is a point above it', false, [1, 1, 1, 1, 1, 1, 1, 1, 1]],
  ] as const)('a triangle that %s: %s', (_, meets, flat) => {
    const list = [...points(0, 0, 0, 4, 0, 0, 0, 4, 0), ...points(...flat)];
    expect(truth(list)).toBe(meets);
    expectInEveryOrder(list, meets);
  });

  it('is the truth on a small lattice, in every order', () => {
    const at = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(fc.array(fc.tuple(at, at, at), { minLength: 6, maxLength: 6 }), (list) => {
        expectInEveryOrder(list, truth(list));
      }),
      { seed: 31, numRuns: 400 },
    );
  });

  it('is the truth for two triangles in nearly one plane', () => {
    const random = new RandomPoints(32);
    let met = 0;
    for (let run = 0; run < 300; run++) {
      const first = [random.inCube(), random.inCube(), random.inCube()];
      const list = [...first, ...first.map(() => random.nearPlane(first, run % 3))];
      const meets = truth(list);
      if (meets) met++;
      expect(answer(list)).toBe(meets);
      expect(answer([...list.slice(3), ...first])).toBe(meets);
    }
    expect(met).toBeGreaterThan(70);
  });

  it('does not change under a power of two per axis', () => {
    const at = fc.integer({ min: -2, max: 2 });
    const exponent = fc.integer({ min: -1070, max: 1015 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(at, at, at), { minLength: 6, maxLength: 6 }),
        fc.tuple(exponent, exponent, exponent),
        (list, [i, j, k]) => {
          expect(answer(list.map(([x, y, z]) => [x * 2 ** i, y * 2 ** j, z * 2 ** k]))).toBe(truth(list));
        },
      ),
      { seed: 33, numRuns: 300 },
    );
  });
});
