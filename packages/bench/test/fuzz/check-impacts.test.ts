import { createDetector } from 'selfcollide';
import { expect, it } from 'vitest';
import { checkImpacts, judgeSome } from '../../src/fuzz/check-impacts.ts';
import type { FuzzCase } from '../../src/fuzz/fuzz-case.ts';
import { generateShapeCase } from '../../src/fuzz/generate-case.ts';
import { timesOf } from '../../src/impacts/detector-impacts.ts';
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

/** Two turns of a ramp, seen from above without a fold at any pitch. */
function ramp(pitch: number): number[] {
  return Array.from({ length: 34 }, (_, i) => {
    const angle = (Math.floor(i / 2) * 4 * Math.PI) / 16;
    const radius = 1 + (i % 2);
    return [radius * Math.cos(angle), radius * Math.sin(angle), pitch * angle];
  }).flat();
}

it('control: a method that may miss impacts is found out', () => {
  const triangles = Array.from({ length: 16 }, (_, i) => [
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
  expect(checkImpacts(fuzzCase, ['box-tree', 'unsafe-normal-cone'])).toMatch(
    /^step 1 to 2: unsafe-normal-cone \(kernel\) misses/,
  );
});

it('with copies that part, judges the triangles of the copies that count', () => {
  // vertices 1 and 2 start as one; where 2 is told to go, triangle 1 would be touched before 0.5
  const fuzzCase: FuzzCase = {
    ...{ kind: 'flat lattice', single: true, weld: 'keep', pairs: 'all', lattice: 1 },
    positions: [1, 2, 3, 2, 1, 3, 2, 1, 3, 0, 2, 2],
    triangles: [0, 3, 1, 2, 3, 1],
    poses: [[1, 0, 1, 2, 1, 3, 0, 2, 2, 0, 0, 0]],
  };
  expect(checkImpacts(fuzzCase, safeMethods)).toBeUndefined();
  const [from, to] = [fuzzCase.positions, fuzzCase.poses[0]].map((pose) => Float64Array.from(pose));
  const step = { name: 'flat', triangles: Uint32Array.from(fuzzCase.triangles), from, to };
  const times = new Map([['0:1', 0.5]]);
  expect(judgeSome({ ...step, triangles: Uint32Array.of(0, 3, 1, 1, 3, 1) }, times, 0.5)).toBeUndefined();
  expect(judgeSome(step, times, 0.5)).toBe('the time 0.5 of 0:1 is late');
});

it('lets a step go beyond a time that is early within the tolerance, but not to the impact', () => {
  // two edges 1.4e-7 apart at t0, a seventeenth of the tolerance; they touch at 0.47110354900360113…
  const from = [
    [1073741827, 1073741828, 1073741831],
    [1073741825, 1073741826, 1073741826.9999998],
    [1073741825, 1073741826, 1073741827],
    [1073741826, 1073741827.9999995, 1073741830],
    [1073741828, 1073741825.0000007, 1073741829],
  ].flat();
  const to = [
    [1073741824, 1073741826, 1073741826],
    [1073741825.9999993, 1073741828, 1073741829.9999993],
    [1073741826, 1073741823.9999996, 1073741826],
    [1073741826, 1073741824.9999993, 1073741827],
    [1073741825.9999995, 1073741826, 1073741828],
  ].flat();
  const triangles = [0, 3, 2, 3, 1, 4];
  const common = { kind: 'near lattice', single: false, weld: true, pairs: 'all' } as const;
  expect(checkImpacts({ ...common, positions: from, triangles, poses: [to] }, safeMethods)).toBeUndefined();

  const step = {
    name: 'near lattice',
    triangles: Uint32Array.from(triangles),
    from: Float64Array.from(from),
    to: Float64Array.from(to),
  };
  const detector = createDetector({ positions: step.from, triangles: step.triangles }, { method: 'box-tree' });
  const times = timesOf(detector.findImpacts(step.to));
  const free = detector.collisionFreeStep(step.to);
  const early = times.get('0,2:1,3')!;
  expect([...times.keys()]).toEqual(['0,2:1,3']);
  expect(early).toBeLessThan(free);
  expect(free).toBeLessThan(0.47110354900360113);
  expect(judgeSome(step, times, free)).toBeUndefined();
  expect(judgeSome(step, times, 0.472)).toMatch(/^collisionFreeStep is 0\.472, but 0,2:1,3, .* touches by then$/);
  expect(judgeSome(step, new Map([['0,2:1,3', 0.472]]), free)).toBe('the time 0.472 of 0,2:1,3 is late');
});
