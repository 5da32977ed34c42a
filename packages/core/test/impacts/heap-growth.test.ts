import { kdop, optimisedBoxTree, spatialHash } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { DetectorOptions } from '../../src/method-options.ts';
import { bytesPerFrame, LIMIT, PART } from '../bytes-per-frame.ts';
import { RandomPoints } from '../predicates/random.ts';
import { sheet } from './moving-scenes.ts';

/** All but the oracle, which decides by whole numbers of any size. */
const variants: DetectorOptions[] = [
  { method: 'star-contour' },
  { method: 'box-tree' },
  { method: spatialHash() },
  { method: kdop() },
  { method: 'box-tree', engine: 'kernel' },
  { method: 'star-contour', engine: 'kernel' },
  { method: optimisedBoxTree(), engine: 'kernel' },
];

describe.each(variants)('steps allocate nothing, %o', (variant) => {
  const { method } = variant;
  const random = new RandomPoints(1);
  const { positions, triangles } = sheet(random, 4, 0.1);
  const poses = [positions, sheet(random, 4, 0.7).positions, sheet(random, 4, 0.6).positions];
  const detector = createDetector({ positions, triangles }, variant);
  const apart = { minSeparation: 0.05 };
  let sum = 0;
  let exact = 0;
  const questions: Record<string, (next: Float64Array) => void> = {
    impacts: (next) => {
      const found = detector.findImpacts(next);
      sum += found.edgeCount + found.edgeA.length + found.edgeTime.length + found.vertex.length;
    },
    'impacts with a separation': (next) => {
      sum += detector.findImpacts(next, apart).edgeCount;
    },
    // which is an object of its own
    'the first impact': (next) => {
      if (detector.earliestImpact(next) !== null) sum++;
    },
    'how far a step may go': (next) => {
      if (detector.collisionFreeStep(next) < 1) sum++;
    },
  };

  it.each(Object.keys(questions))('%s', { timeout: 120_000, retry: 2 }, (name) => {
    const ask = questions[name];
    const frame = (step: number) => {
      detector.update(poses[step % 3]);
      ask(poses[(step + 1) % 3]);
      exact += detector.counters.exactTests;
    };
    for (let step = 0; step < 1500; step++) frame(step); // compiled, buffers grown
    const held = detector.memoryBytes;
    const arrays = process.memoryUsage().arrayBuffers;
    [sum, exact] = [0, 0];
    // some numbers are handed on in every step, none a pair: an impact is an object of five, a grid has more the way V8 sometimes compiles it
    const methodName = typeof method === 'object' ? method.name : method;
    // the walk without culling hands on four numbers more where there is a separation
    const more = name === 'the first impact' ? 150 : methodName === 'optimised-box-tree' ? 64 : 0;
    const limit = (methodName === 'spatial-hash' ? 200 : 2) * LIMIT + more;
    const bytes = bytesPerFrame(PART, limit, frame);
    if (process.env.IMPACT_TIMES) console.log(method, name, bytes, 'bytes a step', exact, 'exact');
    expect(bytes).toBeLessThan(limit);
    expect(exact).toBe(0); // whole numbers of any size do allocate
    expect(sum).toBeGreaterThan(100);
    expect(detector.memoryBytes).toBe(held);
    expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(arrays);
  });
});
