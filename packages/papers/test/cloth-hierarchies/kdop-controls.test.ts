import { describe, expect, it } from 'vitest';
import { type Dop, directionsOf } from '../../../core/src/bounds/dop-directions.ts';
import { Kdops } from '../../../core/src/bounds/kdops.ts';
import { partitionByDops } from '../../../core/src/partition/dop-partition.ts';
import type { PatchTree } from '../../../core/src/partition/patch-tree.ts';
import { RandomPoints } from '../../../core/test/predicates/random.ts';
import { growthOf, type Inflation } from '../../src/cloth-hierarchies/inflate-dops.ts';
import { LazyDops } from '../../src/cloth-hierarchies/lazy-dops.ts';
import { addVector, CONE_STRIDE, clearCone, joinCones, reachAlong } from '../../src/cloth-hierarchies/motion-cones.ts';

/** Loose triangles whose tree keeps the order that they are in, so that places are triangles. */
function scattered(random: RandomPoints, count: number, dop: Dop): { tree: PatchTree; positions: Float64Array } {
  const loose = Float64Array.from(
    { length: 9 * count },
    (_, i) => 4 * Math.sin(Math.floor(i / 9) * 1.7 + (i % 3)) + random.random(),
  );
  const corners = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  const { order } = partitionByDops(corners, loose, directionsOf(dop));
  const positions = Float64Array.from({ length: 9 * count }, (_, i) => loose[9 * order[Math.floor(i / 9)] + (i % 9)]);
  const tree = { ...partitionByDops(corners, loose, directionsOf(dop)), order: corners.slice(0, count) };
  return { tree, positions };
}

/** How far vertices are outside the polytopes of their nodes at most, beyond slack and rounding; in all nodes. */
function mostOutside(dops: Kdops, tree: PatchTree, positions: Float64Array): number {
  const { count, vectors, lengths } = dops.directions;
  let most = Number.NEGATIVE_INFINITY;
  for (let node = 0; node < tree.nodeCount; node++) {
    for (let v = 3 * tree.firstTriangle[node]; v < 3 * tree.endTriangle[node]; v++) {
      for (let d = 0; d < count; d++) {
        const along = [0, 1, 2].reduce((sum, axis) => sum + vectors[3 * d + axis] * positions[3 * v + axis], 0);
        const allowed = dops.slack[node] * lengths[d] + 1e-9;
        const at = 2 * count * node + 2 * d;
        most = Math.max(most, along - dops.dops[at + 1] - allowed, -along - dops.dops[at] - allowed);
      }
    }
  }
  return most;
}

describe('lazy polytopes', () => {
  /** Follows a motion for some poses; `spoil` breaks the rule after each. Returns poses in which a vertex was outside. */
  function violations(spoil: (dops: Kdops, tree: PatchTree, limit: number) => void): { wrong: number; fitted: number } {
    const random = new RandomPoints(21);
    const { tree, positions } = scattered(random, 40, 18);
    const corners = Uint32Array.from({ length: 120 }, (_, i) => i);
    const dops = new Kdops(tree, corners, corners.length, directionsOf(18), null);
    const lazy = new LazyDops(tree, corners, 120);
    const drift = positions.map(() => 0.3 * (random.random() - 0.5));
    lazy.follow(positions, 1);
    dops.fit(positions, null);
    let wrong = 0;
    let fitted = 0;
    for (let pose = 0; pose < 60; pose++) {
      for (let i = 0; i < positions.length; i++) positions[i] += drift[i] * random.random() ** 3;
      expect(lazy.follow(positions, 1)).toBe(true);
      fitted += lazy.refit(dops, positions, 0.4);
      spoil(dops, tree, 0.4);
      if (mostOutside(dops, tree, positions) > 0) wrong++;
    }
    return { wrong, fitted };
  }

  it('hold all vertices, within their slack, and are not fitted in every pose', () => {
    const { wrong, fitted } = violations(() => {});
    expect(wrong).toBe(0);
    expect(fitted).toBeLessThan((60 * 79) / 2);
    expect(fitted).toBeGreaterThan(79);
  });

  it('control: the paper’s waiting time, b divided by the speed at its start', () => {
    const random = new RandomPoints(22);
    const { tree, positions } = scattered(random, 10, 18);
    const corners = Uint32Array.from({ length: 30 }, (_, i) => i);
    const dops = new Kdops(tree, corners, corners.length, directionsOf(18), null);
    dops.fit(positions, null);
    const [b, speed] = [0.4, 0.02];
    dops.slack.fill(b);
    // falling: each pose is faster than the one before
    for (let pose = 0; pose < b / speed; pose++) for (let i = 0; i < 90; i += 3) positions[i] -= speed * (1 + pose);
    expect(mostOutside(dops, tree, positions)).toBeGreaterThan(b);
  });

  it('control: no slack after a join', () => {
    const forget = (dops: Kdops, { nodeCount, rightChild }: PatchTree) => {
      for (let node = 0; node < nodeCount; node++) {
        if (
          rightChild[node] !== 0 &&
          dops.slack[node] <= Math.max(dops.slack[node + 1], dops.slack[rightChild[node]])
        ) {
          dops.slack[node] = 0;
        }
      }
    };
    expect(violations(forget).wrong).toBeGreaterThan(10);
  });
});

