import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { DetectorOptions } from '../../src/method-options.ts';
import type { Proximities } from '../../src/results/proximities.ts';
import { exactVariants } from '../methods.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';
import { askOf, detectorIn, differencesOf, findBadPoint, setOf } from './proximity-set.ts';

interface Scene {
  readonly rest: TriangleMesh & { readonly triangles: Uint32Array };
  readonly now: Float64Array;
  readonly velocities: Float64Array;
  /** Mean edge length. */
  readonly edge: number;
  readonly objects?: readonly number[];
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** `columns` × `rows` squares of side 1. */
function sheet(columns: number, rows: number, at: (x: number, y: number) => Point): Scene['rest'] {
  const corners: Point[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) corners.push(at(x, y));
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const v = y * (columns + 1) + x;
      triangles.push(v, v + 1, v + columns + 2, v, v + columns + 2, v + columns + 1);
    }
  }
  return { positions: Float64Array.from(corners.flat()), triangles: Uint32Array.from(triangles) };
}

function movedBy(random: RandomPoints, positions: Float64Array, mess: number): Float64Array {
  return positions.map((x) => x + mess * (2 * random.random() - 1));
}

function crumpled(random: RandomPoints): Scene {
  const rest = sheet(9, 9, (x, y) => [x, y, 0]);
  const now = movedBy(random, rest.positions as Float64Array, 1.1);
  return { rest, now, velocities: movedBy(random, new Float64Array(now.length), 4), edge: 1 };
}

/** Rolled up, layers 0.4 apart. */
function rolled(random: RandomPoints): Scene {
  const rest = sheet(24, 4, (x, y) => [x, y, 0]);
  const roll = sheet(24, 4, (x, y) => {
    const turn = Math.sqrt(x) * 2.2;
    return [turn * 0.064 * Math.cos(turn) * 3, y, turn * 0.064 * Math.sin(turn) * 3];
  });
  const now = movedBy(random, roll.positions as Float64Array, 0.01);
  return { rest, now, velocities: now.map((x, i) => (i % 3 === 1 ? 0 : -3 * x)), edge: 0.6 };
}

function soup(random: RandomPoints): Scene {
  const corners = many(50, () => random.inCube()).flatMap((at) =>
    many(3, () => random.inCube().map((x, axis) => 2 * at[axis] + 0.4 * x)),
  );
  const now = Float64Array.from(corners.flat());
  const triangles = Uint32Array.from({ length: 150 }, (_, i) => i);
  const velocities = movedBy(random, new Float64Array(now.length), 5);
  return { rest: { positions: now, triangles }, now, velocities, edge: 0.4 };
}

/** Any triangles among few places: duplicates, no area, non-manifold, a vertex twice. */
function tangle(random: RandomPoints): Scene {
  const now = Float64Array.from(many(25, () => random.onLattice(2)).flat());
  const triangles = Uint32Array.from(many(180, () => random.below(25)));
  return {
    rest: { positions: now, triangles },
    now,
    velocities: now.map(() => random.below(3) - 1),
    edge: 1,
    objects: many(60, (t) => t % 3),
  };
}

const scenes: Record<string, (random: RandomPoints) => Scene> = { crumpled, rolled, soup, tangle };
const distances = [0, 0.1, 0.5, 1.5];

const variants = exactVariants.filter(({ method }) => method !== 'brute-force');

/** All digits, or with the kernel of distances, which has ways of its own to the same points, as many as are promised. */
function expectSame(
  options: DetectorOptions,
  found: Proximities,
  truth: Proximities,
  a: { readonly positions: Float64Array; readonly triangles: Uint32Array },
  b = a,
): void {
  if (!('engine' in options)) {
    expect(setOf(found)).toEqual(setOf(truth));
    return;
  }
  expect(differencesOf(found, truth)).toEqual([]);
  expect(findBadPoint(found, a, b)).toBeNull();
}

