import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { RandomPoints } from '../predicates/random.ts';
import { impactsFound } from './impact-sets.ts';
import { sheet } from './moving-scenes.ts';

/** A sheet without every ninth square, which a wave lifts. */
function perforated(side: number) {
  const { positions, triangles } = sheet(new RandomPoints(3), side, 0.02);
  const isHole = (square: number) => (square % side) % 3 === 1 && Math.floor(square / side) % 3 === 1;
  const left = triangles.filter((_, corner) => !isHole(Math.floor(corner / 6)));
  return { positions, triangles: left, next: wave(positions, 0.3) };
}

function wave(positions: Float64Array, height: number): Float64Array {
  return positions.map((x, i) => (i % 3 === 2 ? x + height * Math.sin(positions[i - 2] + positions[i - 1]) : x));
}

describe('a quiet step asks for no box', () => {
  const whole = sheet(new RandomPoints(3), 24, 0.02);
  const scenes = {
    'a sheet': { ...whole, next: wave(whole.positions, 0.3) },
    'a sheet with holes, so that contours have several loops': perforated(24),
  };
  describe.each(Object.entries(scenes))('%s', (_name, { positions, triangles, next }) => {
    it('without a separation', () => {
      const detector = createDetector({ positions, triangles }, { engine: 'kernel' });
      expect(impactsFound(detector, next)).toEqual([]);
      const { boxesFitted, boxTests, contourTests, patchesCulled } = detector.counters;
      expect({ boxesFitted, boxTests, contourTests, patchesCulled }).toEqual({
        boxesFitted: 0,
        boxTests: 0,
        contourTests: 1,
        patchesCulled: 1,
      });
    });

    it('with one that margins of the contour show', () => {
      const detector = createDetector({ positions, triangles }, { engine: 'kernel' });
      expect(impactsFound(detector, next, { minSeparation: 0.1 })).toEqual([]);
      const { boxesFitted, patchesCulled } = detector.counters;
      expect({ boxesFitted, patchesCulled }).toEqual({ boxesFitted: 0, patchesCulled: 1 });
    });

    it('with one that they do not show, boxes find the same as without culling', () => {
      const all = { minSeparation: 0.75 };
      const found = impactsFound(createDetector({ positions, triangles }), next, all);
      expect(found.length).toBeGreaterThan(0);
      expect(impactsFound(createDetector({ positions, triangles }, { method: 'box-tree' }), next, all)).toEqual(found);
    });
  });
});

describe.each(['star-contour', 'optimised-box-tree'])(
  'the kernel finds in a step what boxes alone find in TypeScript: %s',
  (name) => {
    const method = methodNamed(name);
    const random = new RandomPoints(8);
    const { positions, triangles } = sheet(random, 20, 0.1);
    const poses = [0.1, 0.4, 0.15, 0.9, 0.12, 0.1].map((mess) => sheet(random, 20, mess).positions);

    it.each([0, 0.02, 0.2])('minSeparation %f', (minSeparation) => {
      const [here, kernel] = (['plain', 'kernel'] as const).map((engine) =>
        createDetector({ positions, triangles }, { method, engine }),
      );
      let contours = 0;
      let culled = 0;
      let impacts = 0;
      for (const [i, next] of poses.entries()) {
        const options = { minSeparation };
        const found = impactsFound(here, next, options);
        expect(impactsFound(kernel, next, options)).toEqual(found);
        contours += kernel.counters.contourTests;
        culled += kernel.counters.patchesCulled;
        impacts += found.length;
        const earliest = here.earliestImpact(next, options)?.time ?? -1;
        expect(kernel.earliestImpact(next, options)?.time ?? -1).toBe(earliest);
        for (const detector of [here, kernel]) if (i % 2 === 0) detector.update(next);
      }
      expect(impacts).toBeGreaterThan(50);
      if (name === 'star-contour' && minSeparation < 0.1) expect([contours > 10, culled > 0]).toEqual([true, true]);
    });
  },
);
