import { kdop } from '@selfcollide/papers';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';

const positions = Float64Array.from({ length: 3 * 9 * 9 }, (_, i) => {
  const v = Math.floor(i / 3);
  return [v % 9, Math.sin(v), Math.floor(v / 9)][i % 3];
});
const corners = Array.from({ length: 64 }, (_, cell) => {
  const v = 9 * Math.floor(cell / 8) + (cell % 8);
  return [v, v + 1, v + 9, v + 1, v + 10, v + 9];
}).flat();
const triangles = Uint32Array.from(corners);

describe('polytopes of method kdop', () => {
  it.each([6, 8, 14, 18] as const)('hold the mesh at every level, %d faces', (dop) => {
    const detector = createDetector({ positions, triangles }, { method: kdop({ faces: dop, arity: 4 }) });
    const moved = positions.map((x, i) => 3 * x + (i % 3));
    detector.update(moved);
    detector.findProximities({ distance: 0.1 });
    const tree = detector.finder.polytopes!;
    const faces = tree.directions.length / 3;
    expect(faces).toBe(dop / 2);
    expect(tree.deepest).toBeGreaterThan(2);
    let before = 0;
    for (let level = 0; level <= tree.deepest; level++) {
      const extents = tree.ofLevel(level);
      const count = extents.length / (2 * faces);
      expect(count).toBeGreaterThan(before);
      before = count;
      for (let t = 0; t < triangles.length / 3; t++) {
        // some polytope holds all three corners
        const inside = Array.from({ length: count }, (_, p) => p).some((p) =>
          [0, 1, 2].every((k) => {
            const v = 3 * triangles[3 * t + k];
            return Array.from({ length: faces }, (_, d) => d).every((d) => {
              const along = [0, 1, 2].reduce((sum, axis) => sum + tree.directions[3 * d + axis] * moved[v + axis], 0);
              const [low, high] = extents.subarray(2 * (faces * p + d), 2 * (faces * p + d) + 2);
              return along >= low - 1e-9 && along <= high + 1e-9;
            });
          }),
        );
        expect(inside).toBe(true);
      }
    }
    expect(before).toBe(triangles.length / 3); // leaves are single triangles
    expect(() => tree.ofLevel(-1)).toThrow('ofLevel: level must be a whole number from 0, got -1.');
  });

  it('are there after a search', () => {
    const detector = createDetector({ positions, triangles }, { method: kdop() });
    expect(detector.finder.polytopes).toBeNull();
  });
});
