import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { exactMethods } from './methods.ts';
import { hullsMeet, type Point } from './predicates/exact-oracle.ts';
import { RandomPoints } from './predicates/random.ts';

const SIZES = [1e-300, 1e-200, 1e-100, 1e-77, 1e77, 1e80, 1e100, 1e200, 1e300];

/** 16 triangles on a small lattice: crossing, touching and coplanar ones. */
function latticeSoup(seed: number): Float64Array {
  const random = new RandomPoints(seed);
  return Float64Array.from(Array.from({ length: 48 }, () => random.onLattice(2)).flat());
}

/** By definition, and worked out once for all methods: arithmetic on whole numbers takes its time. */
const known = new Map<string, string[]>();
function truth(positions: Float32Array | Float64Array): string[] {
  const name = positions.join();
  if (!known.has(name)) known.set(name, contactsByDefinition({ positions }, false));
  return known.get(name)!;
}

describe.each(exactMethods)('extreme coordinates, %s', (name) => {
  const method = methodNamed(name);
  const soup = latticeSoup(1);
  const detector = createDetector({ positions: soup }, { method, weld: false });
  const expected = truth(soup);

  it.each([-1000, -500, -300, -250, -100, 100, 250, 256, 260, 264, 300, 500, 1000])(
    'scaling by 2^%s changes no contact',
    (exponent) => {
      detector.update(soup.map((x) => x * 2 ** exponent));
      expect(contactsFound(detector)).toEqual(expected);
    },
  );

  it.each(SIZES)('coordinates around %s', (size) => {
    const positions = soup.map((x, i) => x * size * (i % 7 === 0 ? 0.3 : 1));
    detector.update(positions);
    const here = truth(positions);
    expect(here.length).toBeGreaterThan(5);
    expect(contactsFound(detector)).toEqual(here);
  });

  it.each([
    [1e-300, 1, 1e300],
    [1e300, 1e-300, 1e-300],
    [1e100, 1e-100, 1],
    [5e-324, 1.7e308 / 2, 1],
  ])('axes of size %s, %s, %s', (x, y, z) => {
    const positions = soup.map((value, i) => value * [x, y, z][i % 3]);
    detector.update(positions);
    const here = truth(positions);
    expect(here.length).toBeGreaterThan(5);
    expect(contactsFound(detector)).toEqual(here);
    expect(detector.selfIntersects()).toBe(true);
  });

  it('all magnitudes in one mesh: the truth, also when it is prepared for such a mesh', () => {
    const random = new RandomPoints(2);
    const part = () => (random.below(5) - 2) * [1, 1e-300, 1e300, 1e-100, 1e100][random.below(5)];
    const corners = Array.from({ length: 36 }, (): Point => [part(), part(), part()]);
    const positions = Float64Array.from(corners.flat());
    const pairs: string[] = [];
    for (let t = 0; t < 12; t++) {
      for (let s = 0; s < t; s++) {
        if (hullsMeet(corners.slice(3 * s, 3 * s + 3), corners.slice(3 * t, 3 * t + 3))) pairs.push(`${s} ${t}`);
      }
    }
    const wild = createDetector({ positions }, { method, weld: false });
    expect(contactsFound(wild)).toEqual(truth(positions));
    const { count, triangleA, triangleB } = wild.findIntersectingTriangles();
    expect(Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort()).toEqual(pairs.sort());
    expect(pairs.length).toBeGreaterThan(3);
  });

  it('a usual pose after an extreme one, and back', () => {
    for (const factor of [1e200, 1, 1e-200, 1]) {
      const positions = soup.map((x) => x * factor);
      detector.update(positions);
      expect(contactsFound(detector)).toEqual(truth(positions));
    }
  });

  it('a Float32Array near its limits', () => {
    const positions = Float32Array.from(soup, (x) => x * 1e38);
    const other = Float32Array.from(soup, (x) => x * 1e-40);
    for (const pose of [positions, other]) {
      detector.update(pose);
      expect(contactsFound(detector)).toEqual(truth(pose));
    }
  });
});
