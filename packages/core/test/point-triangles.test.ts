import { describe, expect, it } from 'vitest';
import { createDetector, type Detector, detectorMethods } from '../src/index.ts';

/** A triangle, and another one that names vertex 3 three times: a point. */
const pointAt = (x: number, y: number) => ({
  positions: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, x, y, 0),
  triangles: Uint32Array.of(0, 1, 2, 3, 3, 3),
});

const answers = (detector: Detector) => [
  detector.findIntersections().count > 0,
  detector.findIntersectingTriangles().count > 0,
  detector.findIntersectingTriangles({ includeNeighbours: true }).count > 0,
  detector.selfIntersects(),
];

describe.each(detectorMethods)('a triangle that is a point, %s', (method) => {
  it('is met by an edge through it, whatever is asked', () => {
    expect(answers(createDetector(pointAt(2, 0), { method }))).toEqual([true, true, true, true]);
  });

  it('meets nothing itself, since it has no edge, whatever is asked', () => {
    expect(answers(createDetector(pointAt(1, 1), { method }))).toEqual([false, false, false, false]);
  });
});
