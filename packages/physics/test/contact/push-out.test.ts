import { planeCollider, pushOutOfPlane, pushOutOfSphere, sphereCollider } from '@selfcollide/physics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 20 });
const ones = (count: number) => new Float64Array(count).fill(1);

describe('pushOutOfSphere', () => {
  it('leaves none inside, whatever the friction and motion, and none outside moved', () => {
    fc.assert(
      fc.property(points, points, fc.double({ min: 0, max: 3, noNaN: true }), (now, earlier, friction) => {
        const sphere = sphereCollider([0.1, -0.2, 0.3], 0.9, friction);
        sphere.velocity.set([1, 2, -1]);
        sphere.spin.set([0, 3, 1]);
        const positions = Float64Array.from(now.flat());
        const before = Float64Array.from(now.flatMap((_, i) => earlier[i % earlier.length]));
        const given = positions.slice();
        pushOutOfSphere(sphere, positions, before, ones(now.length), 0.01);
        now.forEach((point, v) => {
          const distance = Math.hypot(...[0, 1, 2].map((k) => positions[3 * v + k] - sphere.centre[k]));
          if (point.some((x, k) => x !== sphere.centre[k])) expect(distance).toBeGreaterThan(0.9 * (1 - 1e-12));
          if (Math.hypot(...point.map((x, k) => x - sphere.centre[k])) < 0.9) return;
          expect(positions.slice(3 * v, 3 * v + 3)).toEqual(given.slice(3 * v, 3 * v + 3));
        });
      }),
    );
  });

  it('carries a vertex along with the spin, when friction is high enough', () => {
    const sphere = sphereCollider([0, 0, 0], 1, 10);
    sphere.spin.set([0, 0, -1]); // the top moves towards +x
    const positions = Float64Array.of(0, 0.99, 0);
    pushOutOfSphere(sphere, positions, Float64Array.of(0, 1, 0), ones(1), 0.01);
    expect([...positions]).toEqual([0.01, 1, 0]);
  });

  it('leaves held vertices alone', () => {
    const positions = Float64Array.of(0, 0.5, 0);
    pushOutOfSphere(sphereCollider([0, 0, 0], 1), positions, positions.slice(), Float64Array.of(0), 0.01);
    expect([...positions]).toEqual([0, 0.5, 0]);
  });
});

describe('pushOutOfPlane', () => {
  it('leaves none behind, whatever the friction and motion', () => {
    fc.assert(
      fc.property(points, points, fc.double({ min: 0, max: 3, noNaN: true }), (now, earlier, friction) => {
        const plane = planeCollider([0, 0.2, 0], [1, 2, -2], friction);
        plane.velocity.set([1, 2, -1]);
        const positions = Float64Array.from(now.flat());
        const before = Float64Array.from(now.flatMap((_, i) => earlier[i % earlier.length]));
        pushOutOfPlane(plane, positions, before, ones(now.length), 0.01);
        for (let v = 0; v < positions.length; v += 3) {
          const above = [0, 1, 2].reduce((sum, k) => sum + plane.normal[k] * (positions[v + k] - plane.point[k]), 0);
          expect(above).toBeGreaterThan(-1e-12);
        }
      }),
    );
  });

  it('takes from a slide what friction has for the depth', () => {
    const slide = (friction: number) => {
      const positions = Float64Array.of(1, -0.5, 0);
      pushOutOfPlane(planeCollider([0, 0, 0], [0, 1, 0], friction), positions, new Float64Array(3), ones(1), 0.01);
      return [...positions];
    };
    expect(slide(0)).toEqual([1, 0, 0]);
    expect(slide(0.5)).toEqual([0.75, 0, 0]);
    expect(slide(5)).toEqual([0, 0, 0]);
  });

  it('drags a vertex along', () => {
    const plane = planeCollider([0, 0, 0], [0, 1, 0], 5);
    plane.velocity[0] = 3;
    const positions = Float64Array.of(0, -0.5, 0);
    pushOutOfPlane(plane, positions, new Float64Array(3), ones(1), 0.01);
    expect([...positions]).toEqual([0.03, 0, 0]);
  });
});

describe('colliders', () => {
  it('refuse values they cannot take', () => {
    expect(() => sphereCollider([0, 0, 0], 0)).toThrow('sphereCollider: radius must be above 0, got 0.');
    expect(() => sphereCollider([0, 0, 0], 1, -1)).toThrow('sphereCollider: friction must be 0 or more, got -1.');
    expect(() => planeCollider([0, 0, 0], [0, 0, 0])).toThrow('planeCollider: normal must not be zero, got 0, 0, 0.');
  });
});
