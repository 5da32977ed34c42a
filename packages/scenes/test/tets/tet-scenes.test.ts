import { createTetCollider } from 'selfcollide';
import { describe, expect, test } from 'vitest';
import { createTetScene, tetSceneNames } from '../../src/tets/tet-scenes.ts';

describe('setups of the hashing paper', () => {
  /** Objects, tets, vertices: table 1 of the paper. */
  const sizes = {
    A: [100, 1000, 1200],
    B: [8, 4000, 1936],
    C: [20, 10000, 4840],
    D: [2, 20514, 5898],
    E: [100, 50000, 24200],
  };

  test.each(tetSceneNames)('%s has the numbers of the paper', (name) => {
    const { objects, about } = createTetScene(name);
    const tets = objects.reduce((sum, object) => sum + object.tets.length / 4, 0);
    const vertices = objects.reduce((sum, object) => sum + object.positions.length / 3, 0);
    expect([objects.length, tets, vertices]).toEqual(sizes[name]);
    expect(about).toMatch(/\.$/);
    if (name === 'D') expect(objects.map((object) => object.tets.length / 4)).toEqual([10257, 10257]);
  });

  test.each(['A', 'B', 'C', 'D'] as const)('%s: bodies move, deform and touch', (name) => {
    const scene = createTetScene(name);
    const collider = createTetCollider({ objects: scene.objects });
    let touching = 0;
    const steps = name === 'D' ? 160 : 200;
    for (let step = 1; step <= steps; step++) {
      scene.step();
      if (step % 20 !== 0) continue;
      for (const [object, positions] of scene.positions.entries()) collider.update(object, positions);
      if (collider.findPenetrations().count > 0) touching++;
    }
    expect(scene.steps).toBe(steps);
    expect(touching).toBeGreaterThan(2);

    // some edge of the first tets is no longer as long as at the start
    const change = scene.objects.map(({ positions, tets }, object) => {
      const length = (p: ArrayLike<number>, t: number) =>
        Math.hypot(...[0, 1, 2].map((axis) => p[3 * tets[t] + axis] - p[3 * tets[t + 1] + axis]));
      let most = 0;
      for (let t = 0; t < tets.length; t += 4) {
        most = Math.max(most, Math.abs(length(scene.positions[object], t) / length(positions, t) - 1));
      }
      return most;
    });
    expect(Math.max(...change)).toBeGreaterThan(0.02);
    expect(Math.max(...change)).toBeLessThan(1);
  });

  test('the same seed gives the same motion, another seed another', () => {
    const run = (seed?: number) => {
      const scene = createTetScene('A', { seed });
      for (let i = 0; i < 30; i++) scene.step();
      return scene.positions.map((positions) => [...positions]);
    };
    const first = run();
    expect(run()).toEqual(first);
    expect(run(2)).not.toEqual(first);
  });

  test('an unknown name is refused', () => {
    expect(() => createTetScene('F' as never)).toThrow('createTetScene: name must be one of A, B, C, D, E; got F.');
  });
});
