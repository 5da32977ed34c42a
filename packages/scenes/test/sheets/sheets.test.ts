import { drapedSheet, flatSheet, twistedSheet } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { contactCounts, edgeUse } from '../mesh-facts.ts';

describe('flatSheet', () => {
  it('is 160 × 250 cells at 80,000 triangles', () => {
    const { mesh } = flatSheet({ frames: 1 });
    expect(mesh.triangles.length / 3).toBe(80_000);
    expect(mesh.positions.length / 3).toBe(161 * 251);
  });

  it('starts exactly flat, and never touches itself', () => {
    const scene = flatSheet({ triangles: 2000, frames: 4, diagonals: 'alternating' });
    expect(scene.mesh.positions.filter((_, i) => i % 3 === 2).every((z) => z === 0)).toBe(true);
    expect(contactCounts(scene)).toEqual([0, 0, 0, 0]);
  });
});

describe('twistedSheet', () => {
  it.each([4096, 16_384])('has the size %i of the star paper', (triangles) => {
    const { mesh } = twistedSheet({ triangles, frames: 1 });
    expect(mesh.triangles.length / 3).toBe(triangles);
    expect(edgeUse(mesh)).toMatchObject({ crowded: 0, repeated: 0, euler: 1 });
  });

  it.each([1, 2, 3])('collides heavily in the last third and not before (seed %i)', (seed) => {
    const counts = contactCounts(twistedSheet({ triangles: 4096, frames: 10, seed }));
    expect(counts.slice(0, 6)).toEqual(new Array(6).fill(0));
    expect(counts[7]).toBeGreaterThan(400);
    expect(counts[9]).toBeGreaterThan(1000);
  });

  it('turns its ends against each other', () => {
    const scene = twistedSheet({ triangles: 200, frames: 2 });
    const last = new Float64Array(scene.mesh.positions.length);
    scene.frame(1, last);
    const direction = (vertex: number, other: number): number =>
      Math.atan2(last[3 * other + 2]! - last[3 * vertex + 2]!, last[3 * other + 1]! - last[3 * vertex + 1]!);
    const count = last.length / 3;
    const turns = (direction(0, 1) - direction(count - 2, count - 1)) / (2 * Math.PI);
    expect(Math.abs(turns - Math.round(turns))).toBeGreaterThan(0.1); // 1.6 turns apart, not parallel again
  });
});

describe('drapedSheet', () => {
  it.each([20_000, 80_000])('has the size %i of the star paper', (triangles) => {
    expect(drapedSheet({ triangles, frames: 1 }).mesh.triangles.length / 3).toBe(triangles);
  });

  it('is flat at first; its folds meet in the end', () => {
    const scene = drapedSheet({ triangles: 4000, frames: 9 });
    expect(new Set(scene.mesh.positions.filter((_, i) => i % 3 === 2))).toEqual(new Set([1]));
    const counts = contactCounts(scene);
    expect(counts.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(counts[8]).toBeGreaterThan(100);
  });

  it('does not stretch the hanging cloth by more than a fifth', () => {
    const scene = drapedSheet({ triangles: 20_000, frames: 5 });
    const { positions: flat, triangles } = scene.mesh;
    const pose = new Float64Array(flat.length);
    const length = (at: Float64Array, a: number, b: number): number =>
      Math.hypot(at[3 * a]! - at[3 * b]!, at[3 * a + 1]! - at[3 * b + 1]!, at[3 * a + 2]! - at[3 * b + 2]!);
    for (let i = 0; i < 5; i++) {
      scene.frame(i, pose);
      let stretched = 0;
      for (let corner = 0; corner < triangles.length; corner += 3) {
        const [a, b] = [triangles[corner]!, triangles[corner + 1]!];
        if (length(pose, a, b) > 1.2 * length(flat, a, b)) stretched++;
      }
      expect(stretched / (triangles.length / 3)).toBeLessThan(0.2);
    }
  });
});
