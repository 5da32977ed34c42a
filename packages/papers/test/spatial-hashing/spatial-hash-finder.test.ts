import { spatialHash } from '@selfcollide/papers';
import { describe, expect, test } from 'vitest';
import { createDetector } from '../../../core/src/create-detector.ts';
import { createSurface } from '../../../core/src/mesh/surface.ts';
import { createPose, updatePose } from '../../../core/src/pose/pose.ts';
import { createCounters } from '../../../core/src/results/counters.ts';
import { PairBuffer } from '../../../core/src/results/pair-buffer.ts';
import { seededRandom } from '../../../core/test/predicates/random.ts';
import { SpatialHashFinder } from '../../src/spatial-hashing/spatial-hash-finder.ts';

function prepare(positions: Float64Array, cellSize?: number) {
  const surface = createSurface('test', { positions }, { weld: false });
  const pose = createPose(surface);
  updatePose('test', pose, surface, positions, true);
  const finder = new SpatialHashFinder(surface, cellSize);
  finder.refit(pose);
  return { finder, pose };
}

/** Pairs as the finder hands them on, in batches; `wanted` of them at most. */
function findPairs(positions: Float64Array, cellSize?: number, wanted = Number.POSITIVE_INFINITY) {
  const { finder, pose } = prepare(positions, cellSize);
  const found: string[] = [];
  let batches = 0;
  const out = new PairBuffer();
  out.begin({
    takePairs(pairs, count) {
      batches++;
      for (let i = 0; i < count; i++) {
        const [s, t] = [pairs[2 * i], pairs[2 * i + 1]].sort((a, b) => a - b);
        found.push(`${s}-${t}`);
      }
      return found.length >= wanted;
    },
    takeNeighbours: () => false,
  });
  const counters = createCounters();
  finder.findPairs({ pose, reach: 0, next: null, from: 0, end: finder.steps }, out, counters);
  return { found, batches, counters };
}

/** Pairs of triangles whose boxes meet. */
function meetingBoxes(positions: Float64Array): Set<string> {
  const boxes = Array.from({ length: positions.length / 9 }, (_, t) => {
    const corners = [0, 1, 2].map((k) => positions.slice(9 * t + 3 * k, 9 * t + 3 * k + 3));
    return [0, 1, 2].map((axis) => {
      const values = corners.map((corner) => corner[axis]);
      return [Math.min(...values), Math.max(...values)];
    });
  });
  const pairs = new Set<string>();
  for (let t = 0; t < boxes.length; t++) {
    for (let s = 0; s < t; s++) {
      if (boxes[s].every(([low, high], axis) => low <= boxes[t][axis][1] && boxes[t][axis][0] <= high))
        pairs.add(`${s}-${t}`);
    }
  }
  return pairs;
}

/** Triangles of the sizes given, scattered in a cube of edge 2 around `middle`. */
function soup(count: number, size: (t: number) => number, random: () => number, middle = [0, 0, 0]): Float64Array {
  return Float64Array.from(
    Array.from({ length: count }, (_, t) => {
      const centre = middle.map((m) => m + 2 * random() - 1);
      return Array.from({ length: 9 }, (_, i) => centre[i % 3] + size(t) * (random() - 0.5));
    }).flat(),
  );
}

const random = seededRandom(21);
const soups: [string, Float64Array][] = [
  ['of one size', soup(400, () => 0.2, random)],
  ['of all sizes', soup(400, (t) => 2 ** -(t % 12), random)],
  ['of small ones and two giants', soup(400, (t) => (t % 200 === 7 ? 40 : 0.15), random)],
  ['of small ones and many giants', soup(400, (t) => (t % 8 === 7 ? 3 : 0.05), random)],
  ['far from the origin', soup(400, () => 0.2, random, [1e9, -1e9, 12345])],
  ['so far that digits run out', soup(200, () => 0.4, random, [1e15, -1e15, 3e14])],
  ['across the place where units wrap around', soup(400, () => 0.2, random, [2 ** 31 * 0.004, 0, -(2 ** 31) * 0.004])],
  ['on a lattice', soup(300, () => 6, random).map(Math.round)],
  ['of points and segments', soup(300, () => 0.2, random).map((x, i) => (i % 9 < 3 ? x : Math.round(4 * x) / 4))],
  ['in one point', new Float64Array(9 * 40).fill(0.5)],
  [
    'with one corner torn away',
    soup(300, () => 0.3, random).map((x, i) => (i === 100 ? 1e200 : i === 200 ? -1e307 : x)),
  ],
];

describe.each(soups)('a soup %s', (name, positions) => {
  const expected = meetingBoxes(positions);

  test.each([undefined, 1e-12, 0.01, 0.3, 5, 1e12])(
    'with cells of %s: every pair of boxes that meet, each once',
    (cellSize) => {
      const { found } = findPairs(positions, cellSize);
      const set = new Set(found);
      expect(set.size).toBe(found.length);
      expect([...expected].filter((pair) => !set.has(pair))).toEqual([]);
      expect(found.every((pair) => pair.split('-')[0] !== pair.split('-')[1])).toBe(true);
    },
  );

  // where cells are smaller than the distance of neighbouring doubles, units are of no use
  test.skipIf(name === 'so far that digits run out')('and few others', () => {
    expect(findPairs(positions).found.length).toBeLessThan(1.2 * expected.size + 600);
  });
});

test('cost grows with the mesh, not with its square', () => {
  const tests = [2000, 8000].map((count) => {
    const positions = soup(count, () => 2 / Math.sqrt(count), seededRandom(3)).map((x, i) => (i % 3 === 2 ? 0 : x)); // a sheet
    return findPairs(positions).counters.boxTests / count;
  });
  expect(tests[1]).toBeLessThan(1.3 * tests[0]);
});

test('a torn corner does not slow the rest down', () => {
  const positions = soup(4000, () => 0.05, seededRandom(4));
  const whole = findPairs(positions).counters.boxTests;
  positions[77] = 1e30;
  expect(findPairs(positions).counters.boxTests).toBeLessThan(2 * whole + 5 * 4000);
});

test('more pairs than a batch holds; and none after enough were seen', () => {
  const positions = soup(300, () => 3, seededRandom(5));
  const { found, batches } = findPairs(positions);
  expect(batches).toBeGreaterThan(5);
  expect(new Set(found).size).toBe(found.length);
  expect(findPairs(positions, undefined, 1).batches).toBe(1);
});

test('refits without new arrays, and holds what it says', () => {
  const { finder, pose } = prepare(soup(1000, () => 0.1, seededRandom(6)));
  const before = finder.memoryBytes;
  expect(before).toBeGreaterThan(1000 * (48 + 6 * 4));
  pose.positions.forEach((x, i) => {
    pose.positions[i] = 3 * x * x;
  });
  finder.refit(pose);
  expect(finder.memoryBytes).toBe(before);
});

test('cellSize is in the units of the mesh also where the pose is scaled', () => {
  const positions = soup(200, () => 0.5, seededRandom(8)).map((x) => x * 1e-200);
  const contacts = (options: object) =>
    createDetector({ positions }, { weld: false, ...options }).findIntersections().count;
  const expected = contacts({ method: 'brute-force' });
  expect(expected).toBeGreaterThan(10);
  expect(contacts({ method: spatialHash({ cellSize: 0.5e-200 }) })).toBe(expected);
});
