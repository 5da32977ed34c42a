import { expect, it } from 'vitest';
import { checkImpacts } from '../../src/fuzz/check-impacts.ts';
import { generateShapeCase } from '../../src/fuzz/generate-case.ts';
import { safeMethods } from '../../src/methods.ts';

it('generated meshes: every method has the impacts of the oracle, with the same times, none late', () => {
  let steps = 0;
  for (let seed = 1; steps < 10; seed++) {
    const fuzzCase = generateShapeCase(seed);
    // exact arithmetic on every pair: small ones only
    if (fuzzCase.poses.length === 0 || fuzzCase.triangles.length > 3 * 16) continue;
    expect(checkImpacts(fuzzCase, safeMethods), `seed ${seed}`).toBeUndefined();
    steps += fuzzCase.poses.length;
  }
});

/** Of a mesh that is large enough for the kernel, which alone culls steps. */
const SQUARES = 150;

/** Two turns of a ramp, seen from above without a fold at any pitch. */
function ramp(pitch: number): number[] {
  return Array.from({ length: 2 * SQUARES + 2 }, (_, i) => {
    const angle = (Math.floor(i / 2) * 4 * Math.PI) / SQUARES;
    const radius = 1 + (i % 2);
    return [radius * Math.cos(angle), radius * Math.sin(angle), pitch * angle];
  }).flat();
}

it('control: a method that may miss impacts is found out', () => {
  const triangles = Array.from({ length: SQUARES }, (_, i) => [
    2 * i,
    2 * i + 1,
    2 * i + 2,
    2 * i + 1,
    2 * i + 3,
    2 * i + 2,
  ]);
  const common = { kind: 'ramp', single: false, triangles: triangles.flat(), weld: false, pairs: 'all' } as const;
  const fuzzCase = { ...common, positions: ramp(0.1), poses: [ramp(0.03), ramp(-0.1)] };
  expect(checkImpacts(fuzzCase, ['box-tree', 'star-contour'])).toBeUndefined();
  expect(checkImpacts(fuzzCase, ['box-tree', 'unsafe-normal-cone'])).toMatch(/^step 1 to 2: unsafe-normal-cone /);
});
