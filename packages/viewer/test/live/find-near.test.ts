import { clothScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { NearFinder } from '../../src/live/worker/find-near.ts';
import { polytopeEdges } from '../../src/live/worker/polytope-edges.ts';

describe('what is close in a live cloth', () => {
  it('is what brute force finds, with colours, lines and the least distance', () => {
    const scene = clothScenes.find(({ name }) => name === 'table-cloth')!.make();
    const run = scene.begin();
    for (let i = 0; i < 60; i++) run.step();
    const { positions } = run.cloth;
    const { mesh, solid } = scene;
    const distance = 0.03;
    const found = new NearFinder(scene, { distance, dop: 18 }).find(positions, { lines: true, level: 1 });
    const oracle = createDetector(mesh, { method: 'brute-force', restRadius: 4 * distance });
    oracle.update(positions);
    const shareOf = new Map<number, number>();
    const note = (t: number, far: number) => shareOf.set(t, Math.min(far / distance, shareOf.get(t) ?? Infinity));
    const own = oracle.findProximities({ distance });
    const ownPairs = own.count;
    for (let i = 0; i < own.count; i++) for (const t of [own.triangleA[i], own.triangleB[i]]) note(t, own.distance[i]);
    const other = oracle.findProximities({ distance, against: createDetector(solid, { method: 'brute-force' }) });
    for (let i = 0; i < other.count; i++) {
      note(other.triangleA[i], other.distance[i]);
      note(other.triangleB[i] + mesh.triangles.length / 3, other.distance[i]);
    }
    expect([found.ownPairs, found.solidPairs]).toEqual([ownPairs, other.count]);
    expect(other.count).toBeGreaterThan(50);
    expect([...found.near]).toEqual([...shareOf.keys()].sort((a, b) => a - b));
    found.near.forEach((t, i) => {
      expect(found.shares[i]).toBeCloseTo(shareOf.get(t)!, 5);
    });
    expect(found.least / distance).toBeCloseTo(Math.min(...shareOf.values()), 9);
    expect(found.lines).toHaveLength(6 * (ownPairs + other.count));
    const lengths = Array.from({ length: found.lines.length / 6 }, (_, i) => {
      const [ax, ay, az, bx, by, bz] = found.lines.subarray(6 * i, 6 * i + 6);
      return Math.hypot(ax - bx, ay - by, az - bz);
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(distance * 1.000001);
    expect(Math.min(...lengths)).toBeCloseTo(found.least, 6);
    expect(found.polytopeCount).toBeGreaterThan(1);
    expect(found.polytopes.length).toBeGreaterThan(6 * 12 * found.polytopeCount - 1);
  });
});

describe('edges of polytopes', () => {
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const edges = Float64Array.of(...axes, 1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1);

  it('of a box are its twelve', () => {
    const lines = polytopeEdges(axes, Float64Array.of(-1, 2, 0, 1, 3, 5));
    expect(lines).toHaveLength(12 * 6);
    const lengths = Array.from({ length: 12 }, (_, i) => {
      const [ax, ay, az, bx, by, bz] = lines.subarray(6 * i, 6 * i + 6);
      return Math.hypot(ax - bx, ay - by, az - bz);
    });
    expect(lengths.map((x) => Math.round(x * 1e5) / 1e5).sort()).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });

  it('of a box with its edges cut off are 48: six squares, twelve hexagons', () => {
    const extents = Float64Array.from({ length: 18 }, (_, i) => (i % 2 === 0 ? -1 : 1) * (i < 6 ? 1 : 1.6));
    expect(polytopeEdges(edges, extents).length / 6).toBe(48);
  });

  it('where planes say nothing more are those of the box', () => {
    const extents = Float64Array.from({ length: 18 }, (_, i) => (i % 2 === 0 ? -1 : 1) * (i < 6 ? 1 : 3));
    expect(polytopeEdges(edges, extents).length / 6).toBe(12);
  });
});
