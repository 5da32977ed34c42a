import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { exactImpact } from '../../src/predicates/exact-impact.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import type { Impacts } from '../../src/results/impacts.ts';
import { RandomPoints } from '../predicates/random.ts';
import { movingScenes } from './moving-scenes.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);

/** Kind, eight points and time of every impact. */
function* pairsOf(impacts: Impacts, triangles: ArrayLike<number>, from: Float64Array, to: Float64Array) {
  const pointsOf = (vertices: number[]) =>
    [from, to].flatMap((at) => vertices.flatMap((v) => [...at.subarray(3 * v, 3 * v + 3)]));
  for (let i = 0; i < impacts.vertexCount; i++) {
    const t = 3 * impacts.triangle[i];
    const vertices = [impacts.vertex[i], triangles[t], triangles[t + 1], triangles[t + 2]];
    yield { kind: 'vertex-triangle', points: pointsOf(vertices), time: impacts.vertexTime[i] } as const;
  }
  for (let i = 0; i < impacts.edgeCount; i++) {
    const vertices = [impacts.edgeA[i], impacts.edgeB[i], impacts.edgeC[i], impacts.edgeD[i]];
    yield { kind: 'edge-edge', points: pointsOf(vertices), time: impacts.edgeTime[i] } as const;
  }
}

function distanceAt(kind: 'vertex-triangle' | 'edge-edge', points: readonly number[], time: number): number {
  const at = Float64Array.from({ length: 12 }, (_, i) => points[i] * (1 - time) + points[i + 12] * time);
  return kind === 'vertex-triangle'
    ? triangleDistance(at, 0, 0, 0, 1, 2, 3, Number.POSITIVE_INFINITY, work)
    : triangleDistance(at, 0, 1, 1, 2, 3, 3, Number.POSITIVE_INFINITY, work);
}

describe.each(Object.keys(movingScenes))('times in %s', (name) => {
  const { mesh, next } = movingScenes[name](new RandomPoints(2));
  const triangles = mesh.triangles ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
  const detector = createDetector(mesh, { method: 'box-tree', weld: false });
  const from = mesh.positions as Float64Array;

  it('are never late, 0 only where features touch, and within the tolerance', () => {
    const tolerance = 1e-6;
    const impacts = detector.findImpacts(next, { tolerance });
    expect(impacts.vertexCount + impacts.edgeCount).toBeGreaterThan(5);
    let starts = 0;
    let earliest = Number.POSITIVE_INFINITY;
    for (const { kind, points, time } of pairsOf(impacts, triangles, from, next)) {
      const exact = exactImpact(points, kind, 0, 1, 1e-30);
      expect(exact).toBeGreaterThanOrEqual(0);
      expect(time).toBeLessThanOrEqual(exact);
      expect(time === 0).toBe(exact === 0);
      expect(distanceAt(kind, points, time)).toBeLessThanOrEqual(tolerance + 1e-12);
      if (time === 0) starts++;
      earliest = Math.min(earliest, time);
    }
    expect(impacts.startCount).toBe(starts);
    expect(impacts.earliest).toBe(earliest);
  });

  it('with a separation: closer only afterwards, and within separation and tolerance then', () => {
    const [minSeparation, tolerance] = [0.03, 1e-5];
    for (const { kind, points, time } of pairsOf(
      detector.findImpacts(next, { minSeparation, tolerance }),
      triangles,
      from,
      next,
    )) {
      const exact = exactImpact(points, kind, minSeparation, 1, 1e-30);
      if (exact >= 0) expect(time).toBeLessThanOrEqual(exact);
      expect(time === 0).toBe(exact === 0);
      if (time > 0) expect(distanceAt(kind, points, time)).toBeGreaterThan(minSeparation - 1e-12);
      expect(distanceAt(kind, points, time)).toBeLessThanOrEqual(minSeparation + tolerance + 1e-12);
    }
  });
});
