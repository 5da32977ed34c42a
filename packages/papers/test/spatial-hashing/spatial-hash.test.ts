import { spatialHash } from '@selfcollide/papers';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '../../../core/src/mesh/triangle-mesh.ts';
import { contactsByDefinition, contactsFound } from '../../../core/test/contact-oracle.ts';
import { meshes, sheet, soup } from '../../../core/test/find/patches/meshes.ts';

const moved = (mesh: TriangleMesh, by: number): TriangleMesh => ({
  ...mesh,
  positions: mesh.positions.map((x) => x + by),
});

describe('spatial-hash', () => {
  it.each([...meshes, ['crumpled sheet', sheet(12, 12, (x, y) => 3 * Math.sin(7 * x + 3 * y))] as const])(
    'equals the definition on %s, whatever the cell size and place',
    (_, mesh) => {
      for (const by of [0, -3.3, 2 ** 20]) {
        const there = moved(mesh, by);
        const expected = contactsByDefinition(there);
        for (const cellSize of [undefined, 0.3, 1, 5, 1000]) {
          const detector = createDetector(there, { method: spatialHash({ cellSize }) });
          expect(contactsFound(detector), `by ${by}, cells of ${cellSize}`).toEqual(expected);
        }
      }
    },
  );

  it('compares triangles that cover very many cells with all others', () => {
    const { positions } = soup(60, 9);
    const large = Float64Array.of(...positions, -50, -50, 2, 60, -50, 2.5, 5, 70, 3, -50, 1, -50, 60, 2, -50, 5, 3, 70);
    const expected = contactsByDefinition({ positions: large });
    expect(expected.length).toBeGreaterThan(10);
    expect(contactsFound(createDetector({ positions: large }, { method: spatialHash() }))).toEqual(expected);
    expect(contactsFound(createDetector({ positions: large }, { method: spatialHash({ cellSize: 1e-6 }) }))).toEqual(
      expected,
    );
  });

  it('stops early when one contact is enough', () => {
    expect(createDetector(soup(90, 3), { method: spatialHash() }).selfIntersects()).toBe(true);
    expect(createDetector(sheet(5, 5), { method: spatialHash() }).selfIntersects()).toBe(false);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a cell size of %d', (cellSize) => {
    expect(() => spatialHash({ cellSize })).toThrow(
      `spatialHash: cellSize must be a finite number above 0, got ${cellSize}.`,
    );
  });
});
