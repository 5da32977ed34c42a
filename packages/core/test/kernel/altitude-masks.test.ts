import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { createSteepDirectionSet, LEVELS, STEEP_WORDS } from '../../src/bounds/direction-set.ts';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';
import { createKernelRoom, type KernelRoom } from './kernel-room.ts';

/** Not a multiple of four: the last ones are worked out one by one. */
const TRIANGLES = 4099;
const STEEP = createSteepDirectionSet(31);

function fields() {
  return {
    positions: ['float64', 9 * TRIANGLES],
    triangles: ['uint32', 3 * TRIANGLES],
    lanes: ['int32', 4 * 18],
    rightChild: ['uint32', TRIANGLES],
    firstTriangle: ['uint32', TRIANGLES],
    endTriangle: ['uint32', TRIANGLES],
    nodeKinds: ['float64', 2 * Math.ceil(TRIANGLES / 64)],
    altitudeMasks: ['int32', TRIANGLES],
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

const REACHES = [1, 0.3, 2 ** -40, 2 ** 40, 2 ** -70, 2 ** -130, 2 ** -200, 2 ** 250];

const minus = (a: readonly number[], b: readonly number[]) => [0, 1, 2].map((k) => a[k] - b[k]);
const cross = (a: number[], b: number[]) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/** Normal and longest edge. */
function measure([a, b, c]: readonly (readonly number[])[]) {
  const [u, v] = [minus(b, a), minus(c, a)];
  return { normal: cross(u, v), longest: Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...minus(c, b))) };
}

/** Triangles of all shapes, slivers among them, whose least altitude is the reach over a cosine: any, or about where the next table begins. */
function fill({ positions }: Room['arena'], reach: number, seed: number): void {
  const random = new RandomPoints(seed);
  for (let t = 0; t < TRIANGLES; t++) {
    const corners = [0, 1, 2].map(() => (random.below(4) === 0 ? random.onLattice(2) : random.inCube()));
    if (random.below(3) === 0) {
      // a sliver: the third corner comes close to the first edge, within it or beyond
      const [a, b, c] = corners;
      const thin = 2 ** -(2 + random.below(30));
      const weight = 3 * random.random() - 1;
      corners[2] = a.map((x, k) => x + weight * (b[k] - x) + thin * c[k]) as unknown as Point;
    }
    if (random.below(16) === 0) {
      // an edge so short that its square is 0 as a float, and one nearly along it that is very long
      const along = random.inCube();
      corners[0] = [0, 0, 0];
      corners[1] = along.map((x) => 2e-23 * x) as unknown as Point;
      corners[2] = along.map((x) => 1e19 * (x + 1e-5 * random.inCube()[0])) as unknown as Point;
    }
    const { normal, longest } = measure(corners);
    const near = (random.below(LEVELS) + 1) / LEVELS + 5e-4 + 1e-5 * (random.random() - 0.5);
    const cosine = random.below(2) === 0 ? near : 1.1 * random.random();
    const scale = random.below(8) === 0 ? 1 : ((reach / (cosine + 1e-9)) * longest) / Math.hypot(...normal);
    const offset = random.below(4) === 0 ? random.inCube().map((x) => 1e5 * x) : [0, 0, 0];
    const finite = Number.isFinite(scale) ? scale : 1;
    corners.forEach((point, i) => {
      for (let k = 0; k < 3; k++) positions[9 * t + 3 * i + k] = finite * (point[k] + offset[k]);
    });
  }
}

/** Direction bits of triangles, how many of them see altitudes that do not exceed the reach by half of what is left, in doubles. */
function check({ arena, calls }: Room, seed: number): { bits: number; wrong: number } {
  const reach = REACHES[seed % REACHES.length];
  const { positions, altitudeMasks } = arena;
  fill(arena, reach, seed);
  calls.refitAltitudeMasks(reach);
  const { components } = STEEP;
  let bits = 0;
  let wrong = 0;
  for (let t = 0; t < TRIANGLES; t++) {
    if (altitudeMasks[t] === 0) continue;
    const corners = [0, 3, 6].map((i) => [...positions.subarray(9 * t + i, 9 * t + i + 3)]);
    // sizes that neither overflow nor vanish
    const size = Math.max(...[1, 2].flatMap((i) => minus(corners[i], corners[0])).map(Math.abs)) || 1;
    const { normal, longest } = measure(corners.map((corner) => minus(corner, corners[0]).map((x) => x / size)));
    for (let d = 0; d < components.length / 3; d++) {
      if (((altitudeMasks[t] >> d) & 1) === 0) continue;
      bits++;
      const direction = [0, 1, 2].map((k) => components[3 * d + k]);
      const dot = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
      const spare = 1.3e-4 * Math.hypot(...normal);
      if (!(dot / Math.hypot(...direction) > (reach / size) * longest + spare)) wrong++;
    }
  }
  return { bits, wrong };
}

describe('directions of altitudes, by the kernel', () => {
  it('see all altitudes above the reach, and are many', () => {
    const room = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    let all = 0;
    for (let seed = 500; seed < 516; seed++) {
      const { bits, wrong } = check(room, seed);
      all += bits;
      expect(wrong, `seed ${seed}`).toBe(0);
    }
    expect(all).toBeGreaterThan(100_000);
  });

  it('are joined up the tree', () => {
    const { arena, calls } = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    fill(arena, 1, 500);
    calls.refitAltitudeMasks(1);
    const [, left, right] = arena.altitudeMasks;
    arena.rightChild[0] = 2;
    calls.sortNodes();
    calls.refitAltitudeMasks(1);
    expect(arena.altitudeMasks[0]).toBe(left & right);
  });

  it.each([
    ['normals', '<f32>(1.0 / 131072.0)', '0'],
    ['cosines', '1 - 8 * 0.0005', '1 - 8 * 0.0015'],
    ['tables', 'const steep = i32x4.bitmask(f32x4.lt(level, levels));', 'const steep = 15;'],
    ['the third edge', 'f32x4.max(f32x4.max(uu, vv), ww)', 'f32x4.max(uu, vv)'],
    ['edges whose squares vanish', 'f32x4.splat(1e-36)', 'f32x4.splat(-1)'],
    ['altitudes left out', 'i32x4.shl(i32x4.trunc_sat_f32x4_s(level), 2)', 'i32x4.splat(0)'],
  ] as const)(
    'without their bound are wrong: %s (control)',
    async (_what, bound, none) => {
      let replaced = 0;
      const change = (text: string) => {
        // the bound of normals is also that of plain masks
        if (text.includes('refitMasks(): void') && bound.startsWith('<f32>')) return text;
        if (text.includes('fillStepMasks') && bound.startsWith('<f32>')) return text;
        if (text.includes('function placeMasksOf') && bound.startsWith('<f32>')) return text;
        // those of steps have a test of their own
        if (text.includes('function masksAlong')) return text;
        replaced += text.includes(bound) ? 1 : 0;
        return text.replace(bound, none).replaceAll('f32x4.splat(1e-30)', 'f32x4.splat(0)');
      };
      const room = createRoom(await compileKernel(change, []));
      let wrong = 0;
      for (let seed = 500; seed < 532 && wrong === 0; seed++) wrong = check(room, seed).wrong;
      expect({ replaced, isWrong: wrong > 0 }).toEqual({ replaced: 1, isWrong: true });
    },
    240_000,
  );
});
