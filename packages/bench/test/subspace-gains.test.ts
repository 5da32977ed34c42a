import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spring } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { repositoryFolder } from '../src/repository-folder.ts';
import { facingRadii, replaceIn, variants } from '../src/subspace/gains.ts';

describe('gains', () => {
  it.each(variants.map((each) => [each.name, each] as const))('what is taken out is there: %s', (_, { without }) => {
    for (const file of new Set(without.map((one) => one.file))) {
      const text = readFileSync(join(repositoryFolder(), 'packages/core/src', file), 'utf8');
      expect(replaceIn(text, file, without)).not.toBe(text);
    }
  });

  it('refuses what is not there, or there twice', () => {
    const one = { file: 'a.ts', from: 'x', to: 'y' };
    expect(replaceIn('a x b', 'a.ts', [one])).toBe('a y b');
    expect(replaceIn('a x b', 'b.ts', [one])).toBe('a x b');
    expect(() => replaceIn('a b', 'a.ts', [one])).toThrow('packages/core/src/a.ts must hold this once');
    expect(() => replaceIn('x x', 'a.ts', [one])).toThrow('must hold this once');
  });

  it('triangles do keep facing within their radii, and some turn around beyond', () => {
    const scene = spring({ triangles: 400, modes: 6 });
    const { mesh, modes, modeCount, weights } = scene;
    const { positions, triangles } = mesh;
    const normalOf = (t: number, at: ArrayLike<number>) => {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
      const [u, v] = [b, c].map((to) => [0, 1, 2].map((x) => at[to + x] - at[a + x]));
      return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    };
    let turned = 0;
    facingRadii(scene).forEach((radius, t) => {
      for (const factor of [0.999, -0.999, 20, -20]) {
        for (let mode = 0; mode < modeCount; mode++) {
          const q = (factor * radius) / Math.sqrt(weights?.[mode] ?? 1);
          const posed = positions.map((x, i) => x + q * modes.vectors[mode * positions.length + i]);
          const n = normalOf(t, positions);
          const m = normalOf(t, posed);
          const faces = n[0] * m[0] + n[1] * m[1] + n[2] * m[2] > 0;
          if (Math.abs(factor) < 1) expect(faces).toBe(true);
          else if (!faces) turned++;
        }
      }
    });
    expect(turned).toBeGreaterThan(0);
  });
});
