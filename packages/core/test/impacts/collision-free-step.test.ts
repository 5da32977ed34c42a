import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';
import { sheet } from './moving-scenes.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);
const between = (from: Float64Array, to: Float64Array, t: number) => from.map((x, i) => x + t * (to[i] - x));

/** Two sheets above each other and uneven, the upper one of which comes down: clean at t0. */
function closing(seed: number) {
  const random = new RandomPoints(seed);
  const lower = sheet(random, 4, 0.15);
  const upper = sheet(random, 4, 0.15);
  const count = lower.positions.length / 3;
  const positions = Float64Array.of(
    ...lower.positions,
    ...upper.positions.map((x, i) => (i % 3 === 2 ? x + 1 : x + 0.3)),
  );
  const next = Float64Array.of(
    ...lower.positions.map((x, i) => (i % 3 === 2 ? 2 * x : x)),
    ...upper.positions.map((x, i) => (i % 3 === 2 ? 3 * x - 0.8 : x + 0.1)),
  );
  return { positions, next, triangles: Uint32Array.of(...lower.triangles, ...upper.triangles.map((v) => v + count)) };
}

const variants = exactVariants.filter(({ method }) => method !== 'brute-force');

describe('collisionFreeStep', () => {
  it.each([
    [0.1, 0],
    [0.5, 0],
    [0.1, 0.05],
    [0.9, 0.01],
  ])(
    'leaves keepGap %d of every distance beyond minSeparation %d, and the next step can move',
    (keepGap, minSeparation) => {
      for (let seed = 1; seed <= 3; seed++) {
        const { positions, next, triangles } = closing(seed);
        const detector = createDetector({ positions, triangles });
        let at = positions;
        let moved = 0;
        for (let step = 0; step < 6; step++) {
          const t = detector.collisionFreeStep(next, { keepGap, minSeparation });
          expect(t).toBeGreaterThan(0);
          expect(t).toBeLessThan(1);
          const impacts = detector.findImpacts(next, { minSeparation }).slice();
          expect(impacts.earliest).toBeGreaterThanOrEqual(t);
          const then = between(at, next, t);
          const distance = (pose: Float64Array, isVertex: boolean, a: number, b: number, c: number, d: number) =>
            isVertex
              ? triangleDistance(pose, a, a, a, b, c, d, Number.POSITIVE_INFINITY, work)
              : triangleDistance(pose, a, b, b, c, d, d, Number.POSITIVE_INFINITY, work);
          let tightest = Number.POSITIVE_INFINITY;
          const check = (isVertex: boolean, a: number, b: number, c: number, d: number) => {
            const before = distance(at, isVertex, a, b, c, d) - minSeparation;
            const after = distance(then, isVertex, a, b, c, d) - minSeparation;
            tightest = Math.min(tightest, after / before);
          };
          for (let i = 0; i < impacts.vertexCount; i++) {
            const corner = 3 * impacts.triangle[i];
            check(true, impacts.vertex[i], triangles[corner], triangles[corner + 1], triangles[corner + 2]);
          }
          for (let i = 0; i < impacts.edgeCount; i++) {
            check(false, impacts.edgeA[i], impacts.edgeB[i], impacts.edgeC[i], impacts.edgeD[i]);
          }
          expect(tightest).toBeGreaterThan(keepGap - 1e-9);
          expect(tightest).toBeLessThan(keepGap + 0.05); // and it is no shorter than it has to be
          moved += t;
          at = then;
          detector.update(at);
          expect(detector.selfIntersects()).toBe(false);
        }
        expect(moved).toBeGreaterThan(0.1);
      }
    },
  );

  it('is the same whatever the method', () => {
    const { positions, next, triangles } = closing(4);
    const steps = variants.map((variant) => createDetector({ positions, triangles }, variant).collisionFreeStep(next));
    for (const step of steps) expect(step).toBe(steps[0]);
    const oracle = createDetector({ positions, triangles: triangles.slice() }, { method: 'brute-force' });
    expect(Math.abs(oracle.collisionFreeStep(next) - steps[0])).toBeLessThan(1e-4);
  });

  it('is maxTime where nothing comes together, however close it gets', () => {
    const { positions, triangles } = closing(5);
    const detector = createDetector({ positions, triangles });
    const next = positions.map((x, i) => (i % 3 === 2 && i >= positions.length / 2 ? x - 0.3 : x));
    expect(detector.findImpacts(next)).toMatchObject({
      vertexCount: 0,
      edgeCount: 0,
      earliest: Number.POSITIVE_INFINITY,
    });
    expect(detector.collisionFreeStep(next)).toBe(1);
    expect(detector.collisionFreeStep(next, { maxTime: 0.25 })).toBe(0.25);
    expect(detector.collisionFreeStep(positions)).toBe(1);
  });

  it('is 0 only from a start that touches, unless that is ignored', () => {
    // a vertex on another triangle, moving away
    const positions = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0, 1, 1, 2, 2, 1, 2);
    const next = positions.map((x, i) => (i >= 9 && i % 3 === 2 ? x + 1 : x));
    const detector = createDetector({ positions });
    expect(detector.collisionFreeStep(next)).toBe(0);
    expect(detector.collisionFreeStep(next, { start: 'ignore' })).toBe(1);
    const near = positions.slice();
    near[11] = 1e-14;
    detector.update(near);
    const through = near.map((x, i) => (i >= 9 && i % 3 === 2 ? x - 1 : x));
    expect(detector.collisionFreeStep(through)).toBeGreaterThan(0);
    expect(detector.collisionFreeStep(through)).toBeLessThanOrEqual(0.91e-14);
  });
});
