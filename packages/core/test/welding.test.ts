import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { MeshError } from '../src/errors.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { exactMethods } from './methods.ts';

/**
 * A square of two triangles whose diagonal has its own vertices in each (0, 2 and 3, 4), some zeros negative; and an
 * upright triangle through the square, right across the diagonal.
 */
const seam = Float64Array.of(
  ...[0, 0, 0, 4, 0, 0, 4, 4, 0],
  ...[-0, 0, -0, 4, 4, -0, 0, 4, 0],
  ...[1, 2, -1, 3, 2, -1, 2, 2, 3],
);
/** Vertex 3, a copy of 0, has moved. */
const torn = seam.with(9, -1);

describe.each(exactMethods)('welding, %s', (name) => {
  const method = methodNamed(name);
  it('joins bit-identical positions, −0 and 0 too, and answers in the numbers of the caller', () => {
    const detector = createDetector({ positions: seam }, { method });
    expect(detector.vertexCount).toBe(9);
    const contacts = contactsFound(detector);
    expect(contacts).toEqual(contactsByDefinition({ positions: seam }));
    const diagonals = contacts.filter((contact) => contact.startsWith('2 0 ') || contact.startsWith('3 4 '));
    expect(diagonals).toEqual(['2 0 0 2']); // once, as the first triangle names it
    expect(contacts.some((contact) => contact.endsWith(' 0') && contact.startsWith('3 '))).toBe(false);
  });

  it('off: copies are vertices of their own, and touch', () => {
    const detector = createDetector({ positions: seam }, { method, weld: false });
    const contacts = contactsFound(detector);
    expect(contacts).toEqual(contactsByDefinition({ positions: seam }, false));
    expect(contacts).toContain('3 4 1 0');
    detector.update(torn);
    expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: torn }, false));
  });

  it('on: copies that move apart are refused, and the last pose stays', () => {
    const detector = createDetector({ positions: seam }, { method });
    const before = contactsFound(detector);
    const message =
      'update: vertices 0 and 3 were welded and must move together, got different positions; ' +
      "create the detector with weld: 'while-together' to take them apart, weld: 'keep' to let the first one count, or weld: false.";
    expect(() => detector.update(torn)).toThrow(new MeshError('WELD_BROKEN', message));
    expect(() => detector.update(torn)).toThrow(expect.objectContaining({ name: 'MeshError', code: 'WELD_BROKEN' }));
    expect(contactsFound(detector)).toEqual(before);
  });

  it('while together: copies that part are taken apart for good, and a bad pose changes nothing', () => {
    const detector = createDetector({ positions: seam }, { method, weld: 'while-together' });
    expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: seam }, true));
    const bad = torn.slice();
    bad[0] = Number.NaN;
    expect(() => detector.update(bad)).toThrow('update: coordinates must be finite, got NaN for x of vertex 0.');
    expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: seam }, true));
    detector.update(torn);
    expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: torn }, true));
    detector.update(seam);
    expect(contactsFound(detector).length).toBeGreaterThanOrEqual(
      contactsByDefinition({ positions: seam }, true).length,
    );
  });

  it('on: copies may move together, and may differ in the sign of a zero', () => {
    const detector = createDetector({ positions: seam }, { method });
    const moved = seam.map((x, i) => (i % 3 === 2 && i < 18 ? (i < 9 ? 0 : -0) : x));
    detector.update(moved);
    expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: moved }));
  });

  it("'keep': the lowest-numbered copy counts, the others are ignored", () => {
    const detector = createDetector({ positions: seam }, { method, weld: 'keep' });
    const before = contactsFound(detector);
    detector.update(torn);
    expect(contactsFound(detector)).toEqual(before);
    const away = seam.slice();
    away.set([8, 8, 9], 0); // vertex 0 takes its copy 3 along
    detector.update(away);
    const together = away.slice();
    together.set([8, 8, 9], 9);
    const reference = createDetector({ positions: seam }, { method });
    reference.update(together);
    expect(contactsFound(detector)).toEqual(contactsFound(reference));
    expect(contactsFound(detector)).not.toEqual(before);
  });

  it('is decided by the pose at creation: vertices that meet later stay apart', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0);
    const detector = createDetector({ positions }, { method });
    expect(detector.selfIntersects()).toBe(false);
    const meeting = positions.slice();
    meeting.set([1, 0, 0], 9); // vertex 3 onto vertex 1
    detector.update(meeting);
    expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: meeting }, false));
    expect(detector.selfIntersects()).toBe(true);
  });

  it('does not tie up vertices that no triangle names', () => {
    const triangles = Uint32Array.of(1, 2, 3);
    const positions = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0);
    const detector = createDetector({ positions, triangles }, { method });
    const moved = Float64Array.of(0, 0, 0, 7, 7, 7, 1, 0, 0, 0, 1, 0, 3, 3, 3);
    detector.update(moved);
    expect(detector.selfIntersects()).toBe(false);
  });
});

describe('welding and objects', () => {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0);
  const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);

  it('joins copies of one object only, so that bodies which touch may separate', () => {
    const detector = createDetector({ positions, triangles }, { objects: [0, 1] });
    expect(detector.findIntersectingTriangles().count).toBe(1);
    const apart = positions.slice();
    apart.fill(-2, 9, 12);
    detector.update(apart);
    expect(detector.findIntersectingTriangles().count).toBe(0);
  });

  it('joins them within one object', () => {
    const detector = createDetector({ positions, triangles }, { objects: [3, 3] });
    expect(detector.findIntersectingTriangles().count).toBe(0);
  });
});
