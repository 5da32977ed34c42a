import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it, test } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import type { ContactLocations } from '../src/results/intersections.ts';
import { bytesPerFrame, LIMIT, PART, wavySheet } from './bytes-per-frame.ts';

/** In some runs V8 compiles its functions such that a hundred doubles a frame go to the heap, from the first frame to the last; in most none do. */
const HASH_LIMIT = 20_000;

describe.each(['star-contour', 'box-tree', 'optimised-box-tree', 'spatial-hash'])(
  'frames allocate nothing, %s',
  (name) => {
    const method = methodNamed(name);
    const { poses, triangles } = wavySheet(6, 40);
    const detector = createDetector({ positions: poses[0], triangles }, { method });
    const counts = new Set<number>();
    const located: ContactLocations = {
      count: 0,
      points: new Float64Array(0),
      alongEdge: new Float64Array(0),
      barycentric: new Float64Array(0),
    };
    const withNeighbours = { includeNeighbours: true };
    const withoutNeighbours = { includeNeighbours: false };
    const few = { maxContacts: 3 };
    let sum = 0;
    const questions: Record<string, () => void> = {
      'update alone': () => {
        sum++;
      },
      contacts: () => {
        const found = detector.findIntersections();
        counts.add(found.count);
        sum += found.edgeA.length + found.edgeB.length + found.edgeTriangle.length;
        sum += found.halfEdge.length + found.triangle.length;
      },
      'the first few contacts': () => {
        sum += detector.findIntersections(few).triangle.length;
      },
      'places of contacts': () => {
        detector.findIntersections().locateAll(located);
        sum += located.count;
      },
      'triangle pairs': () => {
        const found = detector.findIntersectingTriangles(withoutNeighbours);
        sum += found.triangleA.length + found.triangleB.length;
      },
      'triangle pairs with neighbours': () => {
        const found = detector.findIntersectingTriangles(withNeighbours);
        sum += found.triangleA.length + found.triangleB.length;
      },
      'whether there is any': () => {
        if (detector.selfIntersects()) sum++;
      },
    };

    it.each(Object.keys(questions))('%s', { timeout: 120_000, retry: 2 }, (name) => {
      const ask = questions[name];
      const frame = (step: number) => {
        detector.update(poses[step % poses.length]);
        ask();
      };
      for (let step = 0; step < 1000; step++) frame(step); // compiled, buffers grown
      const held = detector.memoryBytes;
      // neighbours that lie in or near one plane are decided by functions that are handed doubles: some of these V8 puts on the heap
      const neighbours = name === 'triangle pairs with neighbours';
      const limit = name === 'spatial-hash' ? HASH_LIMIT : neighbours ? 10 * LIMIT : LIMIT;
      expect(bytesPerFrame(name === 'contacts' ? 10_000 : PART, limit, frame)).toBeLessThan(limit);
      expect(detector.memoryBytes).toBe(held);
      expect(sum).toBeGreaterThan(0);
      if (name === 'contacts') expect(counts.size).toBeGreaterThan(10);
    });
  },
);

test('the measure sees one small object a frame', () => {
  const kept: object[] = [];
  const bytes = bytesPerFrame(PART, LIMIT, (step) => {
    kept[step % 8] = new Float64Array(kept.length > step ? 1 : 4);
  });
  expect(bytes).toBeGreaterThan(LIMIT);
});
