import { blendSkin, MATRIX_SIZE, poseBones, strongestBones } from '@selfcollide/physics';
import { describe, expect, it } from 'vitest';

const QUARTER = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // 90° about z
const STILL = [0, 0, 0, 1];

/** Two bones along x: the first turns about the origin, the second about (2, 0, 0). */
const arm = { parents: [-1, 0], joints: [0, 0, 0, 2, 0, 0] };

function pose(rotations: number[], translation = [0, 0, 0]): Float64Array {
  const matrices = new Float64Array(MATRIX_SIZE * arm.parents.length);
  poseBones(arm, rotations, translation, matrices);
  return matrices;
}

function skinned(rest: number[], weightOfSecond: number[], matrices: Float64Array): number[] {
  const full = Float64Array.from(weightOfSecond.flatMap((weight) => [1 - weight, weight]));
  const out = new Float64Array(rest.length);
  blendSkin(rest, strongestBones(full, 2), matrices, out);
  return [...out];
}

function expectClose(found: ArrayLike<number>, wanted: ArrayLike<number>): void {
  expect(found.length).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) expect(found[i]).toBeCloseTo(wanted[i], 12);
}

describe('poseBones', () => {
  it('gives the identity at rest', () => {
    expectClose(pose([...STILL, ...STILL]), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  });

  it('carries a child along, and turns it about its own joint', () => {
    // worked out by hand: shoulder and elbow both turn 90°, then everything moves by 1 along z
    const matrices = pose([...QUARTER, ...QUARTER], [0, 0, 1]);
    expectClose(skinned([1, 0, 0, 2, 0, 0, 3, 0, 0], [0, 1, 1], matrices), [0, 1, 1, 0, 2, 1, -1, 2, 1]);
  });

  it('refuses a parent that comes later', () => {
    const wrong = { parents: [1, -1], joints: [0, 0, 0, 0, 0, 0] };
    expect(() => poseBones(wrong, [...STILL, ...STILL], [0, 0, 0], new Float64Array(24))).toThrow(
      'poseBones: a parent must come before bone 0, got 1.',
    );
  });
});

describe('blendSkin', () => {
  it('goes to the mean of both bones, by weight', () => {
    // the elbow turns 90°: (3, 1, 0) stays there by the first bone and goes to (1, 1, 0) by the second
    const matrices = pose([...STILL, ...QUARTER]);
    expectClose(skinned([3, 1, 0, 3, 1, 0, 3, 1, 0], [0, 1, 0.25], matrices), [3, 1, 0, 1, 1, 0, 2.5, 1, 0]);
  });
});

describe('strongestBones', () => {
  it('keeps the four largest, scaled to 1', () => {
    const { bones, weights } = strongestBones(Float64Array.of(1, 5, 2, 0, 3, 6), 6);
    expect([...bones]).toEqual([5, 1, 4, 2]);
    expectClose(weights, [6 / 16, 5 / 16, 3 / 16, 2 / 16]);
  });

  it('leaves places free with fewer bones, and refuses none at all', () => {
    expect([...strongestBones(Float64Array.of(0, 4), 2).weights]).toEqual([1, 0, 0, 0]);
    expect(() => strongestBones(Float64Array.of(1, 0, 0, 0), 2)).toThrow(
      'strongestBones: vertex 1 must follow a bone; its weights add up to 0.',
    );
  });
});
