import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { createSubspaceDetector } from '../../../src/create-subspace-detector.ts';
import { waveModes } from './modes.ts';
import { meshes, rolled } from './subspace-meshes.ts';

describe('what limits a radius', () => {
  it.each(['rolled sheet', 'two spheres'])('%s: a pose that touches lies right outside the radius', (name) => {
    const mesh = meshes[name];
    const rank = 4;
    const weights = Float64Array.of(1, 4, 0.25, 2);
    const detector = createSubspaceDetector(mesh, { vectors: waveModes(mesh, rank, 5) }, { weights });
    const [limit] = detector.findLimits();
    expect(limit.level).toBe(0);
    expect(limit.radius).toBe(detector.radius);
    expect(limit.norm).toBeGreaterThanOrEqual(limit.radius);
    expect(limit.norm).toBeLessThan(1.12 * limit.radius);
    const norm = Math.sqrt(limit.q.reduce((sum, x, i) => sum + weights[i] * x * x, 0));
    expect(norm).toBeCloseTo(limit.norm, 9);
    const oracle = createDetector(mesh, { method: 'brute-force' });
    const positions = new Float64Array(mesh.positions.length);
    const touches = (factor: number) => {
      detector.deform(
        limit.q.map((x) => factor * x),
        positions,
      );
      oracle.update(positions);
      return oracle.findIntersections().count > 0;
    };
    expect(touches((0.999 * limit.radius) / limit.norm)).toBe(false);
    expect(touches(1.001)).toBe(true);
  });

  it('levels below the whole have radii that are not smaller, and limits that are not nearer', () => {
    const mesh = rolled();
    const detector = createSubspaceDetector(mesh, { vectors: waveModes(mesh, 3, 2) });
    const limits = detector.findLimits(4);
    expect(new Set(limits.map(({ level }) => level)).size).toBeGreaterThan(1);
    for (const { radius, norm, triangles } of limits) {
      expect(radius).toBeGreaterThanOrEqual(detector.radius);
      expect(norm).toBeGreaterThanOrEqual(radius);
      for (const t of triangles) expect(t).toBeLessThan(mesh.triangles.length / 3);
    }
  });

  it('levels are a whole number from 1', () => {
    const detector = createSubspaceDetector(rolled(), { vectors: waveModes(rolled(), 2, 2) });
    expect(() => detector.findLimits(0)).toThrow('findLimits: levels must be a whole number from 1, got 0.');
    expect(() => detector.update([0, 0], -1)).toThrow('update: body must be a whole number from 0, got -1.');
  });
});
