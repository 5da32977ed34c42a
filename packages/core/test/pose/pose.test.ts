import { describe, expect, it } from 'vitest';
import { createSurface } from '../../src/mesh/surface.ts';
import { createPose, updatePose } from '../../src/pose/pose.ts';
import { MAX_MAGNITUDE, MIN_MAGNITUDE } from '../../src/predicates/exact-range.ts';

function poseOf(...positions: number[]) {
  const source = Float64Array.from(positions);
  const surface = createSurface('test', { positions: source }, { weld: false });
  const pose = createPose(surface);
  updatePose('test', pose, surface, source, false);
  return { pose, source, surface };
}

describe('updatePose', () => {
  it('takes usual coordinates as they are', () => {
    const { pose, source } = poseOf(0, -0, 1, MAX_MAGNITUDE, MIN_MAGNITUDE, -3, 0.1, 0.2, 0.3);
    expect(pose).toMatchObject({ scale: 1, exactOnly: false });
    expect(pose.positions).toEqual(source);
  });

  it.each([1e-100, 1e-200, 1e-300, 1e100, 1e200, 1e300])('scales %s into the exact range, exactly', (size) => {
    const { pose, source } = poseOf(size, 2 * size, -3 * size, 0, 5 * size, 7 * size, 0.1 * size, size, size);
    expect(pose.exactOnly).toBe(false);
    expect(Number.isInteger(Math.log2(pose.scale))).toBe(true);
    expect(pose.positions.map((x) => x / pose.scale)).toEqual(source);
    for (const x of pose.positions) {
      expect(x === 0 || (Math.abs(x) >= MIN_MAGNITUDE && Math.abs(x) <= MAX_MAGNITUDE)).toBe(true);
    }
  });

  it('scales even the largest and the least', () => {
    const large = poseOf(1.7e308, -1.7e308, 1e300, 0, 0, 0, 1e290, 0, 0).pose;
    const small = poseOf(5e-324, 1e-310, 0, 0, 0, 0, -5e-324, 0, 0).pose;
    expect([large.exactOnly, small.exactOnly]).toEqual([false, false]);
    expect([...small.positions.map((x) => x / small.scale)]).toEqual([5e-324, 1e-310, 0, 0, 0, 0, -5e-324, 0, 0]);
  });

  it('says where no scale helps, and forgets it with the next pose', () => {
    const { pose, source, surface } = poseOf(1e300, 1e-300, 0, 0, 0, 0, 1, 1, 1);
    expect(pose).toMatchObject({ scale: 1, exactOnly: true });
    expect(pose.positions).toEqual(source);
    updatePose('test', pose, surface, new Float64Array(9).fill(2), false);
    expect(pose).toMatchObject({ scale: 1, exactOnly: false });
  });

  it.each([
    ['wrong length', new Float64Array(6), 'test: positions must hold 9 numbers (3 vertices), got length 6.'],
    [
      'NaN',
      new Float64Array(9).fill(7).with(8, Number.NaN),
      'test: coordinates must be finite, got NaN for z of vertex 2.',
    ],
  ])('changes nothing on %s', (_, bad, message) => {
    const { pose, source, surface } = poseOf(1e300, 1e-300, 0, 0, 0, 0, 1, 1, 1);
    expect(() => updatePose('test', pose, surface, bad, false)).toThrow(message);
    expect(pose.positions).toEqual(source);
    expect(pose.exactOnly).toBe(true);
  });
});
