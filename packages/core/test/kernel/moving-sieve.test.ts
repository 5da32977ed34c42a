import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import { FEATURE_CAPACITY } from '../../src/kernel/layout-mesh.ts';
import { VERTEX_BIT } from '../../src/results/feature-sieve.ts';
import { everWithin } from '../predicates/impact-oracle.ts';
import { type RandomPair, RandomPairs } from '../predicates/random-pairs.ts';
import { createKernelRoom, type KernelRoom } from './kernel-room.ts';

/** More than are looked at together. */
const PAIRS = 800;

function fields() {
  return {
    positions: ['float64', 18 * PAIRS],
    nextPositions: ['float64', 18 * PAIRS],
    triangles: ['uint32', 6 * PAIRS],
    pairs: ['uint32', 2 * PAIRS],
    lanes: ['int32', 4 * 18],
    ownedCorners: ['uint8', 2 * PAIRS],
    ownedEdges: ['uint8', 2 * PAIRS],
    features: ['uint32', 2 * FEATURE_CAPACITY],
    stepCounts: ['int32', 2],
  } as const;
}

type Room = KernelRoom<ReturnType<typeof fields>>;

function createRoom(binary: Uint8Array): Room {
  const { arena, calls } = createKernelRoom(binary, fields(), {
    vertexCount: 6 * PAIRS,
    triangleCount: 2 * PAIRS,
    capacity: PAIRS,
  });
  const { triangles, pairs } = arena;
  for (let i = 0; i < triangles.length; i++) triangles[i] = i;
  for (let i = 0; i < pairs.length; i++) pairs[i] = i;
  return { arena, calls };
}

/** Each pair of features as two triangles, of which only these features count; what completes an edge to a triangle does not matter. */
function fill({ positions, nextPositions, ownedCorners, ownedEdges }: Room['arena'], all: readonly RandomPair[]): void {
  all.forEach(({ kind, points }, i) => {
    const places = kind === 'vertex-triangle' ? [0, 0, 0, 1, 2, 3] : [0, 1, 0, 2, 3, 2];
    places.forEach((place, corner) => {
      for (let k = 0; k < 3; k++) {
        positions[18 * i + 3 * corner + k] = points[3 * place + k];
        nextPositions[18 * i + 3 * corner + k] = points[12 + 3 * place + k];
      }
    });
    const isVertex = kind === 'vertex-triangle';
    ownedCorners[2 * i] = isVertex ? 1 : 0;
    ownedCorners[2 * i + 1] = 0;
    ownedEdges[2 * i] = ownedEdges[2 * i + 1] = isVertex ? 0 : 1;
  });
}

/** Pairs that were dropped, for their volumes or in all, and how many of them impact. */
function sift({ arena, calls }: Room, seed: number, stopAtFirst = false) {
  const random = new RandomPairs(seed);
  const all = Array.from({ length: PAIRS }, () => random.next());
  fill(arena, all);
  arena.stepCounts.fill(0);
  const count = calls.siftFeatures(0, PAIRS, Number.POSITIVE_INFINITY);
  expect(calls.siftedPairs()).toBe(PAIRS);
  const left = new Set<number>();
  for (let i = 0; i < count; i++) {
    const first = arena.features[2 * i];
    left.add(Math.floor((first >= VERTEX_BIT ? first - VERTEX_BIT : first) / 6));
  }
  let wrong = 0;
  for (const [i, { kind, points }] of all.entries()) {
    if (left.has(i) || !everWithin(points, kind, 0, 1)) continue;
    wrong++;
    if (stopAtFirst) break;
  }
  return { dropped: PAIRS - left.size, byVolume: arena.stepCounts[0] + arena.stepCounts[1], wrong };
}

describe('the sieve of features', () => {
  it('drops none that impact', () => {
    const room = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    let byVolume = 0;
    let dropped = 0;
    for (let seed = 500; seed < 503; seed++) {
      const found = sift(room, seed);
      byVolume += found.byVolume;
      dropped += found.dropped;
      expect(found.wrong, `seed ${seed}`).toBe(0);
    }
    expect(byVolume).toBeGreaterThan(100);
    expect(dropped).toBeGreaterThan(byVolume + 100);
  });

  it('goes on where room ran out, and leaves out what starts too far apart', () => {
    const room = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    const { positions, nextPositions, ownedCorners, ownedEdges } = room.arena;
    // the same two triangles in one plane again and again, so that nothing but boxes can be told: all fifteen stay
    for (let i = 0; i < PAIRS; i++) positions.set([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0, 3, 1, 0, 1, 3, 0], 18 * i);
    nextPositions.set(positions);
    ownedCorners.fill(7);
    ownedEdges.fill(7);
    const most = room.calls.siftFeatures(0, PAIRS, Number.POSITIVE_INFINITY);
    const each = most / room.calls.siftedPairs();
    expect(most).toBeLessThanOrEqual(4096);
    expect(room.calls.siftedPairs()).toBeLessThan(PAIRS);
    let all = most;
    for (let from = room.calls.siftedPairs(); from < PAIRS; from = room.calls.siftedPairs()) {
      all += room.calls.siftFeatures(from, PAIRS, Number.POSITIVE_INFINITY);
    }
    expect(all).toBe(each * PAIRS);
    // the second is half a unit behind at t0
    for (let i = 0; i < PAIRS; i++) for (let v = 3; v < 6; v++) positions[18 * i + 3 * v + 2] = 0.5;
    expect(room.calls.siftFeatures(0, 100, 0.4)).toBe(0);
    expect(room.calls.siftFeatures(0, 100, 0.6)).toBe(100 * each);
  });

  it.each([
    ['volumes', '0.5 / 65536.0', '0.0'],
    ['boxes of t0 alone', 'f64x2.gt(lowF1, highE1)', 'f64x2.gt(lowF, highE)'],
    ['mixed products left out', 'f32x4.min(f32x4.min(v0, v1), f32x4.min(v2, v3))', 'f32x4.min(v0, v3)'],
  ] as const)(
    'without what it rests on is wrong: %s (control)',
    async (_what, bound, none) => {
      let replaced = 0;
      const change = (text: string) => {
        replaced += text.includes(bound) ? 1 : 0;
        return text.replace(bound, none).replace('const LEAST: f32 = 1e-30', 'const LEAST: f32 = 0');
      };
      const room = createRoom(await compileKernel(change, []));
      let wrong = 0;
      for (let seed = 500; seed < 512 && wrong === 0; seed++) wrong = sift(room, seed, true).wrong;
      expect({ replaced, isWrong: wrong > 0 }).toEqual({ replaced: 1, isWrong: true });
    },
    240_000,
  );
});
