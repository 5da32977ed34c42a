import { methodNamed, methodNames } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector, type Detector } from '../src/index.ts';

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

describe.each(methodNames)('a triangle that is a point, %s', (name) => {
  const method = methodNamed(name);
  it('is met by an edge through it, whatever is asked', () => {
    expect(answers(createDetector(pointAt(2, 0), { method }))).toEqual([true, true, true, true]);
  });

  it('touches a face that it lies in, whatever is asked', () => {
    const detector = createDetector(pointAt(1, 1), { method });
    expect(answers(detector)).toEqual([true, true, true, true]);
    const { edgeA, edgeB, triangle } = detector.findIntersections();
    expect([...edgeA, ...edgeB, ...triangle]).toEqual([3, 3, 0]);
  });

  it('does not touch what it shares its vertex with, nor what it is beside', () => {
    const corner = {
      positions: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0),
      triangles: Uint32Array.of(0, 1, 2, 1, 1, 1, 1, 1, 1),
    };
    expect(answers(createDetector(corner, { method }))).toEqual([false, false, false, false]);
    expect(answers(createDetector(pointAt(3, 3), { method }))).toEqual([false, false, false, false]);
  });

  it('counts the same if its corners are three vertices at one place', () => {
    const { positions } = pointAt(1, 1);
    const thrice = Float64Array.of(...positions, 1, 1, 0, 1, 1, 0);
    for (const weld of [true, false]) {
      const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
      const detector = createDetector({ positions: thrice, triangles }, { method, weld });
      expect(answers(detector)).toEqual([true, true, true, true]);
    }
  });

  it('is as near, and hit in the same way, as it touches', () => {
    const mesh = pointAt(1, 1);
    const above = mesh.positions.map((x, i) => (i === 11 ? 1 : x));
    const detector = createDetector(mesh, { method });
    if (name !== 'unsafe-normal-cone') expect(detector.findProximities({ distance: 0 }).count).toBe(1);
    detector.update(above);
    expect(answers(detector)).toEqual([false, false, false, false]);
    const below = mesh.positions.map((x, i) => (i === 11 ? -1 : x));
    const { vertexCount, edgeCount } = detector.findImpacts(below);
    expect([vertexCount, edgeCount]).toEqual([1, 0]);
  });
});
