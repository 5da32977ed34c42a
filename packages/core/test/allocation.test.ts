import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { exactMethods } from './methods.ts';
import { seededRandom } from './predicates/random.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A sheet in waves that steepen until it meets itself, in `frames` poses. */
function wavySheet(side: number, frames: number) {
  const random = seededRandom(1);
  const bumps = Float64Array.from({ length: (side + 1) ** 2 }, () => random() - 0.5);
  const poses = Array.from({ length: frames }, (_, frame) => {
    const positions = new Float64Array(3 * (side + 1) ** 2);
    for (let v = 0; v < bumps.length; v++) {
      const [x, y] = [v % (side + 1), Math.floor(v / (side + 1))];
      positions.set([x + (frame / frames) * 3 * bumps[v], y, Math.sin(x) + frame * bumps[bumps.length - 1 - v]], 3 * v);
    }
    return positions;
  });
  const triangles: number[] = [];
  for (let v = 0; v < side * (side + 1) - 1; v++) {
    if (v % (side + 1) !== side) triangles.push(v, v + 1, v + side + 1, v + 1, v + side + 2, v + side + 1);
  }
  return { poses, triangles: Uint32Array.from(triangles) };
}

describe.each(exactMethods)('memory, %s', (method) => {
  const { poses, triangles } = wavySheet(method === 'brute-force' ? 6 : 16, 8);
  const detector = createDetector({ positions: poses[0], triangles }, { method });
  const play = (rounds: number) => {
    let contacts = 0;
    for (let round = 0; round < rounds; round++) {
      for (const pose of poses) {
        detector.update(pose);
        contacts += detector.findIntersections().count;
        contacts += detector.findIntersectingTriangles({ includeNeighbours: true }).count;
        detector.selfIntersects();
      }
    }
    return contacts;
  };

  it('does not grow over many frames', () => {
    expect(play(6)).toBeGreaterThan(300); // warm: code is compiled, results have their size
    const bytes = detector.memoryBytes;
    collectGarbage();
    const before = memoryUsage();
    play(25);
    collectGarbage();
    const after = memoryUsage();
    expect(detector.memoryBytes).toBe(bytes);
    // 200 frames; one leaked number a frame and triangle would be over 1 MB
    expect(after.heapUsed - before.heapUsed).toBeLessThan(200_000);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThanOrEqual(0);
  });

  it('allocates no typed array between collections', () => {
    play(1);
    collectGarbage();
    const before = memoryUsage().arrayBuffers;
    play(2);
    expect(memoryUsage().arrayBuffers).toBe(before);
  });
});
