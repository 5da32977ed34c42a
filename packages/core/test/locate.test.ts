import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { apart, crossingQuads } from './crossing-quads.ts';
import { exactMethods } from './methods.ts';

const NOT_ASKED = 'locate: findIntersections must have been the last query since update, got none.';

/** That geometry is right is tested in detect/locate-contact.test.ts; here, that it is of the right contact. */
describe.each(exactMethods)('locate, %s', (method) => {
  it('belongs to the contact of that number', () => {
    const detector = createDetector(crossingQuads, { method });
    const contacts = detector.findIntersections();
    const places: Record<string, number[]> = {};
    for (let i = 0; i < contacts.count; i++) {
      const { point, alongEdge } = detector.locate(i);
      places[`${contacts.edgeA[i]} ${contacts.edgeB[i]} ${contacts.triangle[i]}`] = [...point, alongEdge];
    }
    expect(places).toEqual({
      '5 6 0': [3, 2, 0, 0.5],
      '7 4 1': [1, 2, 0, 0.5],
      '6 4 0': [2, 2, 0, 0.5],
      '6 4 1': [2, 2, 0, 0.5],
      '2 0 2': [2, 2, 0, 0.5],
      '2 0 3': [2, 2, 0, 0.5],
    });
  });

  it('weighs the corners of the triangle in their order', () => {
    const detector = createDetector(crossingQuads, { method });
    const contacts = detector.findIntersections();
    const i = contacts.edgeA.indexOf(5);
    expect(detector.locate(i).barycentric).toEqual([0.25, 0.25, 0.5]); // (3, 2, 0) in (0,0,0) (4,0,0) (4,4,0)
  });

  it('gives plain new objects: earlier ones stay as they were', () => {
    const detector = createDetector(crossingQuads, { method });
    const i = detector.findIntersections().edgeA.indexOf(5);
    const location = detector.locate(i);
    detector.update(apart);
    detector.findIntersections();
    expect(location.point).toEqual([3, 2, 0]);
    expect('stretch' in location).toBe(false);
  });

  it('wants findIntersections to have been the last query since update', () => {
    const detector = createDetector(crossingQuads, { method });
    expect(() => detector.locate(0)).toThrow(NOT_ASKED);
    detector.findIntersections();
    expect(detector.locate(0).point).toHaveLength(3);
    for (const query of [
      () => detector.selfIntersects(),
      () => detector.findIntersectingTriangles(),
      () => detector.update(crossingQuads.positions),
    ]) {
      query();
      expect(() => detector.locate(0)).toThrow(NOT_ASKED);
      detector.findIntersections();
      expect(detector.locate(5).point).toHaveLength(3);
    }
  });

  it('still works after a pose was refused', () => {
    const detector = createDetector(crossingQuads, { method });
    detector.findIntersections();
    expect(() => detector.update(new Float64Array(3))).toThrow();
    expect(detector.locate(0).point).toHaveLength(3);
  });

  it('refuses numbers that are no contact', () => {
    const detector = createDetector(crossingQuads, { method });
    detector.findIntersections();
    for (const index of [6, -1, 0.5, Number.NaN]) {
      expect(() => detector.locate(index)).toThrow(
        new RangeError(`locate: index must be a whole number from 0 to 5, got ${index}.`),
      );
    }
    detector.update(apart);
    detector.findIntersections();
    expect(() => detector.locate(0)).toThrow(
      new RangeError('locate: index must be that of a contact, but none was found, got 0.'),
    );
  });
});
