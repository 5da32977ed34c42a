import fc from 'fast-check';
import { MeshError, partWeld, weldSoup, weldTriangles, weldVertices } from 'selfcollide/mesh';
import { describe, expect, it } from 'vitest';

/** Points out of few places, so that many coincide. */
const places = fc.array(fc.constantFrom([0, 0, 0], [-0, 0, 0], [1, 0, 0], [1, 0, 1e-300]), {
  minLength: 3,
  maxLength: 24,
});
const same = (points: readonly (readonly number[])[], a: number, b: number) =>
  points[a].every((value, axis) => value === points[b][axis]);

describe('weldVertices', () => {
  it('takes plain arrays, and leaves vertices alone that no triangle names', () => {
    const positions = [1, 2, 3, 4, 5, 6, 1, 2, 3, 7, 8, 9, 1, 2, 3];
    expect([...weldVertices(positions)]).toEqual([0, 1, 0, 3, 0]);
    expect([...weldVertices(positions, { triangles: [4, 1, 2] })]).toEqual([0, 1, 2, 3, 2]);
  });

  it('keeps objects apart; a vertex belongs to the first triangle that names it', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0];
    const triangles = [0, 1, 2, 3, 4, 5];
    expect([...weldVertices(positions, { triangles, objects: [7, 7] })]).toEqual([0, 1, 2, 0, 1, 5]);
    expect([...weldVertices(positions, { triangles, objects: [7, 8] })]).toEqual([0, 1, 2, 3, 4, 5]);
    const shared = { triangles: [0, 1, 2, 3, 1, 5], objects: [1, 0] };
    expect([...weldVertices([...positions.slice(0, 9), 1, 0, 0, 9, 9, 9, 8, 8, 8], shared)]).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
  });

  it('refuses what makes no sense, and says what', () => {
    expect(() => weldVertices([1, 2])).toThrow(
      new MeshError('POSITIONS_LENGTH', 'weldVertices: positions must hold three numbers a vertex, got length 2.'),
    );
    expect(() => weldVertices([1, 2, Number.NaN])).toThrow(
      'weldVertices: coordinates must be finite, got NaN for z of vertex 0.',
    );
    expect(() => weldVertices([0, 0, 0], { triangles: [0, 0, 1] })).toThrow(
      'weldVertices: vertex numbers must be whole numbers below 1, got 1 in triangle 0.',
    );
    expect(() => weldVertices([0, 0, 0], { objects: [] })).toThrow('weldVertices: objects need triangles, got none.');
    expect(() => weldVertices([0, 0, 0], { triangles: [0, 0, 0], objects: [1, 2] })).toThrow(/got length 2\.$/);
    expect(() => weldVertices([0, 0, 0], { triangles: [0, 0, 0], objects: [-1] })).toThrow(/got -1 for triangle 0\.$/);
    // @ts-expect-error no such option
    expect(() => weldVertices([0, 0, 0], { epsilon: 1 })).toThrow(
      "weldVertices: options are triangles and objects, got 'epsilon'.",
    );
    // @ts-expect-error not an array
    expect(() => weldVertices(null)).toThrow('weldVertices: positions must be an array of numbers, got null.');
  });
});

describe('partWeld', () => {
  it('gives the same array back while all copies are together', () => {
    const weld = weldVertices([0, 0, 0, 0, 0, 0, 1, 1, 1]);
    expect(partWeld(weld, [5, 5, 5, 5, 5, 5, 5, 5, 5])).toBe(weld);
  });

  it('joins exactly those that were one and still are', () => {
    fc.assert(
      fc.property(places, places, (rest, moved) => {
        const count = Math.min(rest.length, moved.length);
        const weld = weldVertices(rest.slice(0, count).flat());
        const parted = partWeld(weld, moved.slice(0, count).flat());
        for (let v = 0; v < count; v++) {
          const lowest = Array.from({ length: v + 1 }, (_, u) => u).find((u) => same(rest, u, v) && same(moved, u, v));
          expect(parted[v]).toBe(lowest);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('does not join again what has parted', () => {
    let weld = weldVertices([0, 0, 0, 0, 0, 0]);
    weld = partWeld(weld, [0, 0, 0, 1, 0, 0]);
    expect([...partWeld(weld, [0, 0, 0, 0, 0, 0])]).toEqual([0, 1]);
  });

  it('refuses a pose of another mesh', () => {
    expect(() => partWeld(Uint32Array.of(0, 0), [1, 2, 3])).toThrow(
      'partWeld: positions must hold three numbers for each of the 2 vertices, got length 3.',
    );
  });
});

describe('weldSoup', () => {
  it('numbers vertices as they come up, and has no −0', () => {
    const { positions, triangles } = weldSoup([9, 9, 9, -0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0]);
    expect([...triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...positions]).toEqual([9, 9, 9, 0, 0, 0, 1, 0, 0, 2, 0, 0]);
  });

  it('loses no corner', () => {
    fc.assert(
      fc.property(places, (list) => {
        const corners = list.slice(0, list.length - (list.length % 3)).flat();
        const { positions, triangles } = weldSoup(corners);
        triangles.forEach((vertex, corner) => {
          for (let k = 0; k < 3; k++) expect(positions[3 * vertex + k] === corners[3 * corner + k]).toBe(true);
        });
        expect(new Set(weldVertices(positions)).size).toBe(positions.length / 3);
      }),
      { seed: 12, numRuns: 100 },
    );
  });

  it('wants nine numbers a triangle', () => {
    expect(() => weldSoup([1, 2, 3])).toThrow('weldSoup: corners must hold nine numbers a triangle, got length 3.');
  });

  it('keeps objects apart', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const { positions, triangles } = weldSoup([...corners, ...corners, ...corners], [0, 5, 0]);
    expect([...triangles]).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2]);
    expect(positions).toHaveLength(18);
    expect(() => weldSoup(corners, [0, 1])).toThrow(
      'weldSoup: objects must hold a label for each of the 1 triangles, got length 2.',
    );
    expect(() => weldSoup(corners, [-1])).toThrow('weldSoup: objects must hold numbers from 0, got -1 for triangle 0.');
  });
});

it('weldTriangles names the vertices that corners are welded to', () => {
  expect([...weldTriangles([0, 1, 2, 2, 1, 3], Uint32Array.of(0, 1, 0, 3))]).toEqual([0, 1, 0, 0, 1, 3]);
  expect(() => weldTriangles([0, 1, 4], Uint32Array.of(0, 1, 0, 3))).toThrow(/^weldTriangles: vertex numbers/);
});
