import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { createDirectionSet } from '../../src/bounds/direction-set.ts';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';
import { createKernelRoom, type KernelRoom } from './kernel-room.ts';

/** Not a multiple of four: the last ones are worked out one by one. */
const TRIANGLES = 4099;

function fields() {
  return {
    positions: ['float64', 9 * TRIANGLES],
    nextPositions: ['float64', 9 * TRIANGLES],
    triangles: ['uint32', 3 * TRIANGLES],
    lanes: ['int32', 4 * 18],
    triangleMasks: ['int32', TRIANGLES],
    endMasks: ['int32', TRIANGLES],
    stepMasks: ['int32', TRIANGLES],
    cellMasks: ['int32', 32 ** 3],
  } as const;
}

type Room = KernelRoom<ReturnType<typeof fields>>;

function createRoom(binary: Uint8Array): Room {
  const { arena, calls } = createKernelRoom(binary, fields(), {
    vertexCount: 3 * TRIANGLES,
    triangleCount: TRIANGLES,
  });
  const { triangles, cellMasks } = arena;
  for (let i = 0; i < triangles.length; i++) triangles[i] = i;
  cellMasks.set(createDirectionSet(31).cellMasks);
  return { arena, calls };
}

const SCALES = [1, 1, 1, 2 ** -40, 2 ** 40, 2 ** -70, 2 ** -200, 2 ** 250];
/** Of the motion, in sizes of the triangle: at rest, so small that no mixed normal is needed, about where one is, a tumble. */
const MOTIONS = [0, 1e-9, 1e-3, 0.02, 0.05, 0.3, 1, 3];

/** Triangles at both ends: of all sizes and shapes, slivers and lattice points among them, far from the origin or not; sheared, turned or scattered. */
function fill({ positions, nextPositions }: Room['arena'], seed: number): void {
  const random = new RandomPoints(seed);
  for (let t = 0; t < TRIANGLES; t++) {
    const scale = SCALES[random.below(SCALES.length)];
    const motion = MOTIONS[random.below(MOTIONS.length)];
    const offset = random.below(3) === 0 ? random.inCube().map((x) => 1e6 * x) : [0, 0, 0];
    const corners = [0, 1, 2].map(() => (random.below(4) === 0 ? random.onLattice(2) : random.inCube()));
    if (random.below(3) === 0) {
      // a sliver: the third corner comes close to the first edge
      const [a, b, c] = corners;
      const thin = 2 ** -(2 + random.below(30));
      const weight = random.random();
      corners[2] = a.map((x, k) => x + weight * (b[k] - x) + thin * c[k]) as unknown as Point;
    }
    if (random.below(16) === 0) {
      // an edge so short that its square is 0 as a float, and one nearly along it that is very long
      const along = random.inCube();
      corners[0] = [0, 0, 0];
      corners[1] = along.map((x) => (2e-23 / scale) * x) as unknown as Point;
      corners[2] = along.map((x) => (1e19 / scale) * (x + 1e-5 * random.inCube()[0])) as unknown as Point;
      offset.fill(0);
    }
    // moving edges across each other makes the mixed normal differ from those of the ends
    const shear = random.below(2) === 0 ? random.inCube() : null;
    for (let i = 0; i < 3; i++) {
      const away = shear === null ? random.inCube() : shear.map((x) => (i - 1) * x);
      for (let k = 0; k < 3; k++) {
        positions[9 * t + 3 * i + k] = scale * (corners[i][k] + offset[k]);
        nextPositions[9 * t + 3 * i + k] = scale * (corners[i][k] + motion * away[k] + offset[k]);
      }
    }
  }
}

/** Edges of triangle t, in parts of the largest component at both ends. */
function edges({ positions, nextPositions }: Room['arena'], t: number) {
  const edge = (at: Float64Array, i: number) => [0, 1, 2].map((k) => at[9 * t + 3 * i + k] - at[9 * t + k]);
  const all = [edge(positions, 1), edge(positions, 2), edge(nextPositions, 1), edge(nextPositions, 2)];
  const size = Math.max(...all.flat().map(Math.abs)) || 1;
  return all.map((vector) => vector.map((x) => x / size));
}

const cross = (a: number[], b: number[]) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Direction bits of steps, how many of them do not face the normals of both ends and the mixed one, in doubles, and masks of ends that differ from those of a pose. */
function checkStep({ arena, calls }: Room, seed: number): { bits: number; wrong: number; different: number } {
  const { positions, nextPositions, triangleMasks, endMasks, stepMasks } = arena;
  fill(arena, seed);
  calls.refitMasks();
  calls.refitMovingMasks();
  const { components, count } = createDirectionSet(31);
  let bits = 0;
  let wrong = 0;
  for (let t = 0; t < TRIANGLES; t++) {
    const [u, v, p, q] = edges(arena, t);
    const [start, end, first, second] = [cross(u, v), cross(p, q), cross(u, q), cross(p, v)];
    for (let d = 0; d < count; d++) {
      if (((stepMasks[t] >> d) & 1) === 0) continue;
      bits++;
      const direction = [0, 1, 2].map((k) => components[3 * d + k]);
      const faces = (normal: number[]) =>
        dot(normal, direction) > 0.5e-3 * Math.hypot(...normal) * Math.hypot(...direction);
      const mixed = [0, 1, 2].map((k) => first[k] + second[k]);
      if (!faces(start) || !faces(end) || !(dot(mixed, direction) > 0)) wrong++;
    }
  }
  // the end becomes the pose
  const ends = endMasks.slice();
  positions.set(nextPositions);
  calls.refitMasks();
  const different = ends.reduce((sum, mask, t) => sum + (mask === triangleMasks[t] ? 0 : 1), 0);
  return { bits, wrong, different };
}

describe('directions of a step, by the kernel', () => {
  it('face a triangle at both ends and by the mixed normal; those of the end are as for a pose', () => {
    const room = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    let all = 0;
    for (let seed = 300; seed < 308; seed++) {
      const { bits, wrong, different } = checkStep(room, seed);
      all += bits;
      expect({ wrong, different }, `seed ${seed}`).toEqual({ wrong: 0, different: 0 });
    }
    expect(all).toBeGreaterThan(100_000);
  });

  it.each([
    ['mixed normals', '0.5 / 32768.0', '0.0'],
    ['the change of a normal', '0.125 / 524288.0', '1.0'],
    ['rounding of that change', '0.25 / 4096.0', '0.0'],
    ['edges whose squares vanish', 'f32x4.splat(1e-36)', 'f32x4.splat(-1)'],
    ['the mixed normal left out', 'if (calm == 0 && both != 0)', 'if (false)'],
  ] as const)(
    'without their bound are wrong: %s (control)',
    async (_what, bound, none) => {
      let replaced = 0;
      const change = (text: string) => {
        replaced += text.includes(bound) ? 1 : 0;
        return text.replace(bound, none).replaceAll('f32x4.splat(1e-30)', 'f32x4.splat(0)');
      };
      const room = createRoom(await compileKernel(change, []));
      let wrong = 0;
      for (let seed = 300; seed < 324 && wrong === 0; seed++) wrong = checkStep(room, seed).wrong;
      expect({ replaced, isWrong: wrong > 0 }).toEqual({ replaced: 1, isWrong: true });
    },
    240_000,
  );
});
