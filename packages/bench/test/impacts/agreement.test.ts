import { makeScene, scenes } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { checkImpacts } from '../../src/fuzz/check-impacts.ts';
import { safeMethods } from '../../src/methods.ts';

/** Flat ones, or of coordinates that no double can compare: all but exact arithmetic is left out, so few triangles are enough. */
const FEW: Readonly<Record<string, number>> = {
  annulus: 40,
  book: 50,
  'coincident-sheets': 50,
  'coplanar-overlaps': 20,
  'duplicated-vertices': 50,
  'extreme-scales': 6,
  'flipped-windings': 50,
  'folded-sheet': 50,
  'helical-ramp': 50,
};

/** Wanted triangles, and which steps, as parts of the sequence: exact arithmetic on every pair is for small ones; larger ones are compared with each other. */
const SIZES = [
  { triangles: 16, parts: [0.5] },
  { triangles: 250, parts: [0.4, 1] },
] as const;

describe('between consecutive frames every method finds the oracle’s impacts, as sets, with equal times, on', () => {
  it.each(scenes)('$name', async ({ name, defaultTriangles }) => {
    for (const { triangles, parts } of SIZES) {
      const wanted = Math.min(triangles, defaultTriangles, FEW[name] ?? triangles);
      const scene = await makeScene(name, { triangles: wanted });
      const { mesh, frameCount, frame, objects } = scene;
      const pose = (number: number) => {
        const out = new Float64Array(mesh.positions.length);
        frame(number, out);
        return [...out];
      };
      for (const part of parts) {
        const first = Math.max(0, Math.floor(part * (frameCount - 1)) - 1);
        const wrong = checkImpacts(
          {
            ...{ kind: name, single: false, weld: name === 'duplicated-vertices', pairs: 'all' },
            positions: pose(first),
            triangles: [...mesh.triangles],
            poses: frameCount > 1 ? [pose(first + 1)] : [],
            ...(objects && { objects: [...objects] }),
          },
          safeMethods,
        );
        expect(wrong, `${mesh.triangles.length / 3} triangles, frame ${first}`).toBeUndefined();
      }
    }
  });
});
