import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { createSteepDirectionSet, LEVELS, STEEP_WORDS } from '../../src/bounds/direction-set.ts';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import { RandomPoints } from '../predicates/random.ts';
import { createKernelRoom, type KernelRoom } from './kernel-room.ts';

/** Not a multiple of four: the last ones are worked out one by one. */
const TRIANGLES = 4099;
const STEEP = createSteepDirectionSet(31);

function fields() {
  return {
    positions: ['float64', 9 * TRIANGLES],
    nextPositions: ['float64', 9 * TRIANGLES],
    triangles: ['uint32', 3 * TRIANGLES],
    lanes: ['int32', 4 * 18],
    rightChild: ['uint32', TRIANGLES],
    firstTriangle: ['uint32', TRIANGLES],
    endTriangle: ['uint32', TRIANGLES],
    nodeKinds: ['float64', 2 * Math.ceil(TRIANGLES / 64)],
    marginMasks: ['int32', TRIANGLES],
    altitudesOfTriangles: ['int32', TRIANGLES],
    // controls read behind them, where any 16 bits lead
    steepTables: ['int32', STEEP_WORDS + LEVELS * 2 ** 16],
  } as const;
}

type Room = KernelRoom<ReturnType<typeof fields>>;

/** Triangles without common vertices, each a leaf of its own. */
function createRoom(binary: Uint8Array): Room {
  const counts = { vertexCount: 3 * TRIANGLES, triangleCount: TRIANGLES, nodeCount: TRIANGLES };
  const { arena, calls } = createKernelRoom(binary, fields(), counts);
  const { triangles, firstTriangle, endTriangle } = arena;
  for (let i = 0; i < triangles.length; i++) triangles[i] = i;
  for (let t = 0; t < TRIANGLES; t++) {
    firstTriangle[t] = t;
    endTriangle[t] = t + 1;
  }
  arena.steepTables.fill(-1).set(STEEP.tables);
  calls.sortNodes();
  return { arena, calls };
}

const minus = (a: readonly number[], b: readonly number[]) => [0, 1, 2].map((k) => a[k] - b[k]);
const cross = (a: number[], b: number[]) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/** Edges u, v at the beginning and p, q at the end, and the longest of all six. */
function measure(from: readonly (readonly number[])[], to: readonly (readonly number[])[]) {
  const [u, v, p, q] = [minus(from[1], from[0]), minus(from[2], from[0]), minus(to[1], to[0]), minus(to[2], to[0])];
  const longest = Math.max(...[u, v, minus(v, u), p, q, minus(q, p)].map((edge) => Math.hypot(...edge)));
  const mean = [0, 1, 2].map((k) => (cross(u, q)[k] + cross(p, v)[k]) / 2);
  return { normals: [cross(u, v), mean, cross(p, q)], longest };
}

/** Triangles of all shapes, slivers among them, that turn, shear, shrink and grow; the least altitude of one of the three normals is the reach over any cosine, or one where the next table begins. */
function fill({ positions, nextPositions }: Room['arena'], reach: number, seed: number): void {
  const random = new RandomPoints(seed);
  for (let t = 0; t < TRIANGLES; t++) {
    const from: number[][] = [0, 1, 2].map(() => [...random.inCube()]);
    if (random.below(4) === 0) {
      const thin = 2 ** -(2 + random.below(26));
      from[2] = from[0].map((x, k) => x + (3 * random.random() - 1) * (from[1][k] - x) + thin * from[2][k]);
    }
    const motion = [0, 2 ** -20, 0.1, 0.5, 1, 4][random.below(6)];
    const shear = random.below(2) === 0 ? random.inCube() : null;
    const growth = random.below(8) === 0 ? 3 : 1;
    const to = from.map((point, i) => {
      const away = shear === null ? random.inCube() : shear.map((x) => (i - 1) * x);
      return point.map((x, k) => growth * (x + motion * away[k]));
    });
    const { normals, longest } = measure(from, to);
    const near = (random.below(LEVELS) + 1) / LEVELS + 5e-4 + 1e-5 * (random.random() - 0.5);
    const cosine = random.below(2) === 0 ? near : 1.1 * random.random();
    const scale = ((reach / (cosine + 1e-9)) * longest) / Math.hypot(...normals[random.below(3)]);
    const offset = random.below(4) === 0 ? random.inCube().map((x) => 1e5 * x) : [0, 0, 0];
    const finite = Number.isFinite(scale) ? scale : 1;
    for (let i = 0; i < 9; i++) {
      positions[9 * t + i] = finite * (from[Math.floor(i / 3)][i % 3] + offset[i % 3]);
      nextPositions[9 * t + i] = finite * (to[Math.floor(i / 3)][i % 3] + offset[i % 3]);
    }
  }
}

