import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { apart, crossingQuads } from './crossing-quads.ts';
import { exactMethods } from './methods.ts';

const NOT_ASKED = 'locate: findIntersections must have been called since update, got no such call.';

/** That geometry is right is tested in detect/locate-contact.test.ts; here, that it is of the right contact. */
describe.each(exactMethods)('locate, %s', (name) => {
  const method = methodNamed(name);
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

  it('wants findIntersections to have been asked since update, and whatever else was asked does not matter', () => {
    const detector = createDetector(crossingQuads, { method });
    expect(() => detector.locate(0)).toThrow(NOT_ASKED);
    detector.selfIntersects();
    detector.findIntersectingTriangles();
    expect(() => detector.locate(0)).toThrow(NOT_ASKED);
    detector.findIntersections({ maxContacts: 2 });
    const before = [detector.locate(0), detector.locate(1)];
    detector.selfIntersects();
    detector.findIntersectingTriangles({ includeNeighbours: true });
    expect([detector.locate(0), detector.locate(1)]).toEqual(before);
    expect(() => detector.locate(2)).toThrow('locate: index must be a whole number from 0 to 1, got 2.');
    detector.update(crossingQuads.positions);
    expect(() => detector.locate(0)).toThrow(NOT_ASKED);
  });

  it('all at once gives the same, into arrays that are used again', () => {
    const detector = createDetector(crossingQuads, { method });
    const contacts = detector.findIntersections();
    const all = contacts.locateAll();
    expect(contacts.locateAll({} as typeof all)).toEqual(all);
    expect(all.count).toBe(contacts.count);
    for (let i = 0; i < all.count; i++) {
      const { point, alongEdge, barycentric } = detector.locate(i);
      expect([...all.points.subarray(3 * i, 3 * i + 3)]).toEqual([...point]);
      expect([...all.barycentric.subarray(3 * i, 3 * i + 3)]).toEqual([...barycentric]);
      expect(all.alongEdge[i]).toBe(alongEdge);
      expect(Math.floor(contacts.halfEdge[i] / 3)).toBe(contacts.edgeTriangle[i]);
    }
    const { points } = all;
    expect(detector.findIntersections().locateAll(all)).toBe(all);
    expect(all.points).toBe(points);
    const copy = contacts.slice();
    detector.findIntersectingTriangles();
    expect(copy.locateAll().points).toEqual(points);
    detector.update(crossingQuads.positions);
    expect(() => copy.locateAll()).toThrow(
      'locateAll: contacts must be of the last update, got those of an earlier pose.',
    );
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
