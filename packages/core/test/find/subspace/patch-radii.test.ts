import { expect, it } from 'vitest';
import { createSubspaceDetector } from '../../../src/create-subspace-detector.ts';
import { waveModes } from './modes.ts';
import { rolled } from './subspace-meshes.ts';

it('radii of patches are no smaller than those of the patches around them, and of the whole its own', () => {
  const mesh = rolled();
  const rank = 4;
  const vectors = waveModes(mesh, rank, 3);
  const detector = createSubspaceDetector(mesh, { vectors });
  const { radius } = detector;
  expect(radius).toBeGreaterThan(0);
  const levels = [0, 1, 2, 3, 4].map((level) => detector.patchRadii(level));
  const count = mesh.triangles.length / 3;
  expect([...levels[0]]).toEqual(Array(count).fill(radius));
  levels.slice(1).forEach((radii, i) => {
    radii.forEach((each, t) => {
      expect(each).toBeGreaterThanOrEqual(levels[i][t]);
    });
  });
  expect(new Set(levels[4]).size).toBeGreaterThan(1);
  expect(() => detector.patchRadii(1.5)).toThrow('patchRadii: level must be a whole number from 0, got 1.5.');
});
