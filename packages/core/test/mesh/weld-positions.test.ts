import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weldPositions } from '../../src/mesh/weld-positions.ts';

describe('weldPositions', () => {
  it('names the lowest-numbered vertex at the same place', () => {
    expect([...weldPositions(Float64Array.of(1, 2, 3, 4, 5, 6, 1, 2, 3, 1, 2, 3, 4, 5, 6))]).toEqual([0, 1, 0, 0, 1]);
  });

  it('takes −0 for 0', () => {
    expect([...weldPositions(Float64Array.of(0, -0, 1, -0, 0, 1))]).toEqual([0, 0]);
  });

  it('has no tolerance', () => {
    expect([...weldPositions(Float64Array.of(1, 0, 0, 1 + 2 ** -52, 0, 0, 1, 5e-324, 0))]).toEqual([0, 1, 2]);
  });

  it('compares the numbers of a Float32Array as they are', () => {
    expect([...weldPositions(Float32Array.of(0.1, 0, 0, 0.1 + 1e-12, 0, 0, 0.2, 0, 0))]).toEqual([0, 0, 2]);
  });

  it('equals comparison of all pairs', () => {
    const at = fc.constantFrom(0, -0, 1, -1, 2, 0.5);
    fc.assert(
      fc.property(fc.array(fc.tuple(at, at, at), { minLength: 1, maxLength: 60 }), (list) => {
        const same = (i: number, j: number) => list[i].every((x, axis) => x === list[j][axis]);
        const expected = list.map((_, i) => list.findIndex((_, j) => same(i, j)));
        expect([...weldPositions(Float64Array.from(list.flat()))]).toEqual(expected);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('welds only the vertices it is told to', () => {
    const positions = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0);
    expect([...weldPositions(positions, Float64Array.of(-1, 0, 0))]).toEqual([0, 1, 1]);
  });

  it('stays fast on a large regular grid', () => {
    const side = 200;
    const positions = new Float64Array(3 * 2 * side * side);
    for (let i = 0; i < 2 * side * side; i++) {
      positions[3 * i] = i % side;
      positions[3 * i + 1] = Math.floor(i / side) % side;
    }
    const start = performance.now();
    const first = weldPositions(positions);
    expect(performance.now() - start).toBeLessThan(1000); // milliseconds; about 10 measured
    for (let i = 0; i < first.length; i++) if (first[i] !== i % (side * side)) expect.fail(`vertex ${i}: ${first[i]}`);
  });
});
