import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { KERNEL_STRIDE } from '../../src/kernel/layout-mesh.ts';
import { PLACES } from '../../src/pose/place-range.ts';
import { RandomPoints } from '../predicates/random.ts';
import { createKernelRoom } from './kernel-room.ts';

const PAIRS = 4000;
const TRIANGLES = 2 * PAIRS;

const FIELDS = {
  positions: ['float64', 9 * TRIANGLES],
  triangles: ['uint32', 3 * TRIANGLES],
  places: ['int32', 12 * TRIANGLES],
  nodeBoxes: ['int32', KERNEL_STRIDE],
  triangleBoxes: ['int32', KERNEL_STRIDE * TRIANGLES],
  rightChild: ['uint32', 1],
  firstTriangle: ['uint32', 1],
  endTriangle: ['uint32', 1],
  nodeKinds: ['float64', 2],
} as const;

/**
 * Pairs of triangles on both sides of a plane −x + y + z = c. One has an edge in it, around whose middle the other has a corner: they touch there exactly, or are `gap` apart, across the plane.
 * So nothing but rounding decides whether their boxes meet along the fourth direction.
 */
function fill(positions: Float64Array, seed: number, gap: number): void {
  const random = new RandomPoints(seed);
  const coordinate = (size: number) => Math.round(2 ** 40 * size * (random.random() - 0.5)) * 2 ** -40;
  for (let pair = 0; pair < PAIRS; pair++) {
    const middle = [0, 1, 2].map(() => 0.5 + coordinate(0.5));
    const y = coordinate(0.01);
    const z = coordinate(0.01);
    const along = [y + z, y, z];
    const below = (k: number) => middle[k] + 0.01 * random.random() * (k === 0 ? 1 : -1);
    const above = (k: number) => middle[k] - 0.01 * random.random() * (k === 0 ? 1 : -1);
    const away = (k: number) => (k === 0 ? -gap : gap) / Math.sqrt(3);
    for (let k = 0; k < 3; k++) {
      positions[18 * pair + k] = middle[k] - along[k];
      positions[18 * pair + 3 + k] = middle[k] + along[k];
      positions[18 * pair + 6 + k] = below(k);
      positions[18 * pair + 9 + k] = middle[k] + away(k);
      positions[18 * pair + 12 + k] = above(k) + away(k);
      positions[18 * pair + 15 + k] = above(k) + away(k);
    }
  }
}

/** Pairs whose boxes are apart along a direction, x, y, z or w. */
function countApart(binary: Uint8Array, gap: number, seed: number): number[] {
  const counts = { vertexCount: 3 * TRIANGLES, triangleCount: TRIANGLES, nodeCount: 1 };
  const { arena, calls } = createKernelRoom(binary, FIELDS, counts);
  const { positions, triangles, triangleBoxes } = arena;
  for (let i = 0; i < triangles.length; i++) triangles[i] = i;
  arena.endTriangle[0] = TRIANGLES;
  calls.sortNodes();
  fill(positions, seed, gap);
  // coarse places too, as of a mesh that is a small part of the whole
  const perLength = PLACES / 2 ** (seed % 24);
  calls.writeLinearPlaces(0, 0, 0, perLength);
  calls.refitBoxes(Math.ceil(Math.ceil(gap * perLength) / 2));
  const apart = [0, 0, 0, 0];
  for (let pair = 0; pair < PAIRS; pair++) {
    const s = 2 * KERNEL_STRIDE * pair;
    const t = s + KERNEL_STRIDE;
    for (let k = 0; k < 4; k++) {
      if (triangleBoxes[s + k] > triangleBoxes[t + k + 4] || triangleBoxes[t + k] > triangleBoxes[s + k + 4])
        apart[k]++;
    }
  }
  return apart;
}

describe('boxes with a fourth direction', () => {
  it('meet where triangles touch, and where they are within reach', async () => {
    const binary = await compileKernel();
    for (let seed = 0; seed < 24; seed++) {
      expect(countApart(binary, 0, seed)).toEqual([0, 0, 0, 0]);
      expect(countApart(binary, 0.001, seed)).toEqual([0, 0, 0, 0]);
    }
  });

  it.each([
    ['without room for rounding', '(grow >> 1) + 3', 'grow >> 1'],
    ['with a third of the reach', '(grow >> 1) + 3', 'grow / 3 + 3'],
  ])('control: %s they are apart', async (_, from, to) => {
    let changed = 0;
    const binary = await compileKernel((text: string) => {
      if (text.includes(from)) changed++;
      return text.replace(from, to);
    }, []);
    expect(changed).toBe(1);
    let apart = 0;
    for (let seed = 0; seed < 8; seed++) apart += countApart(binary, 0, seed)[3] + countApart(binary, 0.001, seed)[3];
    expect(apart).toBeGreaterThan(0);
  });
});