describe.each(Object.keys(scenes))('%s', (name) => {
  const scene = scenes[name](new RandomPoints(7));
  const { rest, now, velocities, edge, objects } = scene;
  const step = { velocities, timeStep: 0.1 };

  describe.each(distances)('within %s mean edges', (edges) => {
    const distance = edges * edge;
    const truths = [0, 4 * distance].map((restRadius) => {
      const detector = detectorIn(rest, now, { method: 'brute-force', restRadius, weld: false, objects });
      const still = detector.findProximities({ distance }).slice();
      const swept = detector.findProximities({ distance, ...step }).slice();
      return { restRadius, still, set: setOf(still), swept };
    });
    const mesh = { positions: now, triangles: rest.triangles };

    it('is what it says', () => {
      if (name !== 'rolled' || edges > 0.1) expect(truths[0].set.length).toBeGreaterThan(0);
      expect(findBadPoint(truths[0].still, { positions: now, triangles: rest.triangles })).toBeNull();
      expect(Math.max(0, ...truths[0].still.distance)).toBeLessThanOrEqual(distance);
      // what is close now is close within the step
      const pairs = (set: readonly string[]) => set.map((line) => line.split(' ', 2).join(' '));
      for (const { set, swept } of truths) expect(pairs(setOf(swept))).toEqual(expect.arrayContaining(pairs(set)));
    });

    it.each(variants)('is found by $method $precomputeAdjacency $maxLeafTriangles $directions $dop', (options) => {
      for (const { restRadius, still, swept } of truths) {
        const detector = detectorIn(rest, now, { ...options, restRadius, weld: false, objects });
        expectSame(options, detector.findProximities({ distance }), still, mesh);
        expectSame(options, detector.findProximities({ distance, ...step }), swept, mesh);
        expectSame(options, detector.findProximities({ distance }), still, mesh);
        detector.update(rest.positions);
        detector.update(now);
        expectSame(options, detector.findProximities({ distance }), still, mesh);
      }
    });
  });

  it.each(exactVariants)('of distance 0 are intersecting triangles: $method', (options) => {
    const detector = detectorIn(rest, now, { ...options, weld: false, objects });
    const { count, triangleA, triangleB } = detector.findIntersectingTriangles();
    const pairs = many(count, (i) => `${triangleA[i]} ${triangleB[i]}`);
    const near = detector.findProximities({ distance: 0 });
    expect(many(near.count, (i) => `${near.triangleA[i]} ${near.triangleB[i]}`).sort()).toEqual(pairs.sort());
    expect(near.distance.every((d) => d === 0)).toBe(true);
    // and a search for contacts is not disturbed by one for what is near
    const contacts = detector.findIntersections().count;
    expect(createDetector({ ...rest, positions: now }, { method: 'brute-force', weld: false, objects }).findIntersections().count).toBe(contacts); // biome-ignore format: one thought
  });
});

describe('pairs of objects', () => {
  const { rest, now, objects } = tangle(new RandomPoints(3));
  it.each(['same-object', 'between-objects'] as const)('%s', (pairs) => {
    const pairsOf = (lines: readonly string[]) => lines.map((line) => line.split(' ', 2).join(' ')).sort();
    const all = askOf(detectorIn(rest, now, { method: 'brute-force', weld: false, objects }), { distance: 0.5 });
    const wanted = pairsOf(all).filter((line) => {
      const [a, b] = line.split(' ').map(Number);
      return (objects![a] === objects![b]) === (pairs === 'same-object');
    });
    expect(wanted.length).toBeGreaterThan(10);
    for (const options of exactVariants) {
      const detector = detectorIn(rest, now, { ...options, weld: false, objects, pairs });
      expect(pairsOf(askOf(detector, { distance: 0.5 }))).toEqual(wanted);
    }
  });
});

describe('against another mesh', () => {
  const cloth = crumpled(new RandomPoints(1));
  const solid = soup(new RandomPoints(2));
  const both = [cloth, solid] as const;
  const find = (options: (typeof exactVariants)[number], distance: number, moving: boolean) => {
    const [a, b] = both.map(({ rest, now }) => detectorIn(rest, now, { ...options, weld: false }));
    const step = moving
      ? { velocities: cloth.velocities, againstVelocities: solid.velocities, timeStep: 0.1 }
      : undefined;
    return a.findProximities({ distance, against: b, ...step }).slice();
  };

  it.each(distances)('within %s', (distance) => {
    for (const moving of [false, true]) {
      const truth = find({ method: 'brute-force' }, distance, moving);
      expect(truth.count).toBeGreaterThan(0);
      const meshes = both.map(({ rest, now }) => ({ positions: now, triangles: rest.triangles }));
      expect(findBadPoint(truth, meshes[0], meshes[1])).toBeNull();
      for (const options of variants) {
        expectSame(options, find(options, distance, moving), truth, meshes[0], meshes[1]);
      }
    }
  });

  it('is what one mesh of both says', () => {
    const joined = {
      positions: Float64Array.from([...cloth.now, ...solid.now]),
      triangles: Uint32Array.from([...cloth.rest.triangles, ...solid.rest.triangles.map((v) => v + 100)]),
    };
    const first = cloth.rest.triangles.length / 3;
    const objects = many(joined.triangles.length / 3, (t) => (t < first ? 0 : 1));
    const one = createDetector(joined, { objects, pairs: 'between-objects', weld: false });
    const { count, triangleA, triangleB } = one.findProximities({ distance: 0.5 });
    const two = find({ method: 'box-tree' }, 0.5, false);
    expect(many(count, (i) => `${triangleA[i]} ${triangleB[i] - first}`).sort()).toEqual(
      many(two.count, (i) => `${two.triangleA[i]} ${two.triangleB[i]}`).sort(),
    );
  });
});

it('finds what is near across the seam of two objects in one flat sheet, however it is cut into patches', () => {
  const rest = sheet(4, 6, (x, y) => [x, y, 0]);
  const count = rest.triangles.length / 3;
  for (let first = 2; first < count; first += 4) {
    const objects = many(count, (t) => (t < first ? 0 : 1));
    for (const pairs of ['all', 'between-objects'] as const) {
      const options = { objects, pairs, restRadius: 7 };
      const found = (method: 'star-contour' | 'brute-force') =>
        setOf(createDetector(rest, { ...options, method }).findProximities({ distance: 1.7 }));
      const expected = found('brute-force');
      expect(expected.length).toBeGreaterThan(0);
      expect(found('star-contour'), `${first}, ${pairs}`).toEqual(expected);
    }
  }
});
