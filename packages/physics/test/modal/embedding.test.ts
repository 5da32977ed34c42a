import { describe, expect, test } from 'vitest';
import { createElasticTets } from '../../src/modal/elastic-tets.ts';
import { embedModes, embedPoints, selectVertices } from '../../src/modal/embedding/embed-points.ts';
import { boundaryFaces } from '../../src/modal/embedding/nearest-face.ts';
import { findModes } from '../../src/modal/find-modes.ts';
import { basisColumn } from '../../src/modal/mode-basis.ts';
import { RUBBER, seeded, tetBlock } from './tet-block.ts';

const mesh = tetBlock([5, 4, 3], { jitter: 0.2, seed: 4 });

/** What weights say about where point i is. */
function place(embedding: ReturnType<typeof embedPoints>, i: number): number[] {
  return [0, 1, 2].map((axis) =>
    [0, 1, 2, 3].reduce(
      (sum, k) => sum + embedding.weights[4 * i + k] * mesh.positions[3 * embedding.corners[4 * i + k] + axis],
      0,
    ),
  );
}

describe('embedPoints', () => {
  const random = seeded(9);
  test('points inside are in their tet; points outside are extrapolated; all are reproduced', () => {
    const points = new Float64Array(3 * 2000).map((_, i) => [5, 4, 3][i % 3] * (1.4 * random() - 0.2));
    const embedding = embedPoints(mesh, points);
    let inside = 0;
    let outside = 0;
    for (let i = 0; i < 2000; i++) {
      const four = embedding.weights.subarray(4 * i, 4 * i + 4);
      place(embedding, i).forEach((x, k) => {
        expect(x).toBeCloseTo(points[3 * i + k], 10);
      });
      expect(four[0] + four[1] + four[2] + four[3]).toBeCloseTo(1, 12);
      if (embedding.distances[i] === 0) {
        inside++;
        expect(Math.min(...four)).toBeGreaterThan(-1e-11);
      } else {
        outside++;
        expect(Math.min(...four)).toBeLessThan(0);
      }
    }
    expect(inside).toBeGreaterThan(500);
    expect(outside).toBeGreaterThan(500);
  });

  test('vertices of the mesh itself, in single precision too', () => {
    const embedding = embedPoints(mesh, Float32Array.from(mesh.positions));
    for (let i = 0; i < embedding.pointCount; i++) {
      place(embedding, i).forEach((x, k) => {
        expect(Math.abs(x - mesh.positions[3 * i + k])).toBeLessThan(1e-6);
      });
      expect(embedding.distances[i]).toBeLessThan(1e-6);
    }
  });

  test('distance is that of the nearest boundary point, by dense sampling', () => {
    const { triangles } = boundaryFaces(mesh.tets);
    const points = new Float64Array(3 * 40).map((_, i) => [5, 4, 3][i % 3] * (3 * random() - 1));
    const { distances } = embedPoints(mesh, points);
    for (let i = 0; i < 40; i++) {
      if (distances[i] === 0) continue;
      let least = Infinity;
      for (let f = 0; f < triangles.length; f += 3) {
        for (let a = 0; a <= 10; a++) {
          for (let b = 0; a + b <= 10; b++) {
            const away = [0, 1, 2].map((k) => {
              const [p, q, r] = [0, 1, 2].map((c) => mesh.positions[3 * triangles[f + c] + k]);
              return p + (a / 10) * (q - p) + (b / 10) * (r - p) - points[3 * i + k];
            });
            least = Math.min(least, Math.hypot(...away));
          }
        }
      }
      expect(distances[i]).toBeLessThanOrEqual(least + 1e-12);
      expect(distances[i]).toBeGreaterThan(least - 0.15); // the samples are that far apart
    }
  });

  test('modes are carried over: linear fields exactly', () => {
    const points = new Float64Array(300).map((_, i) => [5, 4, 3][i % 3] * random());
    const embedding = embedPoints(mesh, points);
    const field = (x: number, y: number, z: number) => [x + 2 * y, 3 - z, 0.5 * x - y + z];
    const flat = (array: ArrayLike<number>) =>
      Array.from({ length: array.length / 3 }, (_, v) =>
        field(array[3 * v], array[3 * v + 1], array[3 * v + 2]),
      ).flat();
    const vectors = Float64Array.from([...flat(mesh.positions), ...mesh.positions]);
    const modes = embedModes(embedding, { count: 2, vertexCount: mesh.positions.length / 3, vectors });
    expect(modes.vertexCount).toBe(100);
    const expected = [...flat(points), ...points];
    modes.vectors.forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 10);
    });
  });

  test('selectVertices picks rows', () => {
    const basis = findModes(createElasticTets(mesh, RUBBER), { count: 2 });
    const part = selectVertices(basis, [7, 3]);
    expect([...basisColumn(part, 1)]).toEqual([
      ...basisColumn(basis, 1).subarray(21, 24),
      ...basisColumn(basis, 1).subarray(9, 12),
    ]);
    expect(() => selectVertices(basis, [0, 120])).toThrow(
      'selectVertices: vertices must be numbers from 0 to 119, got 120 at place 1.',
    );
  });

  test('bad input', () => {
    expect(() => embedPoints(mesh, [0, 0, 0] as never)).toThrow(
      'embedPoints: points must be a Float32Array or Float64Array, got object.',
    );
    expect(() => embedPoints(mesh, new Float64Array(4))).toThrow(
      'embedPoints: points must hold three numbers each, got length 4.',
    );
    expect(() => embedPoints(mesh, Float64Array.of(0, 0, Infinity))).toThrow(
      'embedPoints: points must be finite, got Infinity at point 0.',
    );
    const flat = { ...mesh, positions: mesh.positions.map((x, i) => (i % 3 === 0 ? 0 : x)) };
    expect(() => embedPoints(flat, new Float64Array(3))).toThrow('embedPoints: tets must not be flat');
    expect(() =>
      embedModes(embedPoints(mesh, new Float64Array(3)), { count: 1, vertexCount: 1, vectors: new Float64Array(3) }),
    ).toThrow('embedModes: basis.vertexCount must be 120, got 1.');
  });
});
