import { kdop, spatialHash } from '@selfcollide/papers';
import { describe, expect, test } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { DetectorOptions } from '../../src/method-options.ts';
import { bytesPerFrame, LIMIT, PART } from '../bytes-per-frame.ts';
import { RandomPoints } from '../predicates/random.ts';

/** Two crumpled sheets, one above the other, in some poses. */
function sheets(side: number) {
  const random = new RandomPoints(5);
  const triangles: number[] = [];
  const rest: number[] = [];
  for (const z of [0, 0.5]) {
    const first = rest.length / 3;
    for (let y = 0; y <= side; y++) for (let x = 0; x <= side; x++) rest.push(x, y, z);
    for (let v = 0; v < side * (side + 1) - 1; v++) {
      if (v % (side + 1) === side) continue;
      triangles.push(...[v, v + 1, v + side + 2, v, v + side + 2, v + side + 1].map((corner) => first + corner));
    }
  }
  const poses = Array.from({ length: 4 }, () => Float64Array.from(rest, (x) => x + 0.2 * random.random()));
  return { poses, triangles: Uint32Array.from(triangles) };
}

const MODES = ['plain', 'restRadius', 'against', 'swept', 'against, swept'] as const;

const HASH = spatialHash();
const OPTIONS: readonly DetectorOptions[] = [
  { method: 'star-contour', engine: 'kernel' },
  { method: 'star-contour', engine: 'plain' },
  { method: 'box-tree' },
  { method: kdop() },
  { method: HASH },
  { method: 'brute-force' },
];

describe.each(OPTIONS)('proximities allocate nothing, %o', (options) => {
  const { poses, triangles } = sheets(options.method === 'brute-force' ? 2 : 4);
  // what is against it lies above it
  const above = poses.map((pose) => pose.map((x, i) => (i % 3 === 2 ? x + 0.9 : x)));
  test.each(MODES)('%s', { timeout: 120_000, retry: 2 }, (mode) => {
    const radius = mode === 'restRadius' ? 1 : 0;
    const detector = createDetector({ positions: poses[0], triangles }, { ...options, restRadius: radius });
    const other = createDetector({ positions: above[1], triangles }, options);
    const query = {
      distance: 0.38,
      ...(mode.startsWith('against') && { against: other }),
      ...(mode.endsWith('swept') && { velocities: poses[0], timeStep: 0.01 }),
      ...(mode === 'against, swept' && { againstVelocities: poses[2] }),
    };
    let found = 0;
    const frame = (at: number) => {
      detector.update(poses[at % 4]);
      other.update(above[(at + 1) % 4]);
      found += detector.findProximities(query).count;
    };
    for (let at = 0; at < 500; at++) frame(at); // compiled, buffers grown
    const bytes = detector.memoryBytes;
    // some doubles are handed from function to function once a frame, nothing a pair; a grid has more the way V8 sometimes compiles it
    const limit = options.method === HASH ? 200 * LIMIT : 2 * LIMIT;
    expect(bytesPerFrame(PART, limit, frame)).toBeLessThan(limit);
    expect(detector.memoryBytes).toBe(bytes);
    expect(found).toBeGreaterThan(PART);
  });
});
