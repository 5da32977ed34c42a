import { createLattice } from '@selfcollide/physics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const coordinate = fc.double({ min: -3, max: 5, noNaN: true });
const triples = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 12 });
const cells = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }));

describe('createLattice', () => {
  it('leaves everything in place at rest', () => {
    fc.assert(
      fc.property(triples, cells, (vertices, cells) => {
        const positions = Float64Array.from(vertices.flat());
        const out = new Float64Array(positions.length);
        createLattice(positions, { cells, low: [-3, -3, -3], high: [5, 5, 5] }).deform(out);
        out.forEach((x, i) => {
          expect(Math.abs(x - positions[i])).toBeLessThan(1e-12);
        });
      }),
    );
  });

  it('reproduces affine maps', () => {
    const matrix = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(triples, cells, matrix, (vertices, cells, m) => {
        const map = (x: number, y: number, z: number) =>
          [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3]);
        const positions = Float64Array.from(vertices.flat());
        const lattice = createLattice(positions, { cells });
        for (let i = 0; i < lattice.points.length; i += 3) {
          lattice.points.set(map(lattice.points[i], lattice.points[i + 1], lattice.points[i + 2]), i);
        }
        const out = new Float64Array(positions.length);
        lattice.deform(out);
        vertices.forEach(([x, y, z], v) => {
          map(x, y, z).forEach((wanted, k) => {
            expect(Math.abs(out[3 * v + k] - wanted)).toBeLessThan(1e-10);
          });
        });
      }),
    );
  });

  it('is local and smooth: one control point moves what is within two cells, most in the middle', () => {
    const line = Float64Array.from({ length: 3 * 81 }, (_, i) => (i % 3 === 0 ? i / 30 : 0)); // x from 0 to 8
    const lattice = createLattice(line, { cells: [8, 1, 1], low: [0, -1, -1], high: [8, 1, 1] });
    expect(lattice.counts).toEqual([11, 4, 4]);
    // the control points above x = 4, all of them in y and z
    for (let i = 0; i < lattice.points.length; i += 3) if (lattice.points[i] === 4) lattice.points[i + 1] += 1;
    const out = new Float64Array(line.length);
    lattice.deform(out);
    const heights = Array.from({ length: 81 }, (_, v) => out[3 * v + 1]);
    expect(heights[40]).toBeCloseTo(2 / 3, 12);
    expect(heights[30]).toBeCloseTo(1 / 6, 12);
    expect(heights[20]).toBeCloseTo(0, 12);
    expect(heights.filter((_, v) => Math.abs(v - 40) >= 20).every((y) => Math.abs(y) < 1e-12)).toBe(true);
  });

  it('refuses positions outside, and cells that are none', () => {
    const box = { low: [0, 0, 0], high: [1, 1, 1] } as const;
    expect(() => createLattice([0.5, 2, 0.5], { cells: [1, 1, 1], ...box })).toThrow(
      'createLattice: vertex 0 must be inside the box, from 0 to 1 along axis 1; got 2.',
    );
    expect(() => createLattice([], { cells: [1, 0, 1], ...box })).toThrow(
      'createLattice: cells must be whole numbers from 1, got 1, 0, 1.',
    );
  });

  it('takes a flat mesh', () => {
    const positions = Float64Array.of(0, 2, 0, 1, 2, 0, 0, 2, 1);
    const out = new Float64Array(9);
    createLattice(positions, { cells: [2, 2, 2] }).deform(out);
    out.forEach((x, i) => {
      expect(x).toBeCloseTo(positions[i], 12);
    });
  });
});
