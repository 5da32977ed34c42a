import { describe, expect, it } from 'vitest';
import { createChoices } from '../../src/fuzz/choices.ts';
import { latticeShapesMeet } from '../../src/fuzz/lattice-contacts.ts';
import { trianglesIntersect } from '../../src/peers/triangles-intersect.ts';

describe('the peers’ triangle test', () => {
  // whole numbers so large that triangles hardly ever touch; then ones so small that they often do, where rounding may decide
  it.each([
    [1000, 0],
    [5, 0.002],
  ])('agrees with whole-number arithmetic on corners from 0 to %i', (size, mayDiffer) => {
    const choices = createChoices(1);
    const wrong: string[] = [];
    let meeting = 0;
    for (let i = 0; i < 4000; i++) {
      const flat = i % 4 === 0;
      const p = Float32Array.from({ length: 18 }, (_, k) => (flat && k % 3 === 2 ? 0 : choices.whole(0, size)));
      if (!hasArea(p, 0) || !hasArea(p, 9)) continue;
      const points = [0, 3, 6, 9, 12, 15].map((at) => [...p.subarray(at, at + 3)]);
      const expected = latticeShapesMeet(points.slice(0, 3), points.slice(3));
      if (expected) meeting++;
      if (trianglesIntersect(p, 0, 3, 6, 9, 12, 15) !== expected) wrong.push(`${[...p]}: ${expected}`);
    }
    expect(wrong.length, wrong[0]).toBeLessThanOrEqual(4000 * mayDiffer);
    expect(meeting).toBeGreaterThan(500);
  });
});

function hasArea(p: Float32Array, at: number): boolean {
  const u = [0, 1, 2].map((axis) => p[at + 3 + axis] - p[at + axis]);
  const v = [0, 1, 2].map((axis) => p[at + 6 + axis] - p[at + axis]);
  return u[1] * v[2] !== u[2] * v[1] || u[2] * v[0] !== u[0] * v[2] || u[0] * v[1] !== u[1] * v[0];
}
