import { describe, expect, it } from 'vitest';
import { checkCase } from '../../src/fuzz/check-case.ts';
import type { FuzzCase } from '../../src/fuzz/fuzz-case.ts';
import { generateShapeCase } from '../../src/fuzz/generate-case.ts';

// one triangle pierced by another
const pierced: FuzzCase = {
  kind: 'test',
  single: false,
  positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1, 1, 1, 3, 3, 5],
  triangles: [0, 1, 2, 3, 4, 5],
  poses: [],
  weld: true,
  pairs: 'all',
  lattice: 1,
};

describe('checkCase', () => {
  it('has nothing to say about a right answer', () => {
    expect(checkCase(pierced, ['box-tree'])).toBeUndefined();
  });

  it('says what differs', () => {
    // a lattice step of NaN makes the whole-number oracle believe that nothing meets
    expect(checkCase({ ...pierced, lattice: Number.NaN }, [])).toBe(
      'first pose: brute-force against whole-number arithmetic: 0 missing, 2 extra of 0; first extra edge 3–4 with triangle 0',
    );
  });

  it('reports an error that was thrown', () => {
    expect(checkCase({ ...pierced, poses: [[1, 2, 3]] }, ['box-tree'])).toMatch(
      /^threw MeshError: update: positions must /,
    );
  });
});

describe('generateShapeCase', () => {
  it('depends on the seed alone', () => {
    expect(generateShapeCase(5)).toEqual(generateShapeCase(5));
    expect(generateShapeCase(5)).not.toEqual(generateShapeCase(6));
  });

  it('makes every kind, with and without welding, labels and single precision', () => {
    const cases = Array.from({ length: 200 }, (_, seed) => generateShapeCase(seed));
    const kinds = new Set(cases.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['degenerate', 'flat lattice', 'lattice', 'near lattice', 'sheet', 'soup']);
    expect(new Set(cases.map(({ weld }) => weld)).size).toBe(3);
    expect(new Set(cases.map(({ pairs }) => pairs)).size).toBe(3);
    expect(new Set(cases.map(({ single }) => single)).size).toBe(2);
    expect(cases.some(({ lattice }) => lattice !== undefined)).toBe(true);
  });
});
