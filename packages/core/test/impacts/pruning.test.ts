import { describe, expect, it } from 'vitest';
import { Approach, relativeMotion } from '../../src/confirm/impacts/approach.ts';
import { ImpactConfirmer } from '../../src/confirm/impacts/confirm-impacts.ts';
import { EarliestImpact } from '../../src/confirm/impacts/earliest-impact.ts';
import { StepLimit } from '../../src/confirm/impacts/step-limit.ts';
import { createDetector } from '../../src/create-detector.ts';
import { createSurface } from '../../src/mesh/surface.ts';
import { createCounters } from '../../src/results/counters.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';
import { impactsFound } from './impact-sets.ts';
import { movingScenes, sheet } from './moving-scenes.ts';

const variants = exactVariants.filter(({ method }, i) => method !== 'brute-force' && i < 6);

describe('what comes first is asked with less work, but with the same answer', () => {
  it.each(Object.keys(movingScenes))('in %s', (name) => {
    for (let seed = 1; seed < 3; seed++) {
      const { mesh, next, weld } = movingScenes[name](new RandomPoints(seed));
      const steps = new Set<number>();
      const features = new Set<string>();
      for (const variant of variants) {
        const detector = createDetector(mesh, { ...variant, weld });
        for (const options of [{}, { start: 'ignore' }, { minSeparation: 0.02 }] as const) {
          const list = impactsFound(detector, next, options);
          const first = Math.min(...list.map((line) => Number(line.split(' ')[1])));
          const found = detector.earliestImpact(next, options);
          expect(found?.time ?? Number.POSITIVE_INFINITY).toBe(first);
          features.add(JSON.stringify([options, found]));
        }
        steps.add(detector.collisionFreeStep(next, { start: 'ignore' }));
      }
      expect(features.size).toBe(3);
      expect(steps.size).toBe(1);
    }
  });
});

describe.each([0, 0.1, 0.9])('pairs too far apart at t0, with keepGap %f', (keepGap) => {
  it('change neither limit nor first impact; some are left out', () => {
    let saved = 0;
    for (let seed = 1; seed < 25; seed++) {
      const random = new RandomPoints(seed);
      const { positions: from, triangles } = sheet(random, 6, 0.05);
      const to = sheet(random, 6, seed % 2 === 0 ? 4 : 0.9).positions;
      const drift = seed % 3 === 0 ? 1e5 : 0;
      for (let i = 0; i < to.length; i++) to[i] += drift;
      const surface = createSurface('test', { positions: from, triangles }, { weld: false });
      const pairs = allPairs(triangles.length / 3);
      const limits = { minSeparation: seed % 5 === 0 ? 0.01 : 0, maxTime: 1, tolerance: 1e-6 };
      const approach = approachOf(limits.minSeparation + limits.tolerance, relativeMotion(from, to));
      const answers = [new Approach(), approach].map((used) => {
        const counters = createCounters();
        const confirmer = new ImpactConfirmer(surface, counters);
        confirmer.begin(limits);
        const step = { from, to, exactOnly: false };
        const limit = new StepLimit(confirmer.test);
        limit.clear(1, keepGap, true, false, used);
        confirmer.confirm(step, pairs, pairs.length / 2, limit);
        const earliest = new EarliestImpact(surface);
        earliest.clear(true, used);
        confirmer.confirm(step, pairs, pairs.length / 2, earliest);
        const tests = counters.vertexTests + counters.edgePairTests;
        return { tests, answer: [limit.limit, earliest.latest, [...earliest.features]] };
      });
      expect(answers[1].answer).toEqual(answers[0].answer);
      saved += answers[0].tests - answers[1].tests;
    }
    expect(saved).toBeGreaterThan(1000);
  });
});

it('control: half the relative motion would leave out what comes first', () => {
  let wrong = 0;
  for (let seed = 1; seed < 25; seed++) {
    const random = new RandomPoints(seed);
    const x = 1 + random.random();
    // a vertex above a triangle, each going half the way
    const from = Float64Array.of(0, 0, x, 9, 9, x, 9, 8, x, -1, -1, 0, 2, -1, 0, -1, 2, 0);
    const to = from.map((value, i) => (i % 3 === 2 ? (i < 9 ? 0.4 * value : 0.6 * x) : value));
    const speed = relativeMotion(from, to);
    if (x > approachOf(1e-6, speed / 2, 0.9).startReach) wrong++;
    expect(approachOf(1e-6, speed, 0.9).startReach).toBeGreaterThan(x);
  }
  expect(wrong).toBeGreaterThan(20);
});

function approachOf(distance: number, speed: number, time = 1): Approach {
  const approach = Object.assign(new Approach(), { distance, speed, time, kept: 0 });
  approach.measure();
  return approach;
}

function allPairs(count: number): Uint32Array {
  const pairs: number[] = [];
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.push(a, b);
  return Uint32Array.from(pairs);
}
