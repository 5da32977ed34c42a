import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Two crumpled sheets, one above the other, in some poses. */
function sheets(side: number) {
  const random = new RandomPoints(5);
  const triangles: number[] = [];
  const rest: number[] = [];
  for (const z of [0, 0.4]) {
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

test.each(exactVariants)('nothing that a frame allocates stays, %o', (options) => {
  const { poses, triangles } = sheets(options.method === 'brute-force' ? 3 : 8);
  const detector = createDetector({ positions: poses[0], triangles }, { ...options, restRadius: 1 });
  const other = createDetector({ positions: poses[1], triangles }, options);
  const still = { distance: 0.3 };
  const moving = { distance: 0.1, velocities: poses[0], timeStep: 0.01 };
  const between = { distance: 0.05, against: other };
  const step = { distance: 0.05, against: other, velocities: poses[0], againstVelocities: poses[2], timeStep: 0.01 };
  let found = 0;
  const frame = (at: number) => {
    detector.update(poses[at % 4]);
    other.update(poses[(at + 1) % 4]);
    found += detector.findProximities(still).triangleA.length;
    found += detector.findProximities(moving).nextDistance!.length;
    found += detector.findProximities(between).weightsB.length;
    found += detector.findProximities(step).distance.length;
  };
  const rounds = options.method === 'brute-force' ? 40 : 20;
  for (let at = 0; at < 2 * rounds; at++) frame(at); // compiled, buffers grown
  expect(found).toBeGreaterThan(rounds);
  const bytes = detector.memoryBytes;
  collectGarbage();
  const start = process.memoryUsage();
  for (let at = 0; at < 2 * rounds; at++) frame(at);
  collectGarbage();
  const end = process.memoryUsage();
  expect(end.heapUsed - start.heapUsed).toBeLessThan(200_000);
  expect(end.arrayBuffers).toBeLessThanOrEqual(start.arrayBuffers);
  expect(detector.memoryBytes).toBe(bytes);
});

test('meshes that come and go within one loop are collected, and the memory that they were compared in', () => {
  const { poses, triangles } = sheets(3);
  const mesh = { positions: poses[0], triangles };
  const detector = createDetector(mesh, { method: 'box-tree', engine: 'kernel' });
  const compare = (times: number) => {
    for (let i = 0; i < times; i++) {
      const other = createDetector(mesh, { method: 'box-tree', engine: 'plain' });
      expect(detector.findProximities({ distance: 0.1, against: other }).count).toBeGreaterThan(0);
    }
    collectGarbage();
    collectGarbage();
    return process.memoryUsage().external;
  };
  const start = compare(10);
  // 64 kB each, if they stayed
  expect(compare(200) - start).toBeLessThan(100 * 2 ** 16);
});