describe.each<Inflation>(['swept', 'intervals', 'cone', 'uniform'])('polytopes of a step, %s', (inflation) => {
  it.each<Dop>([6, 8, 14, 18])('hold the whole way, %s faces', (dop) => {
    const random = new RandomPoints(dop);
    for (let round = 0; round < 12; round++) {
      const { tree, positions } = scattered(random, 12, dop);
      const push = random.inCube();
      const next = positions.map((x, i) => x + 2 * push[i % 3] + (round % 3) * 0.5 * (random.random() - 0.5));
      if (round % 4 === 3) next.set(positions.subarray(0, 30)); // some rest
      const corners = Uint32Array.from({ length: 36 }, (_, i) => i);
      const dops = new Kdops(tree, corners, corners.length, directionsOf(dop), growthOf(inflation));
      dops.fit(positions, next);
      for (const time of [0, 0.25, 0.8, 1]) {
        const between = positions.map((x, i) => x + time * (next[i] - x));
        expect(mostOutside(dops, tree, between)).toBeLessThanOrEqual(0);
      }
    }
  });
});

it('swept polytopes seen from the mean motion hold both ends, less that motion, and are smaller', () => {
  const random = new RandomPoints(51);
  const { tree, positions } = scattered(random, 30, 18);
  const corners = Uint32Array.from({ length: 90 }, (_, i) => i);
  const next = positions.map((x, i) => x + [3, -2, 5][i % 3] + 0.2 * random.random());
  const dops = new Kdops(tree, corners, corners.length, directionsOf(18), null);
  dops.fit(positions, next);
  const width = () => dops.dops[0] + dops.dops[1];
  const plain = width();
  dops.followMean(positions, next);
  dops.fit(positions, next);
  expect(width()).toBeLessThan(plain - 2);
  expect(mostOutside(dops, tree, positions)).toBeLessThanOrEqual(0);
  const left = next.map((x, i) => x - dops.shift[i % 3]);
  expect(mostOutside(dops, tree, left)).toBeLessThanOrEqual(0);
  expect(mostOutside(dops, tree, next)).toBeGreaterThan(1);
  expect(Math.min(...dops.tolerance)).toBeGreaterThan(0);
});

describe('cones', () => {
  it('hold all vectors that were added, joined ones too; the paper’s Eq. 1 does not', () => {
    const random = new RandomPoints(31);
    const cones = new Float64Array(2 * CONE_STRIDE);
    const scratch = new Float64Array(CONE_STRIDE);
    let wrong = 0;
    let wrongByAxis = 0;
    for (let round = 0; round < 3000; round++) {
      const spread = [0.05, 0.5, 2, 0][round % 4];
      const main = random.inCube();
      const vectors = Array.from({ length: 6 }, () => random.inCube().map((x, axis) => main[axis] + spread * x));
      clearCone(cones, 0);
      clearCone(cones, CONE_STRIDE);
      for (const [i, [x, y, z]] of vectors.entries()) addVector(cones, i < 3 ? 0 : CONE_STRIDE, x, y, z, scratch);
      joinCones(cones, 0, cones, CONE_STRIDE);
      for (const dop of [14, 18] as const) {
        const { count, vectors: n, lengths } = directionsOf(dop);
        for (let d = 0; d < count; d++) {
          const reach = reachAlong(cones, 0, n[3 * d], n[3 * d + 1], n[3 * d + 2], lengths[d]);
          const angle = Math.acos(
            (cones[0] * n[3 * d] + cones[1] * n[3 * d + 1] + cones[2] * n[3 * d + 2]) / lengths[d],
          );
          // growing by the axis' share alone, as if the cone had no width
          const printed = lengths[d] * cones[4] * Math.max(0, Math.cos(angle));
          for (const [x, y, z] of vectors) {
            const along = n[3 * d] * x + n[3 * d + 1] * y + n[3 * d + 2] * z;
            if (along > reach + 1e-12) wrong++;
            if (along > printed + 1e-9) wrongByAxis++;
          }
        }
      }
    }
    expect(wrong).toBe(0);
    expect(wrongByAxis).toBeGreaterThan(1000);
  });
});

describe('offsets', () => {
  it('control: without the direction’s length, what is near gets lost', () => {
    const random = new RandomPoints(41);
    const lost = { scaled: 0, unscaled: 0 };
    for (let i = 0; i < 2000; i++) {
      const [a, way] = [random.inCube(), random.inCube()];
      const distance = Math.hypot(...way);
      const b = a.map((x, axis) => x + way[axis]);
      const { count, vectors, lengths } = directionsOf(18);
      const gaps = Array.from({ length: count }, (_, d) =>
        Math.abs([0, 1, 2].reduce((sum, axis) => sum + vectors[3 * d + axis] * (b[axis] - a[axis]), 0)),
      );
      if (gaps.some((gap, d) => gap > lengths[d] * distance * (1 + 1e-12))) lost.scaled++;
      if (gaps.some((gap) => gap > distance * (1 + 1e-12))) lost.unscaled++;
    }
    expect(lost.scaled).toBe(0);
    expect(lost.unscaled).toBeGreaterThan(500);
  });
});
