import { makeScene } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { contactCounts, edgeUse } from '../mesh-facts.ts';

describe('the scan', () => {
  it('has holes and non-manifold edges', async () => {
    const { mesh } = await makeScene('scan', { triangles: 12_000, frames: 1 });
    const { border, crowded } = edgeUse(mesh);
    expect(crowded, 'edges with three triangles').toBeGreaterThan(50);
    expect(border, 'more than the two open ends').toBeGreaterThan(200);
  });

  it('sways and comes back', async () => {
    const scene = await makeScene('scan', { triangles: 12_000, frames: 5 });
    const pose = new Float64Array(scene.mesh.positions.length);
    scene.frame(1, pose);
    const moved = pose.map((x, i) => Math.abs(x - scene.mesh.positions[i]!));
    expect(moved.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(0.15);
    expect(moved.reduce((a, b) => Math.max(a, b))).toBeLessThan(0.6);
    scene.frame(4, pose);
    for (let i = 0; i < pose.length; i++) expect(Math.abs(pose[i]! - scene.mesh.positions[i]!)).toBeLessThan(1e-12);
  });

  it('has a few contacts of its own in every frame', async () => {
    for (const count of contactCounts(await makeScene('scan', { triangles: 12_000, frames: 4 }))) {
      expect(count).toBeGreaterThan(5);
      expect(count).toBeLessThan(500);
    }
  });
});
