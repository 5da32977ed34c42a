import { describe, expect, test } from 'vitest';
import { matchTetFaces } from '../../src/tets/tet-faces.ts';
import { markTetSurface, NO_VERTEX } from '../../src/tets/tet-surface.ts';
import { tetBlock } from './tet-block.ts';

function surfaceOf(tets: Uint32Array, vertexCount: number, triangles?: Uint32Array) {
  return markTetSurface('test', tets, vertexCount, matchTetFaces(tets), triangles);
}

describe('matchTetFaces', () => {
  test('two tets share a face in any order of corners', () => {
    const { twin, find } = matchTetFaces(Uint32Array.from([0, 1, 2, 3, 4, 3, 2, 1]));
    expect([...twin]).toEqual([4, -1, -1, -1, 0, -1, -1, -1]);
    expect(find(3, 1, 2)).toBe(0);
    expect(find(0, 2, 1)).toBe(3);
    expect(find(0, 1, 4)).toBe(-1);
  });

  test('three tets at one face are a ring', () => {
    const { twin } = matchTetFaces(Uint32Array.from([0, 1, 2, 3, 4, 1, 2, 3, 5, 1, 2, 3]));
    const ring = [0, twin[0], twin[twin[0]], twin[twin[twin[0]]]];
    expect(ring[3]).toBe(0);
    expect([...ring.slice(0, 3)].sort((a, b) => a - b)).toEqual([0, 4, 8]);
  });
});

describe('markTetSurface', () => {
  test('a cube of five tets: twelve surface faces, all vertices', () => {
    const { tets, positions } = tetBlock(1, 1, 1);
    const { faces, nearest } = surfaceOf(tets, 8);
    const marked = [...faces].map((bits) => bits.toString(2).replaceAll('0', '').length);
    expect(marked).toEqual([3, 3, 3, 3, 0]);
    expect([...nearest]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(positions.length).toBe(24);
  });

  test('inner vertices go to a surface vertex the fewest edges away', () => {
    const n = 6;
    const { tets, positions } = tetBlock(n, n, n);
    const { nearest } = surfaceOf(tets, positions.length / 3);
    for (let v = 0; v < nearest.length; v++) {
      const at = [...positions.slice(3 * v, 3 * v + 3)];
      const onSurface = at.some((x) => x === 0 || x === n);
      expect(nearest[v] === v).toBe(onSurface);
      const goal = [...positions.slice(3 * nearest[v], 3 * nearest[v] + 3)];
      expect(goal.some((x) => x === 0 || x === n)).toBe(true);
      // no edge is longer than one cell along an axis, so that many edges it takes at least, and one goes straight
      const depth = Math.min(...at.map((x) => Math.min(x, n - x)));
      expect(Math.max(...at.map((x, axis) => Math.abs(x - goal[axis])))).toBe(depth);
    }
  });

  test('given triangles count, on both sides', () => {
    const tets = Uint32Array.from([0, 1, 2, 3, 4, 3, 2, 1]);
    const { faces, nearest } = surfaceOf(tets, 6, Uint32Array.from([2, 1, 3]));
    expect([...faces]).toEqual([1, 1]);
    expect(nearest[1]).toBe(1);
    expect([1, 2, 3]).toContain(nearest[0]);
    expect([1, 2, 3]).toContain(nearest[4]);
    expect(nearest[5]).toBe(NO_VERTEX); // no tet has it
  });

  test('an empty list is no surface', () => {
    const { faces, nearest } = surfaceOf(Uint32Array.from([0, 1, 2, 3]), 4, new Uint32Array(0));
    expect([...faces]).toEqual([0]);
    expect([...nearest]).toEqual([NO_VERTEX, NO_VERTEX, NO_VERTEX, NO_VERTEX]);
  });
});
