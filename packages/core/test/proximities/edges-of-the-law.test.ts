import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { MeshError } from '../../src/errors.ts';
import type { FindProximitiesOptions } from '../../src/proximity-calls.ts';
import { exactMethods, exactVariants } from '../methods.ts';
import { nudged, RandomPoints } from '../predicates/random.ts';
import { askOf } from './proximity-set.ts';

/** Two sheets of 2 × 2 squares, one at height z. */
function twoSheets(z: number, turn: (point: number[]) => number[] = (point) => point) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const height of [0, z]) {
    const first = positions.length / 3;
    for (let v = 0; v < 9; v++) positions.push(...turn([v % 3, Math.floor(v / 3), height]));
    for (const v of [0, 1, 3, 4]) {
      triangles.push(...[v, v + 1, v + 4, v, v + 4, v + 3].map((corner) => first + corner));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

describe.each(exactVariants)('findProximities, %o', (options) => {
  it.each([0.1, 0.3, 7e-5, 1 / 3])(
    'takes sheets exactly %s apart, and with the next smaller double none',
    (distance) => {
      const detector = createDetector(twoSheets(distance), options);
      const { count } = detector.findProximities({ distance });
      expect(count).toBeGreaterThanOrEqual(26); // of 64: each with those below it and around
      expect(detector.findProximities({ distance: nudged(distance, -1) }).count).toBe(0);
    },
  );

  it('takes all pairs if the distance is larger than the mesh', () => {
    const random = new RandomPoints(3);
    const positions = Float64Array.from({ length: 9 * 20 }, () => random.random());
    const detector = createDetector({ positions }, { ...options, weld: false });
    for (const distance of [10, 1e30, 1e300]) expect(detector.findProximities({ distance }).count).toBe(190);
    const cut = detector.findProximities({ distance: 10, maxContacts: 7 });
    expect([cut.count, cut.truncated]).toEqual([7, true]);
    expect(detector.findProximities({ distance: 10, maxContacts: 190 }).truncated).toBe(false);
  });

  it('is the same at coordinates of 1e-150, 1e150 and 2 ** -500', () => {
    const random = new RandomPoints(4);
    const positions = Float64Array.from({ length: 9 * 18 }, () => random.random());
    const velocities = positions.map(() => random.random() - 0.5);
    const pairs = (scale: number) => {
      const detector = createDetector({ positions: positions.map((x) => x * scale) }, { ...options, weld: false });
      const moving = { velocities: velocities.map((x) => x * scale), timeStep: 0.3 };
      const still = askOf(detector, { distance: 0.01 * scale }).map((line) => line.split(' ', 2).join());
      return [still, askOf(detector, { distance: 0.01 * scale, ...moving }).map((line) => line.split(' ', 2).join())];
    };
    const usual = pairs(1);
    expect(usual[0].length).toBeGreaterThan(10);
    expect(usual[1].length).toBeGreaterThan(usual[0].length);
    for (const unit of [1e-150, 1e150, 2 ** -500]) expect(pairs(unit), `unit ${unit}`).toEqual(usual);
  });

  it('with velocities, lists neighbours at rest that pass through each other between two poses in which they do not meet', () => {
    // a strip, folded so that its end hangs above its beginning; in the step it passes through and ends below
    const rest: number[] = [];
    const triangles: number[] = [];
    for (let i = 0; i <= 8; i++) rest.push(i, 0, 0, i, 2, 0);
    for (let v = 0; v < 16; v += 2) triangles.push(v, v + 2, v + 1, v + 1, v + 2, v + 3);
    const fold = (height: number) =>
      Float64Array.from(rest, (x, k) => {
        const i = Math.floor(k / 6);
        const shift = i > 4 ? [0.2, 0.1, 0][k % 3] : 0;
        return (
          (k % 3 === 0 ? Math.min(i, 9 - i) : k % 3 === 1 ? x : height * Math.min(1, Math.max(0, i - 4.5))) + shift
        );
      });
    const [above, below] = [fold(1), fold(-1)];
    const velocities = below.map((x, k) => x - above[k]);
    const mesh = { positions: Float64Array.from(rest), triangles: Uint32Array.from(triangles) };
    const passing = [0, 2, 20].map((restRadius) => {
      const detector = createDetector(mesh, { ...options, restRadius });
      detector.update(above);
      expect(detector.findProximities({ distance: 0.01 }).count).toBe(0);
      return askOf(detector, { distance: 0.01, velocities, timeStep: 1 });
    });
    expect(passing[0].length).toBeGreaterThan(10);
    expect(passing[1]).toEqual(passing[0]);
    expect(passing[2]).toEqual(passing[0]);
  });

  it('leaves out a flat sheet finer than the distance only with a rest radius', () => {
    const positions = Float64Array.from({ length: 3 * 81 }, (_, i) => [i / 3 - 9 * Math.floor(i / 27), Math.floor(i / 27), 0][i % 3] | 0); // biome-ignore format: one thought
    const triangles: number[] = [];
    for (let v = 0; v < 71; v++) if (v % 9 !== 8) triangles.push(v, v + 1, v + 10, v, v + 10, v + 9);
    const mesh = { positions, triangles: Uint32Array.from(triangles) };
    expect(createDetector(mesh, options).findProximities({ distance: 1.5 }).count).toBeGreaterThan(500);
    expect(createDetector(mesh, { ...options, restRadius: 6 }).findProximities({ distance: 1.5 }).count).toBe(0);
  });
});

describe('bad input', () => {
  const mesh = twoSheets(0.5);
  const velocities = new Float64Array(mesh.positions.length);
  const other = createDetector(mesh);
  const refused: Record<string, [unknown, RegExp]> = {
    'no distance': [{}, /findProximities: distance must be a finite number from 0, got undefined/],
    'a negative distance': [{ distance: -1 }, /distance must be .* got -1/],
    'a distance that is no number': [{ distance: Number.NaN }, /distance must be .* got NaN/],
    'an infinite distance': [{ distance: Number.POSITIVE_INFINITY }, /distance must be .* got Infinity/],
    'a distance of another kind': [{ distance: 1n }, /distance must be .* got 1n/],
    'no options': [undefined, /findProximities: options must be an object, got undefined/],
    'an unknown option': [{ distance: 1, radius: 1 }, /options are distance, .* got 'radius'/],
    'velocities without timeStep': [
      { distance: 1, velocities },
      /timeStep must be a finite number from 0, got undefined/,
    ],
    'a negative timeStep': [{ distance: 1, velocities, timeStep: -1 }, /timeStep must be .* got -1/],
    'an infinite timeStep': [{ distance: 1, velocities, timeStep: Number.POSITIVE_INFINITY }, /timeStep .* Infinity/],
    'timeStep alone': [{ distance: 1, timeStep: 1 }, /timeStep goes with velocities, got 1 without/],
    'againstVelocities alone': [{ distance: 1, againstVelocities: velocities, timeStep: 1 }, /go with against/],
    'something else to be against': [{ distance: 1, against: {} }, /against must be a detector .* got Object/],
    'maxContacts 0': [{ distance: 1, maxContacts: 0 }, /maxContacts must be a whole number from 1, got 0/],
  };
  it.each(Object.entries(refused))('%s', (_, [options, message]) => {
    const find = () => other.findProximities(options as FindProximitiesOptions);
    expect(find).toThrow(RangeError);
    expect(find).toThrow(message);
  });

  it('against itself', () => {
    expect(() => other.findProximities({ distance: 1, against: other })).toThrow(
      'findProximities: against must be another detector, got the same.',
    );
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '4'])('restRadius %s', (restRadius) => {
    expect(() => createDetector(mesh, { restRadius: restRadius as number })).toThrow(
      /createDetector: restRadius must be a finite number from 0/,
    );
  });

  it.each(exactMethods)('velocities that are none change nothing, %s', (name) => {
    const method = methodNamed(name);
    const detector = createDetector(mesh, { method });
    const before = askOf(detector, { distance: 1 });
    const find = (bad: unknown) => () =>
      detector.findProximities({ distance: 1, velocities: bad as Float64Array, timeStep: 1 });
    const broken = velocities.slice();
    broken[4] = Number.NaN;
    const fast = velocities.slice();
    fast[5] = 1e308;
    const refused: [unknown, string, string][] = [
      [velocities.subarray(3), 'POSITIONS_LENGTH', 'velocities must hold 54 numbers (18 vertices), got length 51'],
      [broken, 'NOT_FINITE', 'velocities must be finite, got NaN for y of vertex 1'],
      [[...velocities], 'POSITIONS_TYPE', 'velocities must be a Float32Array or Float64Array, got Array'],
    ];
    for (const [bad, code, message] of refused) {
      expect(find(bad)).toThrow(MeshError);
      expect(find(bad)).toThrow(expect.objectContaining({ code }));
      expect(find(bad)).toThrow(message);
    }
    expect(() => detector.findProximities({ distance: 1, velocities: fast, timeStep: 10 })).toThrow(
      /finite coordinates/,
    );
    const againstVelocities = velocities.subarray(3);
    expect(() => detector.findProximities({ distance: 1, against: other, againstVelocities, timeStep: 1 })).toThrow(
      /againstVelocities must hold 54 numbers/,
    );
    expect(askOf(detector, { distance: 1 })).toEqual(before);
  });
});
