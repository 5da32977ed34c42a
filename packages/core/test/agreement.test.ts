import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { exactVariants } from './methods.ts';
import { hullsMeet, type Point } from './predicates/exact-oracle.ts';
import { RandomPoints } from './predicates/random.ts';

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const flat = (corners: readonly Point[]) => Float64Array.from(corners.flat());

/** A crumpled sheet: a grid whose vertices were thrown about by `mess` cells. */
function crumpledSheet(random: RandomPoints, side: number, mess: number): TriangleMesh {
  const corners: Point[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      const [dx, dy, dz] = random.inCube();
      corners.push([x + mess * dx, y + mess * dy, mess * dz]);
    }
  }
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const a = y * (side + 1) + x;
      triangles.push(a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1);
    }
  }
  return { positions: flat(corners), triangles: Uint32Array.from(triangles) };
}

const scenes: Record<string, (random: RandomPoints) => { mesh: TriangleMesh; weld?: boolean }> = {
  'a dense soup': (random) => ({ mesh: { positions: flat(many(120, () => random.inCube())) } }),
  'a soup of small triangles': (random) => ({
    mesh: {
      positions: flat(
        many(100, () => random.inCube()).flatMap((at) =>
          many(3, () => random.inCube().map((x, axis) => at[axis] + 0.4 * x) as unknown as Point),
        ),
      ),
    },
  }),
  'a lattice soup, welded': (random) => ({ mesh: { positions: flat(many(120, () => random.onLattice(2))) } }),
  'a lattice soup, not welded': (random) => ({
    mesh: { positions: flat(many(120, () => random.onLattice(2))) },
    weld: false,
  }),
  'a soup in nearly one plane': (random) => {
    const plane = [random.inCube(), random.inCube(), random.inCube()];
    return { mesh: { positions: flat(many(120, () => random.nearPlane(plane, 2))) } };
  },
  'a crumpled sheet': (random) => ({ mesh: crumpledSheet(random, 8, 2) }),
  'a sheet crumpled on a lattice': (random) => {
    const { positions, triangles } = crumpledSheet(random, 8, 1.2);
    return { mesh: { positions: positions.map(Math.round), triangles }, weld: false };
  },
  'any triangles among few vertices': (random) => ({
    mesh: {
      positions: flat(many(30, () => random.inCube())),
      triangles: Uint32Array.from(many(240, () => random.below(30))),
    },
  }),
  'any triangles among few vertices on a lattice': (random) => ({
    mesh: {
      positions: flat(many(25, () => random.onLattice(1))),
      triangles: Uint16Array.from(many(180, () => random.below(25))),
    },
  }),
};

/** By definition, worked out once for all variants. */
const known = new Map<string, string[]>();
function truth(name: string, mesh: TriangleMesh, weld = true): string[] {
  if (!known.has(name)) known.set(name, contactsByDefinition(mesh, weld));
  return known.get(name)!;
}

/** The first 40 triangles of some scenes, and which pairs of them meet by the oracle. */
const pairScenes = ['a lattice soup, not welded', 'a soup in nearly one plane', 'a crumpled sheet'].map((name) => {
  const { positions, triangles: all } = scenes[name](new RandomPoints(5)).mesh;
  const triangles = all?.slice(0, 120) ?? Uint32Array.from(many(120, (i) => i));
  const cornersOf = (t: number) => [...triangles.subarray(3 * t, 3 * t + 3)];
  const at = (v: number): Point => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const expected: string[] = [];
  for (let t = 0; t < 40; t++) {
    for (let s = 0; s < t; s++) {
      if (cornersOf(t).some((v) => cornersOf(s).includes(v))) continue;
      if (hullsMeet(cornersOf(s).map(at), cornersOf(t).map(at))) expected.push(`${s} ${t}`);
    }
  }
  return { name, positions, triangles, expected: expected.sort() };
});

describe.each(exactVariants)('%o finds what the definition says', (variant) => {
  it.each(Object.keys(scenes))('in %s', (name) => {
    const { mesh, weld } = scenes[name](new RandomPoints(1));
    const expected = truth(name, mesh, weld);
    expect(expected.length).toBeGreaterThan(20);
    const detector = createDetector(mesh, { ...variant, weld });
    expect(contactsFound(detector)).toEqual(expected);
    detector.update(mesh.positions); // so that it is asked anew
    expect(detector.selfIntersects()).toBe(true);
    expect(detector.counters.contacts).toBe(1);
  });

  it('after every update of a moving sheet', () => {
    const random = new RandomPoints(3);
    const { positions, triangles } = crumpledSheet(random, 7, 0);
    const detector = createDetector({ positions, triangles }, variant);
    expect(detector.selfIntersects()).toBe(false);
    let contacts = 0;
    for (let frame = 1; frame <= 4; frame++) {
      const moved = crumpledSheet(random, 7, 0.7 * frame).positions;
      detector.update(moved);
      const expected = truth(`moving ${frame}`, { positions: moved, triangles });
      contacts += expected.length;
      expect(contactsFound(detector)).toEqual(expected);
    }
    expect(contacts).toBeGreaterThan(100);
  });

  it('for a single triangle: nothing', () => {
    const detector = createDetector({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) }, variant);
    expect(contactsFound(detector)).toEqual([]);
    expect(detector.findIntersectingTriangles().count).toBe(0);
    expect(detector.selfIntersects()).toBe(false);
  });

  it.each(pairScenes)('and its triangle pairs are those that meet and share no vertex, in $name', (scene) => {
    const { positions, triangles, expected } = scene;
    const detector = createDetector({ positions, triangles }, { ...variant, weld: false });
    const { count, triangleA, triangleB } = detector.findIntersectingTriangles();
    expect(many(count, (i) => `${triangleA[i]} ${triangleB[i]}`).sort()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(10);
  });
});

describe('all methods', () => {
  it('agree on soups that fast-check makes up and shrinks', () => {
    const at = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ min: -2, max: 2, noNaN: true }));
    const triangleCount = 6;
    const soup = fc.array(fc.tuple(at, at, at), { minLength: 3 * triangleCount, maxLength: 3 * triangleCount });
    const start = { positions: Float64Array.from({ length: 9 * triangleCount }, (_, i) => (i * i) % 97) };
    const detectors = exactVariants.map((variant) => createDetector(start, { ...variant, weld: false }));
    fc.assert(
      fc.property(soup, (corners) => {
        const positions = flat(corners);
        const expected = contactsByDefinition({ positions }, false);
        for (const detector of detectors) {
          detector.update(positions);
          expect(contactsFound(detector)).toEqual(expected);
        }
      }),
      { seed: 6, numRuns: 25 },
    );
  });
});
