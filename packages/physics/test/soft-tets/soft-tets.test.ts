import { createTetCollider } from 'selfcollide';
import { describe, expect, test } from 'vitest';
import { createSoftTets } from '../../src/soft-tets/create-soft-tets.ts';
import { edgeLengths, keepLengths } from '../../src/soft-tets/keep-lengths.ts';
import { keepVolumes, tetVolumes } from '../../src/soft-tets/keep-volumes.ts';
import { pushApart } from '../../src/soft-tets/push-apart.ts';
import { tetEdges } from '../../src/soft-tets/tet-edges.ts';

/** A cube of five tets with its lowest corner at `at`. */
function cube(at: readonly number[] = [0, 0, 0]) {
  const positions = Float64Array.from({ length: 24 }, (_, i) => at[i % 3] + ((Math.floor(i / 3) >> (i % 3)) & 1));
  return { positions, tets: Uint32Array.from([0, 1, 2, 4, 3, 1, 7, 2, 5, 1, 4, 7, 6, 2, 7, 4, 1, 2, 4, 7]) };
}

const sum = (array: ArrayLike<number>, axis: number) => {
  let total = 0;
  for (let i = axis; i < array.length; i += 3) total += array[i];
  return total;
};
const STILL = [0, 0, 0, 0, 0, 0];

describe('tetEdges', () => {
  test('every edge once', () => {
    const edges = tetEdges(cube().tets);
    const names = Array.from({ length: edges.length / 2 }, (_, e) => `${edges[2 * e]}-${edges[2 * e + 1]}`);
    expect(names.length).toBe(18); // 12 of the cube, 6 diagonals
    expect(new Set(names).size).toBe(18);
    for (let e = 0; e < 18; e++) expect(edges[2 * e]).toBeLessThan(edges[2 * e + 1]);
  });

  test('a tet with a corner twice has no edge from a vertex to itself', () => {
    expect([...tetEdges([4, 4, 5, 6])]).toEqual([4, 5, 4, 6, 5, 6]);
  });
});

describe('keepLengths, keepVolumes', () => {
  test('bring a distorted body back', () => {
    const { positions, tets } = cube();
    const edges = tetEdges(tets);
    const lengths = edgeLengths(positions, edges);
    const volumes = tetVolumes(positions, tets);
    expect(volumes.reduce((a, b) => a + b)).toBeCloseTo(6, 12);
    const moved = positions.map((x, i) => x * (1 + 0.3 * Math.sin(i)));
    const wrong = (now: Float64Array, rest: Float64Array) => Math.max(...now.map((x, i) => Math.abs(x - rest[i])));
    const before = [wrong(edgeLengths(moved, edges), lengths), wrong(tetVolumes(moved, tets), volumes)];
    for (let i = 0; i < 60; i++) {
      keepLengths(moved, edges, lengths, 0.5);
      keepVolumes(moved, tets, volumes, 0.5);
    }
    expect(wrong(edgeLengths(moved, edges), lengths)).toBeLessThan(0.02 * before[0]);
    expect(wrong(tetVolumes(moved, tets), volumes)).toBeLessThan(0.02 * before[1]);
  });

  test('an inverted tet is turned back', () => {
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -0.2]);
    const tets = Uint32Array.from([0, 1, 2, 3]);
    expect(tetVolumes(positions, tets)[0]).toBeLessThan(0);
    for (let i = 0; i < 20; i++) keepVolumes(positions, tets, Float64Array.from([1]), 0.5);
    expect(tetVolumes(positions, tets)[0]).toBeCloseTo(1, 2);
  });

  test('all corners in one place: nothing to divide by', () => {
    const positions = new Float64Array(12);
    keepLengths(positions, Uint32Array.from([0, 1]), Float64Array.from([1]), 0.5);
    keepVolumes(positions, Uint32Array.from([0, 1, 2, 3]), Float64Array.from([1]), 0.5);
    expect([...positions]).toEqual(new Array(12).fill(0));
  });
});

