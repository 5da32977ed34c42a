import { describe, expect, it } from 'vitest';
import { refitDirectionMasks } from '../../src/bounds/direction-masks.ts';
import { createDirectionSet, type DirectionSet } from '../../src/bounds/direction-set.ts';
import { chainTree } from '../partition/chain-tree.ts';
import { type Point, wholeNumbers } from '../predicates/exact-oracle.ts';
import { nudged, RandomPoints } from '../predicates/random.ts';

const sets = [createDirectionSet(14), createDirectionSet(31)];

/** The mask of each triangle alone: corners one after the other. */
function masksOf(corners: readonly Point[], directions: DirectionSet): Int32Array {
  const count = corners.length / 3;
  const tree = chainTree(count, 1);
  const masks = new Int32Array(tree.nodeCount).fill(0x55555555);
  const triangles = Uint32Array.from(corners, (_, v) => v);
  refitDirectionMasks(masks, tree, directions, triangles, Float64Array.from(corners.flat()));
  return Int32Array.from({ length: count }, (_, t) => masks[t === count - 1 ? 2 * t : 2 * t + 1]);
}

/** Directions d with n·d > 0, n the normal of the triangle: in whole numbers. */
function facingExactly(corners: readonly Point[], { count, components }: DirectionSet): number {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = wholeNumbers(corners.flat());
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  let mask = 0;
  for (let d = 0; d < count; d++) {
    const dot = normal.reduce((sum, n, axis) => sum + n * BigInt(components[3 * d + axis]), 0n);
    if (dot > 0n) mask |= 1 << d;
  }
  return mask;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Each makes the corners of one triangle. */
const kinds: Record<string, (random: RandomPoints) => Point[]> = {
  'any triangle': (random) => [random.inCube(), random.inCube(), random.inCube()],
  'on a lattice': (random) => [random.onLattice(2), random.onLattice(2), random.onLattice(2)],
  'far from the origin': (random) => {
    const far = random.inCube().map((x) => x * 2 ** (10 + random.below(40)));
    return [0, 1, 2].map(() => random.inCube().map((x, axis) => x + far[axis]) as unknown as Point);
  },
  'a needle': (random) => {
    const [a, b] = [random.inCube(), random.inCube()];
    const width = 2 ** -(10 + random.below(45));
    const c = random.inCube().map((x, axis) => a[axis] + 0.7 * (b[axis] - a[axis]) + width * x);
    return [a, b, c as unknown as Point];
  },
  'corners on a line but for rounding': (random) => {
    const [a, b] = [random.inCube(), random.inCube()];
    const share = [0, 0.5, random.random()][random.below(3)];
    const c = [0, 1, 2].map((axis) => nudged(a[axis] + share * (b[axis] - a[axis]), random.below(5) - 2));
    return [a, b, c as unknown as Point];
  },
  'nearly square to a direction': (random) => {
    const { components } = sets[random.below(2)];
    const d = 3 * random.below(components.length / 3);
    // an edge along d, another anywhere: the normal is square to d
    const stretch = 0.5 + random.random();
    const lift = 2 ** -(3 + random.below(45));
    const edge = [...components.subarray(d, d + 3)].map((x) => x * stretch + lift * (2 * random.random() - 1));
    return [[0, 0, 0], edge as unknown as Point, random.inCube()];
  },
  'very small': (random) => scaled(random, 2 ** -(200 + random.below(100))),
  'very large': (random) => scaled(random, 2 ** (200 + random.below(100))),
  // squares of the normal's components are just above the least double
  'of the size 2^-269': (random) => scaled(random, 2 ** -269),
};

function scaled(random: RandomPoints, size: number): Point[] {
  return [0, 1, 2].map(() => random.inCube().map((x) => x * size) as unknown as Point);
}

describe.each(sets)('direction masks of $count directions', (directions) => {
  it.each(Object.keys(kinds))('%s: every direction of the mask faces the triangle, by exact arithmetic', (kind) => {
    const random = new RandomPoints(7);
    const corners = Array.from({ length: 2000 }, () => kinds[kind](random)).flat();
    const masks = masksOf(corners, directions);
    const wrong: string[] = [];
    for (let t = 0; t < masks.length; t++) {
      const triangle = corners.slice(3 * t, 3 * t + 3);
      if ((masks[t] & ~facingExactly(triangle, directions)) !== 0) wrong.push(JSON.stringify(triangle));
    }
    expect(wrong).toEqual([]);
  });

  it('leaves out few directions that face a triangle', () => {
    const random = new RandomPoints(8);
    const corners = Array.from({ length: 6000 }, () => random.inCube());
    const masks = masksOf(corners, directions);
    let [kept, all] = [0, 0];
    for (let t = 0; t < masks.length; t++) {
      expect(masks[t]).not.toBe(0);
      kept += bits(masks[t]);
      all += bits(facingExactly(corners.slice(3 * t, 3 * t + 3), directions));
    }
    expect(kept / all).toBeGreaterThan(0.9);
    expect(kept / all).toBeLessThanOrEqual(1);
  });

  it('sets no bit for a triangle without area', () => {
    const flat: number[][] = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 2, 3, 1, 2, 3, 4, 5, 6],
      [0, 0, 0, 1, 1, 1, 2, 2, 2],
      [0, 0, 0, 3, 0, 0, 1, 0, 0],
      [1e9, 1e9, 1e9, 1e9 + 1, 1e9, 1e9, 1e9 + 2, 1e9, 1e9],
    ];
    const corners = flat.flatMap((t) => [t.slice(0, 3), t.slice(3, 6), t.slice(6)] as unknown as Point[]);
    expect([...masksOf(corners, directions)]).toEqual(flat.map(() => 0));
  });

  it('sets no wrong bit where a product overflows or vanishes', () => {
    for (const size of [1e-300, 5e-324, 1e-162, 1e-150, 1e160, 1e300]) {
      const corners: Point[] = [
        [0, 0, 0],
        [size, 0, 0],
        [0, size, 0],
      ];
      const [mask] = masksOf(corners, directions);
      expect(mask & ~facingExactly(corners, directions)).toBe(0);
    }
  });

  it('is the AND of what is below, in leaves and up the tree', () => {
    const random = new RandomPoints(9);
    // gentle hills, so that common directions are left on all levels
    const height = () => 0.3 * random.inCube()[2];
    const corners = Array.from({ length: 200 }, (): Point[] => {
      const [x, y] = random.inCube();
      return [
        [x, y, height()],
        [x + 1, y, height()],
        [x, y + 1, height()],
      ];
    }).flat();
    const positions = Float64Array.from(corners.flat());
    const single = masksOf(corners, directions);
    const tree = chainTree(200, 3);
    const masks = new Int32Array(tree.nodeCount);
    const triangles = Uint32Array.from(corners, (_, v) => v);
    refitDirectionMasks(masks, tree, directions, triangles, positions);
    for (let node = 0; node < tree.nodeCount; node++) {
      let expected = -1;
      for (let t = tree.firstTriangle[node]; t < tree.endTriangle[node]; t++) expected &= single[t];
      expect(masks[node]).toBe(expected);
    }
    expect(masks[0]).not.toBe(0);

    // one triangle turned round takes all directions from everything above it, and from nothing else
    [triangles[301], triangles[302]] = [triangles[302], triangles[301]];
    const before = masks.slice();
    refitDirectionMasks(masks, tree, directions, triangles, positions);
    for (let node = 0; node < tree.nodeCount; node++) {
      const holds = tree.firstTriangle[node] <= 100 && tree.endTriangle[node] > 100;
      if (!holds) expect(masks[node]).toBe(before[node]);
      else if (tree.endTriangle[node] - tree.firstTriangle[node] > 1) expect(masks[node]).toBe(0);
    }
  });
});
