import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { createDirectionSet } from '../../src/bounds/direction-set.ts';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import { PLACES } from '../../src/pose/place-range.ts';
import { RandomPoints } from '../predicates/random.ts';
import { createKernelRoom } from './kernel-room.ts';

const TRIANGLES = 4001;

const FIELDS = {
  positions: ['float64', 9 * TRIANGLES],
  triangles: ['uint32', 3 * TRIANGLES],
  places: ['int32', 12 * TRIANGLES],
  masks: ['int32', 1],
  triangleMasks: ['int32', TRIANGLES],
  cellMasks: ['int32', 32 ** 3],
} as const;

const DIRECTIONS = createDirectionSet(31);

function createRoom(binary: Uint8Array) {
  const { arena, calls } = createKernelRoom(binary, FIELDS, {
    vertexCount: 3 * TRIANGLES,
    triangleCount: TRIANGLES,
    nodeCount: 1,
  });
  const { triangles, cellMasks } = arena;
  for (let i = 0; i < triangles.length; i++) triangles[i] = i;
  cellMasks.set(DIRECTIONS.cellMasks);
  return { arena, calls };
}

/** Triangles of sizes down to few places, slivers among them, and some square to an axis. Coordinates are multiples of 2⁻⁴⁵ below 1, so differences are exact. */
function fill(positions: Float64Array, seed: number): void {
  const random = new RandomPoints(seed);
  const whole = (x: number) => Math.round(x * 2 ** 45) * 2 ** -45;
  for (let t = 0; t < TRIANGLES; t++) {
    const size = 2 ** -(3 + random.below(25));
    const thin = 2 ** -random.below(16);
    const flat = random.below(8) === 0 ? random.below(3) : -1;
    const start = random.inCube().map((x) => 0.5 + x / 8);
    const u = random.inCube().map((x, k) => (k === flat ? 0 : size * x));
    const w = random.inCube().map((x, k) => (k === flat ? 0 : size * x));
    for (let k = 0; k < 3; k++) {
      positions[9 * t + k] = whole(start[k]);
      positions[9 * t + 3 + k] = whole(start[k] + u[k]);
      positions[9 * t + 6 + k] = whole(start[k] + u[k] + thin * w[k]);
    }
  }
}

/** Bits that floats of places gave, and how many of them face their triangle by less than half of what they should, in doubles. */
function check({ arena, calls }: ReturnType<typeof createRoom>, seed: number): { bits: number; wrong: number } {
  const { positions, triangleMasks } = arena;
  fill(positions, seed);
  calls.writeLinearPlaces(0, 0, 0, PLACES);
  calls.refitPlaceMasks();
  const { components, count } = DIRECTIONS;
  let bits = 0;
  let wrong = 0;
  for (let t = 0; t < TRIANGLES; t++) {
    const edge = (corner: number, k: number) => positions[9 * t + 3 * corner + k] - positions[9 * t + k];
    const [ux, uy, uz] = [0, 1, 2].map((k) => edge(1, k));
    const [vx, vy, vz] = [0, 1, 2].map((k) => edge(2, k));
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let d = 0; d < count; d++) {
      if (((triangleMasks[t] >> d) & 1) === 0) continue;
      bits++;
      const direction = [0, 1, 2].map((k) => components[3 * d + k]);
      const dot = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
      if (!(dot > 0.5e-3 * Math.hypot(...normal) * Math.hypot(...direction))) wrong++;
    }
  }
  return { bits, wrong };
}

describe('direction masks from places', () => {
  it('have only directions that face their triangle, and nearly all that others find', () => {
    const room = createRoom(Buffer.from(KERNEL_HEX, 'hex'));
    for (let seed = 0; seed < 24; seed++) {
      const { bits, wrong } = check(room, seed);
      expect(wrong, `seed ${seed}`).toBe(0);
      room.calls.refitMasks();
      let others = 0;
      for (const mask of room.arena.triangleMasks) for (let m = mask; m !== 0; m &= m - 1) others++;
      expect(Math.abs(bits / others - 1)).toBeLessThan(0.001);
    }
  }, 240_000);

  it.each([
    ['without room for what places hide', '<f32>268435456.0', '0'],
    ['with cells up to the very last', '<f32>(16.0 - 1.0 / 131072.0)', '<f32>16.0'],
    ['with whole numbers that lose a bit below 0', '12582912.0', '8388608.0'],
  ])(
    'control: %s they are wrong',
    async (_what, from, to) => {
      let changed = 0;
      const binary = await compileKernel((text: string) => {
        if (text.includes(from)) changed++;
        return text.replace(from, to);
      }, []);
      expect(changed).toBe(1);
      const room = createRoom(binary);
      let wrong = 0;
      for (let seed = 0; seed < 24 && wrong === 0; seed++) wrong = check(room, seed).wrong;
      expect(wrong).toBeGreaterThan(0);
    },
    240_000,
  );
});
