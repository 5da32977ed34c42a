import { createTetScene, loadBunny, type TetMesh, type TetSceneName, tetBall, tetLattice } from '@selfcollide/scenes';
import { createTetCollider, type TetColliderOptions, type TetObject } from 'selfcollide';
import { describe, expect, test } from 'vitest';
import { penetrationLines } from './penetration-lines.ts';

const OPTIONS: TetColliderOptions[] = [{}, { hash: 'paper' }, { engine: 'plain' }, { engine: 'plain', hash: 'paper' }];
for (const tableSize of [99, 9973, 2 ** 16]) OPTIONS.push({ tableSize }, { tableSize, hash: 'paper' });
const RATIOS = [0.3, 0.6, 1.7, 5];

/** All options must find what the oracle finds; returns how much that is. */
function compare(objects: readonly TetObject[]): number {
  const expected = penetrationLines(createTetCollider({ objects }, { method: 'brute-force' }).findPenetrations());
  const { cellSize } = createTetCollider({ objects });
  for (const options of [...OPTIONS, ...RATIOS.map((ratio) => ({ cellSize: ratio * cellSize }))]) {
    const found = penetrationLines(createTetCollider({ objects }, options).findPenetrations());
    // compared as one text: a difference of thousands of lines is slow to print
    expect(
      found.join('\n') === expected.join('\n'),
      `${JSON.stringify(options)}: ${found.length} of ${expected.length}`,
    ).toBe(true);
  }
  return expected.length;
}

function pose(name: TetSceneName, steps: number): TetMesh[] {
  const scene = createTetScene(name);
  for (let i = 0; i < steps; i++) scene.step();
  return scene.objects.map(({ tets }, object) => ({ tets, positions: scene.positions[object].slice() }));
}

const moved = (objects: readonly TetMesh[], by: readonly number[]): TetMesh[] =>
  objects.map(({ positions, tets }) => ({ tets, positions: positions.map((x, i) => x + by[i % 3]) }));

describe('the grid finds what all pairs find', () => {
  test.each([
    ['A', 120],
    ['B', 150],
    ['C', 110],
    ['D', 60],
    ['E', 70],
  ] as const)('setup %s after %d steps', (name, steps) => {
    expect(compare(pose(name, steps))).toBeGreaterThan(20);
  });

  test('setup A far from the origin, across it, and where all coordinates are negative', () => {
    const objects = pose('A', 150);
    for (const by of [
      [1e7, -4e6, 3e5],
      [-1e12, 1e12, 17.3],
      [0.123, -0.456, 0.789],
      [-1000, -1000, -1000],
    ]) {
      expect(compare(moved(objects, by))).toBeGreaterThan(20);
    }
  });

  test('balls pushed into each other, with inverted tets', () => {
    const ball = tetBall(6, 1);
    const objects = [0, 0.9, 1.7].map((shift, k) => ({
      tets: ball.tets,
      positions: ball.positions.map((x, i) => x * (1 + 0.4 * Math.sin(7 * i * k)) + (i % 3 === 0 ? shift : 0)),
    }));
    expect(compare(objects)).toBeGreaterThan(100);
  });

  test('two bunnies in lattices, one folded into itself', async () => {
    const bunny = tetLattice(await loadBunny(), 16);
    const folded = bunny.positions.map((x, i) => (i % 3 === 0 && x > 0 ? -0.8 * x : x));
    const shifted = bunny.positions.map((x, i) => x + [1.3, 0.7, 0.4][i % 3]);
    expect(
      compare([
        { tets: bunny.tets, positions: folded },
        { tets: bunny.tets, positions: shifted },
      ]),
    ).toBeGreaterThan(500);
  });
});