/** Direction bits of triangles, how many of them see altitudes that need not exceed the reach at all times by half of what is left, in doubles; and triangles of which any are seen. */
function check({ arena, calls }: Room, seed: number): { bits: number; wrong: number; seen: number } {
  const reach = [1, 0.3, 2 ** -40, 2 ** 40][seed % 4];
  const { positions, nextPositions, marginMasks } = arena;
  fill(arena, reach, seed);
  calls.refitMarginMasks(reach);
  const { components } = STEEP;
  let bits = 0;
  let wrong = 0;
  let seen = 0;
  for (let t = 0; t < TRIANGLES; t++) {
    if (marginMasks[t] === 0) continue;
    seen++;
    const cornersOf = (at: Float64Array) => [0, 3, 6].map((i) => [...at.subarray(9 * t + i, 9 * t + i + 3)]);
    const { normals, longest } = measure(cornersOf(positions), cornersOf(nextPositions));
    for (let d = 0; d < components.length / 3; d++) {
      if (((marginMasks[t] >> d) & 1) === 0) continue;
      bits++;
      const direction = [0, 1, 2].map((k) => components[3 * d + k]);
      const sees = (normal: number[]) => {
        const dot = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
        return dot / Math.hypot(...direction) > reach * longest + 1.3e-4 * Math.hypot(...normal);
      };
      if (!normals.every(sees)) wrong++;
    }
  }
  return { bits, wrong, seen };
}

describe('directions of altitudes over a step, by the kernel', () => {
  it('see all altitudes above the reach at all times, of many triangles', () => {
    const room = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    let all = 0;
    let seen = 0;
    for (let seed = 700; seed < 716; seed++) {
      const checked = check(room, seed);
      expect(checked.wrong, `seed ${seed}`).toBe(0);
      all += checked.bits;
      seen += checked.seen;
    }
    expect(all).toBeGreaterThan(20_000);
    expect(seen).toBeGreaterThan(5_000);
  });

  it.each([
    ['normals', 'f32x4.splat(SHARE_OF_LENGTHS)', 'f32x4.splat(0)'],
    [
      'the normal of the middle',
      'masksAlong(f32x4.mul(half, mx), f32x4.mul(half, my), f32x4.mul(half, mz), level)',
      'four',
    ],
    ['half of it', 'f32x4.splat(0.5)', 'f32x4.splat(1)'],
    ['edges of the end', 'const first = f32x4.max(uu, pp);', 'const first = uu;'],
    ['the third edge', 'f32x4.max(f32x4.max(first, second), third)', 'f32x4.max(first, second)'],
    ['tables', 'const steep = v128.and(known,', 'const steep = v128.or(known,'],
    ['altitudes left out', 'v128.and(i32x4.shl(i32x4.trunc_sat_f32x4_s(level), 2), steep)', 'i32x4.splat(0)'],
  ] as const)(
    'without their bound are wrong: %s (control)',
    async (_what, bound, none) => {
      let replaced = 0;
      const change = (text: string) => {
        if (!text.includes('function masksAlong')) return text;
        replaced += text.includes(bound) ? 1 : 0;
        return text.replace(bound, none).replaceAll('f32x4.splat(1e-30)', 'f32x4.splat(0)');
      };
      const room = createRoom(await compileKernel(change, []));
      let wrong = 0;
      for (let seed = 700; seed < 732 && wrong === 0; seed++) wrong = check(room, seed).wrong;
      expect({ replaced, isWrong: wrong > 0 }).toEqual({ replaced: 1, isWrong: true });
    },
    240_000,
  );
});