describe('pushApart', () => {
  test('keeps momentum, and pushes the vertex out', () => {
    const objects = [cube(), cube([0.9, 0.3, 0.2])];
    const collider = createTetCollider({ objects }, { depth: true });
    const velocities = new Float64Array(48);
    const tets = Uint32Array.from([...objects[0].tets, ...objects[1].tets.map((v) => v + 8)]);
    const found = collider.findPenetrations();
    expect(found.count).toBeGreaterThan(0);
    pushApart(velocities, tets, [0, 8], [0, 5], found, 10, 1);
    for (let axis = 0; axis < 3; axis++) expect(sum(velocities, axis)).toBeCloseTo(0, 12);
    expect(sum(velocities.subarray(0, 24), 0)).toBeLessThan(-0.5);
    expect(sum(velocities.subarray(24), 0)).toBeGreaterThan(0.5);
  });
});

describe('createSoftTets', () => {
  test('a body left alone stays as it is', () => {
    const bodies = createSoftTets([cube()]);
    for (let i = 0; i < 50; i++) bodies.step(STILL);
    expect([...bodies.positions[0]]).toEqual([...cube().positions].map((x) => expect.closeTo(x, 12)));
  });

  test('falls as it should while free', () => {
    const bodies = createSoftTets([cube()], { timeStep: 0.01, damping: 0, maxMove: 1 });
    for (let i = 0; i < 100; i++) bodies.step([0, -2, 0]);
    expect(sum(bodies.positions[0], 1) / 8).toBeCloseTo(0.5 - 1.01, 6); // ½ g t² and half a step more
  });

  test('accelerations are per object, velocities can be set', () => {
    const bodies = createSoftTets([cube(), cube([5, 0, 0])], { damping: 0, maxMove: 1 });
    bodies.velocities[1].fill(0.5);
    bodies.step([1, 0, 0, 0, 0, 0]);
    expect(sum(bodies.positions[0], 0) / 8).toBeCloseTo(0.5 + 0.0004, 9);
    expect(sum(bodies.positions[1], 2) / 8).toBeCloseTo(0.5 + 0.01, 9);
  });

  test('two bodies that run into each other deform, touch and come apart again', () => {
    const bodies = createSoftTets([cube(), cube([1.3, 0.2, 0.1])], { damping: 0 });
    bodies.velocities[0].forEach((_, i, v) => {
      v[i] = i % 3 === 0 ? 2 : 0;
    });
    const rest = edgeLengths(cube().positions, tetEdges(cube().tets));
    let touching = 0;
    let stretch = 0;
    for (let i = 0; i < 150; i++) {
      bodies.step(STILL);
      if (bodies.collider.counters.penetrations > 0) touching++;
      const now = edgeLengths(bodies.positions[0], tetEdges(cube().tets));
      stretch = Math.max(stretch, ...now.map((length, e) => Math.abs(length - rest[e])));
    }
    expect(touching).toBeGreaterThan(2);
    expect(stretch).toBeGreaterThan(0.02);
    expect(bodies.collider.counters.penetrations).toBe(0);
    expect(sum(bodies.velocities[1], 0) / 8).toBeGreaterThan(0.5);
    expect(sum(bodies.velocities[0], 0) + sum(bodies.velocities[1], 0)).toBeCloseTo(16, 6);
  });

  test('stays within bounds and within the speed limit', () => {
    const bounds = [-1, -0.5, -1, 2, 3, 2];
    const bodies = createSoftTets([cube()], { bounds });
    for (let i = 0; i < 200; i++) {
      const before = bodies.positions[0].slice();
      bodies.step([3, -9, 2]);
      bodies.positions[0].forEach((x, k) => {
        expect(x).toBeGreaterThanOrEqual(bounds[k % 3]);
        expect(x).toBeLessThanOrEqual(bounds[(k % 3) + 3]);
        expect(Math.abs(x - before[k])).toBeLessThanOrEqual(0.06 * 1.2);
      });
    }
    expect(Math.min(...bodies.positions[0].filter((_, i) => i % 3 === 1))).toBeCloseTo(-0.5, 2);
  });

  test('the same input gives the same motion', () => {
    const run = () => {
      const bodies = createSoftTets([cube(), cube([0.8, 0.4, 0.3])]);
      for (let i = 0; i < 100; i++) bodies.step([1, -1, 0, -1, 0.3, 0.2]);
      return [...bodies.positions[0], ...bodies.positions[1]];
    };
    expect(run()).toEqual(run());
  });
});
