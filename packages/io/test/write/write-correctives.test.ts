import { describe, expect, it } from 'vitest';
import { fitLowRank } from '../../src/gltf/low-rank.ts';
import { CorrectiveWriter, type Model, readModel, sampleAnimation } from '../../src/index.ts';
import { animatedSample } from '../gltf/animated-sample.ts';
import { splitGlb } from '../gltf/gltf-file.ts';
import { seededRandom } from '../random.ts';

const TIMES = [0.25, 0.5, 0.9, 1.3, 1.75, 2];
const EXACT = { most: 12, tolerance: 0, least: 0 };

function pose(model: Model, animation: number, time: number): Float64Array {
  const out = new Float64Array(model.positions.length);
  sampleAnimation(model, { animation, times: [time] }).frame(0, out);
  return out;
}

/** Some vertices move, differently in every frame but one. */
function displacements(model: Model, seed: number): (Float64Array | undefined)[] {
  const random = seededRandom(seed);
  return TIMES.map((_, i) =>
    i === 2 ? undefined : model.positions.map((_, k) => (k % 7 < 4 ? 0 : 0.1 * (random() - 0.5))),
  );
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
}

describe('CorrectiveWriter', () => {
  it.each([1, 2, 3])(
    'moves vertices of skinned, morphed and plain nodes where they should be, seed %d',
    async (seed) => {
      const input = animatedSample(seed).toGlb();
      const model = await readModel(input, { name: 'sample.glb' });
      const wanted = displacements(model, seed);
      const clip = { animation: 0, times: TIMES, displacement: (i: number) => wanted[i] };
      const { bytes, targets } = new CorrectiveWriter(input, model, [clip]).write(EXACT);
      expect(targets).toBeLessThanOrEqual(5);
      const written = await readModel(bytes, { name: 'written.glb' });
      TIMES.forEach((time, i) => {
        const before = pose(model, 0, time);
        const expected = before.map((x, k) => x + (wanted[i]?.[k] ?? 0));
        expect(largestDifference(pose(written, 0, time), expected)).toBeLessThan(2e-5);
      });
    },
  );

  it('leaves the pose without animation, other animations and the rest of the file as they are', async () => {
    const input = animatedSample().toGlb();
    const model = await readModel(input, { name: 'sample.glb' });
    const wanted = displacements(model, 9);
    const clip = { animation: 0, times: TIMES, displacement: (i: number) => wanted[i] };
    const { bytes } = new CorrectiveWriter(input, model, [clip]).write(EXACT);
    const written = await readModel(bytes, { name: 'written.glb' });
    expect(written.positions).toEqual(model.positions);
    for (const animation of [1, 2]) {
      for (const time of [0, 0.3, 0.8, 1.1, 1.6, 2.2]) {
        expect(pose(written, animation, time)).toEqual(pose(model, animation, time));
      }
    }
    const [before, after] = [splitGlb(input), splitGlb(bytes)];
    expect(after.bin.subarray(0, before.bin.length)).toEqual(before.bin);
    for (const key of ['skins', 'scenes', 'asset', 'extensionsUsed']) expect(after.json[key]).toEqual(before.json[key]);
    expect(after.json.meshes[0].extras.targetNames.slice(3)).toContain('corrective 1');
  });

  it('writes fewer targets if that keeps the tolerance, and never more than asked for', async () => {
    const input = animatedSample().toGlb();
    const model = await readModel(input, { name: 'sample.glb' });
    const [shape] = displacements(model, 4);
    const grow = { animation: 1, times: [0.25, 0.5], displacement: (i: number) => shape!.map((x) => (i + 1) * x) };
    // the pose differs between these times by a rotation of a joint: not the same offsets
    const { targets } = new CorrectiveWriter(input, model, [grow]).write({ most: 1, tolerance: 0, least: 0 });
    expect(targets).toBe(1);
    const loose = new CorrectiveWriter(input, model, [grow]).write({ most: 12, tolerance: 100, least: 0 });
    expect(loose.targets).toBe(1);
  });

  it('refuses a file whose data is elsewhere', async () => {
    const sample = animatedSample();
    const model = await readModel(sample.toGltf(), { name: 'sample.gltf' });
    expect(() => new CorrectiveWriter(sample.toGltf(), model, [])).toThrow('GLB');
  });
});

describe('fitLowRank', () => {
  it('finds rows of low rank again, and the best rows where the rank does not suffice', () => {
    const random = seededRandom(5);
    const basis = Array.from({ length: 3 }, () => Float64Array.from({ length: 30 }, () => random() - 0.5));
    const rows = Array.from({ length: 10 }, () => {
      const shares = basis.map(() => random() - 0.5);
      return basis[0].map((_, c) => basis.reduce((sum, vector, t) => sum + shares[t] * vector[c], 0));
    });
    const even = new Float64Array(10).fill(1);
    const error = (rank: number, scale = even) => {
      const { targets, weights } = fitLowRank(rows, scale, rank);
      expect(targets.length).toBeLessThanOrEqual(Math.min(3, rank));
      for (const [t] of targets.entries())
        expect(Math.max(...weights.map((row) => Math.abs(row[t])))).toBeCloseTo(1, 12);
      return rows.map((row, i) =>
        Math.hypot(...row.map((x, c) => x - targets.reduce((sum, target, t) => sum + weights[i][t] * target[c], 0))),
      );
    };
    for (const each of error(3)) expect(each).toBeLessThan(1e-9);
    for (const each of error(12)) expect(each).toBeLessThan(1e-9);
    const two = error(2);
    expect(Math.hypot(...two)).toBeGreaterThan(1e-3);
    // a row that counts more is kept better
    const heavy = even.slice();
    const worst = two.indexOf(Math.max(...two));
    heavy[worst] = 100;
    expect(error(2, heavy)[worst]).toBeLessThan(two[worst] / 10);
  });
});
