import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHalfEdges } from '../../src/mesh/half-edges.ts';
import { createSurface, reorderSurface, type Surface } from '../../src/mesh/surface.ts';

/** Two triangles of a soup with a common edge, corners bit for bit the same but for the sign of a zero. */
const soup = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, -0, 1, -0, 0, 1, 1, 0) };

describe('createSurface', () => {
  it('welds, and leads back to the caller', () => {
    const surface = createSurface('test', soup, { weld: true });
    expect(surface.vertexCount).toBe(4);
    expect(surface.callerVertexCount).toBe(6);
    expect([...surface.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...surface.vertexSource]).toEqual([0, 1, 2, 5]);
    expect([...surface.callerTriangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...surface.copies]).toEqual([3, 2, 4, 1]);
    expect(surface.halfEdges.edgeCount).toBe(5);
  });

  it('keeps vertices apart if told so', () => {
    const surface = createSurface('test', soup, { weld: false });
    expect(surface.vertexCount).toBe(6);
    expect([...surface.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...surface.copies]).toEqual([]);
    expect(surface.halfEdges.edgeCount).toBe(6);
  });

  it('leaves out vertices that no triangle names, wherever they are', () => {
    const positions = Float64Array.of(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0);
    const surface = createSurface('test', { positions, triangles: Uint16Array.of(1, 2, 3) }, { weld: true });
    expect(surface.vertexCount).toBe(3);
    expect([...surface.vertexSource]).toEqual([1, 2, 3]);
    expect([...surface.copies]).toEqual([]);
  });

  it('does not depend on the arrays of the caller afterwards', () => {
    const triangles = Uint32Array.of(0, 1, 2);
    const objects = [7];
    const surface = createSurface('test', { ...soup, triangles }, { weld: true, objects });
    triangles.fill(5);
    objects[0] = 8;
    expect([...surface.callerTriangles]).toEqual([0, 1, 2]);
    expect([...surface.triangles]).toEqual([0, 1, 2]);
    expect([...surface.callerObjects!]).toEqual([7]);
  });

  it.each([
    ['MeshError', [1], 'test: objects must hold a label for each of the 2 triangles, got length 1.'],
    ['MeshError', [], 'test: objects must hold a label for each of the 2 triangles, got length 0.'],
    ['RangeError', 3, 'test: objects must be an array of labels, got 3.'],
    ['RangeError', null, 'test: objects must be an array of labels, got null.'],
    ['RangeError', {}, 'test: objects must be an array of labels, got Object.'],
    ['RangeError', [0, -1], 'test: objects must hold whole numbers from 0 to 4294967295, got -1 for triangle 1.'],
    ['RangeError', [0.5, 1], 'test: objects must hold whole numbers from 0 to 4294967295, got 0.5 for triangle 0.'],
    [
      'RangeError',
      [0, 2 ** 32],
      'test: objects must hold whole numbers from 0 to 4294967295, got 4294967296 for triangle 1.',
    ],
    ['RangeError', ['a', 'b'], "test: objects must hold whole numbers from 0 to 4294967295, got 'a' for triangle 0."],
  ])('refuses objects: %s for %j', (name, objects, message) => {
    const attempt = () => createSurface('test', soup, { weld: true, objects: objects as number[] });
    expect(attempt).toThrow(expect.objectContaining({ name, message }));
  });

  it('keeps labels up to the largest', () => {
    const { objects } = createSurface('test', soup, { weld: true, objects: new Float64Array([2 ** 32 - 1, 0]) });
    expect([...objects!]).toEqual([2 ** 32 - 1, 0]);
  });
});

/** Every corner of every triangle as the caller knows it, by caller's triangle. */
function asTheCallerSees(surface: Surface): number[][] {
  const seen: number[][] = [];
  for (let t = 0; t < surface.triangleCount; t++) {
    seen[surface.triangleSource[t]] = [0, 1, 2].map((k) => surface.vertexSource[surface.triangles[3 * t + k]]);
  }
  return seen;
}

const halfEdgeSource = (surface: Surface, h: number) =>
  h < 0 ? -1 : 3 * surface.triangleSource[Math.floor(h / 3)] + (h % 3);

describe('reorderSurface', () => {
  const vertex = fc.integer({ min: 0, max: 7 });
  const triangleList = fc.array(fc.tuple(vertex, vertex, vertex), { minLength: 1, maxLength: 14 });
  const positions = Float64Array.from({ length: 24 }, (_, i) => (i * 7) % 11);

  it('changes the order and nothing else', () => {
    fc.assert(
      fc.property(triangleList, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (list, keys) => {
        const mesh = { positions, triangles: Uint32Array.from(list.flat()) };
        const surface = createSurface('test', mesh, { weld: false, objects: list.map((_, t) => 10 + t) });
        const key = list.map(() => keys.next().value!);
        const order = Uint32Array.from(list.map((_, t) => t).sort((s, t) => key[s] - key[t]));
        const reordered = reorderSurface(surface, order);

        expect([...reordered.triangleSource]).toEqual([...order]);
        expect([...reordered.objects!]).toEqual([...order].map((t) => 10 + t));
        expect(reordered.callerObjects).toEqual(surface.callerObjects);
        expect(asTheCallerSees(reordered)).toEqual(asTheCallerSees(surface));

        // half-edges: the same relations, owners included; and consistent with a build from the new triangles
        const rebuilt = buildHalfEdges(reordered.triangles, reordered.vertexCount);
        expect(reordered.halfEdges.edgeCount).toBe(rebuilt.edgeCount);
        for (let h = 0; h < 3 * list.length; h++) {
          const before = halfEdgeSource(reordered, h);
          expect(halfEdgeSource(reordered, reordered.halfEdges.twin[h])).toBe(surface.halfEdges.twin[before]);
          expect(halfEdgeSource(reordered, reordered.halfEdges.ring[h])).toBe(surface.halfEdges.ring[before]);
        }
        expect([...reordered.halfEdges.ownedEdges]).toEqual([...order].map((t) => surface.halfEdges.ownedEdges[t]));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('goes back', () => {
    const triangles = Uint32Array.of(0, 1, 2, 2, 1, 3, 4, 5, 6, 1, 0, 7);
    const surface = createSurface('test', { positions, triangles }, { weld: false, objects: [1, 2, 3, 4] });
    const there = reorderSurface(surface, Uint32Array.of(2, 0, 3, 1));
    expect(there.triangles).not.toEqual(surface.triangles);
    expect(reorderSurface(there, Uint32Array.of(1, 3, 0, 2))).toEqual(surface);
  });
});
