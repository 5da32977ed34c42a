import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { RandomPoints } from '../predicates/random.ts';
import { sheet } from './moving-scenes.ts';

/** Bytes a step. 2,000 to 6,000 once V8 has compiled everything, most of it from distances that collisionFreeStep measures. */
const LIMIT = 50_000;

describe.each(['star-contour', 'spatial-hash'] as const)('%s', (method) => {
  it('a hundred steps make no typed array and little garbage', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const random = new RandomPoints(1);
    const { positions, triangles } = sheet(random, 12, 0.1);
    const poses = [positions, sheet(random, 12, 0.7).positions, sheet(random, 12, 0.6).positions];
    const detector = createDetector({ positions, triangles }, { method });
    let found = 0;
    let exact = 0;
    const frame = (step: number) => {
      detector.update(poses[step % 3]);
      found += detector.findImpacts(poses[(step + 1) % 3]).edgeCount;
      exact += detector.counters.exactTests;
      found += detector.collisionFreeStep(poses[(step + 1) % 3]);
      exact += detector.counters.exactTests;
    };
    for (let step = 0; step < 30; step++) frame(step); // compiled, buffers grown
    expect(found).toBeGreaterThan(100);
    const bytes = detector.memoryBytes;
    collectGarbage();
    const arrays = process.memoryUsage().arrayBuffers;
    exact = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 8 && least / 100 > LIMIT; round++) {
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      for (let step = 0; step < 100; step++) frame(step);
      least = Math.min(least, process.memoryUsage().heapUsed - before);
    }
    // numbers that functions hand to each other, and whole-number arithmetic, are garbage; a list made for each pair would be megabytes
    if (process.env.IMPACT_TIMES) console.log(method, least / 100, 'bytes a step,', exact, 'exact tests');
    expect(least / 100).toBeLessThan(LIMIT);
    expect(detector.memoryBytes).toBe(bytes);
    expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(arrays);
  });
});
