import { describe, expect, it } from 'vitest';
import { formatProximities, measureProximities, type ProximityScene } from '../../src/cloth/measure-proximities.ts';
import {
  findNativeProximities,
  type ProximityContender,
  proximityMethod,
  proximityThreeMeshBvh,
} from '../../src/cloth/proximity-contenders.ts';
import { generatedFrames, restScenes } from '../../src/cloth/proximity-scenes.ts';
import { createChoices } from '../../src/fuzz/choices.ts';

const { peers, missing } = findNativeProximities();
for (const reason of missing) console.warn(`Not tested: ${reason}`);
const oracle = proximityMethod('brute-force');
const contenders: ProximityContender[] = [
  proximityMethod('box-tree'),
  proximityMethod('star-contour'),
  ...peers,
  proximityThreeMeshBvh,
];

function count(contender: ProximityContender, distance: number, positions: Float64Array): number {
  const prepared = contender.within(distance).prepare({ positions });
  prepared.update(positions);
  const found = prepared.query();
  prepared.close?.();
  return found;
}

/** Triangles about, in numbers that single precision has too. */
function soup(seed: number): Float64Array {
  const choices = createChoices(seed);
  const positions = new Float64Array(9 * 120);
  for (let t = 0; t < 120; t++) {
    const centre = [choices.signed(), choices.signed(), choices.signed()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = Math.fround(centre[i % 3] + 0.25 * choices.signed());
  }
  return positions;
}

describe.each(contenders.map((contender) => [contender.name, contender] as const))('%s', (name, contender) => {
  it('counts the pairs of a soup within a distance, those that pierce included', () => {
    for (const [seed, distance] of [
      [1, 0.05],
      [2, 0.2],
      [3, 1e-6],
    ] as const) {
      const positions = soup(seed);
      const expected = count(oracle, distance, positions);
      expect(expected).toBeGreaterThan(10);
      expect(count(contender, distance, positions)).toBe(expected);
    }
  });

  it('counts no pair beyond the distance, and one just within', () => {
    // a corner above the middle of a face; parallel edges; a triangle without area beside one
    const above = [0, 0, 0, 3, 0, 0, 0, 3, 0, 1, 1, 0.5, 1, 1, 4, 2, 2, 4];
    const beside = [0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0.5, 0, 1, 0.5, 0, 0, 2, 0];
    const line = [0, 0, 0, 3, 0, 0, 0, 3, 0, 1, 1, 0.5, 1, 1, 4, 1, 1, 2];
    // three-mesh-bvh measures to such a triangle's plane, which has no direction
    const cases = name === 'three-mesh-bvh' ? [above, beside] : [above, beside, line];
    for (const numbers of cases) {
      const positions = Float64Array.from(numbers);
      expect(count(contender, 0.501, positions)).toBe(1);
      expect(count(contender, 0.499, positions)).toBe(0);
    }
  });
});

describe('timing', () => {
  it('compares pairs with the first contender, and says who differs', async () => {
    const [[scene]] = await generatedFrames([['twisted-sheet', 300]], 1);
    const within = contenders.slice(0, 2).map((one) => one.within(scene.distance));
    const effort = { rounds: 1, maxSeconds: 1 };
    const right = measureProximities(within, scene, effort);
    expect(right.wrong).toEqual([]);
    const far = { ...oracle.within(10 * scene.distance), name: 'far' };
    const wrong = measureProximities([...within, far], scene, effort);
    expect(wrong.wrong).toHaveLength(1);
    expect(wrong.wrong[0]).toMatch(/^twisted-sheet .*: far found \d+ pairs, box-tree \d+\.$/);
    expect(formatProximities([wrong])).toMatch(/far +×\n/);
  });

  it('sheets at rest have no pair within a tenth of an edge, and turning changes no distance', async () => {
    const scenes: ProximityScene[] = await restScenes(200);
    const [flat, turned] = scenes;
    for (let v = 0; v < flat.pose.length; v += 3) {
      expect(Math.hypot(...turned.pose.subarray(v, v + 3))).toBeCloseTo(
        Math.hypot(...flat.pose.subarray(v, v + 3)),
        12,
      );
    }
    for (const scene of scenes) {
      const { measurements } = measureProximities([oracle.within(scene.distance)], scene, { rounds: 1, maxSeconds: 1 });
      expect(measurements[0].pairs).toBe(0);
    }
  });
});
