import { readFileSync } from 'node:fs';
import { segmentMeetsTriangle, trianglesMeet } from 'selfcollide/predicates';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileKernel, KERNELS, kernelModule } from '../../../../scripts/build-kernel.mjs';
import { createDirectionSet } from '../../src/bounds/direction-set.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { nudged, RandomPoints } from '../predicates/random.ts';
import { createKernelRoom, type KernelRoom } from './kernel-room.ts';

const TRIANGLES = 4096;

/** Memory for so many triangles without common vertices, the next pairs of them, and a kernel at work there. */
function createRoom(binary: Uint8Array): KernelRoom<ReturnType<typeof fields>> {
  const room = createKernelRoom(binary, fields(), {
    vertexCount: 3 * TRIANGLES,
    triangleCount: TRIANGLES,
    capacity: TRIANGLES,
  });
  const { triangles, cellMasks, ownedEdges } = room.arena;
  triangles.forEach((_, i) => {
    triangles[i] = i;
  });
  cellMasks.set(createDirectionSet(31).cellMasks);
  ownedEdges.fill(7);
  return room;
}

function fields() {
  return {
    positions: ['float64', 9 * TRIANGLES],
    triangles: ['uint32', 3 * TRIANGLES],
    pairs: ['uint32', TRIANGLES],
    // and one that is copied with the last
    pairNeighbours: ['uint32', TRIANGLES + 2],
    lanes: ['int32', 4 * 18],
    ownedEdges: ['uint8', TRIANGLES],
    // four a pair
    contactHalfEdges: ['uint32', 2 * TRIANGLES + 1],
    contactTriangles: ['uint32', 2 * TRIANGLES + 1],
    masks: ['int32', 0],
    triangleMasks: ['int32', TRIANGLES],
    cellMasks: ['int32', 32 ** 3],
  } as const;
}

/** Products of three differences overflow floats from about 2⁴² on, products of two from 2⁶³ on. */
const SCALES = [1, 2 ** -40, 2 ** 40, 2 ** -90, 2 ** 43, 2 ** 45, 2 ** 62, 2 ** 63, 2 ** 70, 2 ** -200, 2 ** 250];

/** Triangles two by two: crossing, touching, in one plane or nearly, flat, of all sizes, near the origin and not. */
function fill(positions: Float64Array, seed: number): void {
  const random = new RandomPoints(seed);
  for (let pair = 0; pair < TRIANGLES / 2; pair++) {
    const scale = SCALES[random.below(SCALES.length)];
    const plane = [random.inCube(), random.inCube(), random.inCube()];
    const offset: Point = random.below(3) === 0 ? (random.inCube().map((x) => 1e6 * x) as unknown as Point) : [0, 0, 0];
    const kind = random.below(4);
    const corner = (): Point =>
      kind === 0
        ? random.inCube()
        : kind === 1
          ? random.onLattice(3)
          : kind === 2
            ? random.nearPlane(plane, 3)
            : [0, 0, 0];
    const corners = Array.from({ length: 6 }, corner);
    if (kind === 3) {
      // a corner of the second within a few roundings of a point of the first
      for (let i = 0; i < 6; i++) corners[i] = random.inCube();
      const [u, v] = [Math.abs(random.inCube()[0]), Math.abs(random.inCube()[1])].map((x) => x / 2);
      const at = [0, 1, 2].map((k) => (1 - u - v) * corners[0][k] + u * corners[1][k] + v * corners[2][k]);
      corners[3] = at.map((x) => nudged(x, random.below(5) - 2)) as unknown as Point;
    }
    const away = kind === 0 && random.below(2) === 0 ? random.inCube().map((x) => 3 * x) : [0, 0, 0];
    corners.forEach((point, i) => {
      for (let k = 0; k < 3; k++) {
        positions[18 * pair + 3 * i + k] = scale * (point[k] + (i < 3 ? 0 : away[k]) + offset[k]);
      }
    });
  }
}

const at = (positions: Float64Array, vertex: number): Point => [
  positions[3 * vertex],
  positions[3 * vertex + 1],
  positions[3 * vertex + 2],
];

/**
 * Triangles in one plane, a corner of the first on an edge of the second that lies exactly across the way between them: only rounding tells which comes
 * first.
 */
function touchAcrossWay(positions: Float64Array, at: number, random: RandomPoints): void {
  const m = random.inCube().map((x) => Math.round(2 ** 27 * x));
  const r = [random.below(7) - 3, random.below(7) - 3, 1];
  const n = [m[1] * r[2] - m[2] * r[1], m[2] * r[0] - m[0] * r[2], m[0] * r[1] - m[1] * r[0]];
  const point = (alongEdge: number, across: number) => m.map((x, k) => alongEdge * x + across * n[k]);
  positions.set([point(1, 0), point(1, 1), point(-2, 1), point(0, -1), point(-3, 0), point(3, 0)].flat(), at);
}

function fillPairs({ positions, pairs }: ReturnType<typeof createRoom>['arena'], seed: number): void {
  const random = new RandomPoints(seed);
  fill(positions, seed);
  for (let i = 0; i < TRIANGLES; i++) {
    pairs[i] = i;
    if (i % 16 === 0) touchAcrossWay(positions, 9 * i, random);
  }
}

/** Pairs that the sieve dropped, and how many of them meet. */
function siftPairs({ arena, calls }: ReturnType<typeof createRoom>, seed: number): { dropped: number; wrong: number } {
  const { positions, pairs } = arena;
  fillPairs(arena, seed);
  const kept = new Set(pairs.subarray(0, 2 * calls.keepPairs(TRIANGLES / 2, 0)));
  let dropped = 0;
  let wrong = 0;
  for (let s = 0; s < TRIANGLES; s += 2) {
    if (kept.has(s)) continue;
    dropped++;
    const v = 3 * s;
    if (trianglesMeet(positions, v, v + 1, v + 2, v + 3, v + 4, v + 5)) wrong++;
  }
  return { dropped, wrong };
}

/** Contacts that the sieve was sure of, and of how many pairs that it decided they are not all or not true. */
function decidePairs({ arena, calls }: ReturnType<typeof createRoom>, seed: number): { sure: number; wrong: number } {
  const { positions, pairs, contactHalfEdges, contactTriangles } = arena;
  fillPairs(arena, seed);
  const kept = new Set(pairs.subarray(0, 2 * calls.keepPairs(TRIANGLES / 2, 1)));
  const sure = calls.sureContacts();
  const found = new Set<number>();
  for (let i = 0; i < sure; i++) {
    const h = contactHalfEdges[i];
    // the other triangle of the pair
    if (contactTriangles[i] === (Math.floor(h / 3) ^ 1)) found.add(h);
    else return { sure, wrong: 1 };
  }
  let wrong = found.size === sure ? 0 : 1;
  for (let s = 0; s < TRIANGLES; s += 2) {
    if (kept.has(s)) continue;
    const isTrue = [0, 1, 2, 3, 4, 5].every((edge) => {
      const h = 3 * s + edge;
      const t = 3 * (Math.floor(h / 3) ^ 1);
      const end = edge % 3 === 2 ? h - 2 : h + 1;
      return segmentMeetsTriangle(positions, h, end, t, t + 1, t + 2) === found.has(h);
    });
    if (!isTrue) wrong++;
  }
  return { sure, wrong };
}

/**
 * Triangles a b v and c d v, v = 0, with c on the way from v to a and the plane of the sieve exactly along it: only rounding tells sides, and
 * whole numbers of more than 24 bits are rounded differently for a = 3m and c = m.
 */
function touchAlongEdge(positions: Float64Array, at: number, random: RandomPoints): void {
  const m = random.inCube().map((x) => Math.round(2 ** 27 * x));
  const r = [random.below(7) - 3, random.below(7) - 3, 1];
  const e = [m[1] * r[2] - m[2] * r[1], m[2] * r[0] - m[0] * r[2], m[0] * r[1] - m[1] * r[0]];
  const points = [m.map((x) => 3 * x), e.map((x) => -x), [0, 0, 0], m, m.map((x, k) => 2 * x + e[k])];
  positions.set(points.flat(), at);
}

/** The same for triangles that share their last corner. */
function siftNeighbours(
  { arena, calls }: ReturnType<typeof createRoom>,
  seed: number,
): { dropped: number; wrong: number } {
  const { positions, pairNeighbours: neighbours } = arena;
  const random = new RandomPoints(seed);
  fill(positions, seed);
  for (let s = 0; s < TRIANGLES; s += 2) {
    if (s % 8 === 0) touchAlongEdge(positions, 9 * s, random);
    positions.copyWithin(9 * s + 15, 9 * s + 6, 9 * s + 9);
    neighbours[s] = 3 * s;
    neighbours[s + 1] = 3 * s + 3;
  }
  const kept = new Set(neighbours.subarray(0, 2 * calls.keepNeighbours(TRIANGLES / 2)));
  let dropped = 0;
  let wrong = 0;
  for (let s = 0; s < TRIANGLES; s += 2) {
    if (kept.has(3 * s)) continue;
    dropped++;
    const [a, b, v, c, d] = [3 * s, 3 * s + 1, 3 * s + 2, 3 * s + 3, 3 * s + 4];
    if (segmentMeetsTriangle(positions, a, b, v, c, d) || segmentMeetsTriangle(positions, c, d, v, a, b)) wrong++;
  }
  return { dropped, wrong };
}

/** Direction bits of the kernel, and how many of them face their triangle by less than half of what they should, in doubles. */
function checkMasks({ arena, calls }: ReturnType<typeof createRoom>, seed: number): { bits: number; wrong: number } {
  const { positions, triangleMasks } = arena;
  fill(positions, seed);
  calls.refitMasks();
  const { components, count } = createDirectionSet(31);
  let bits = 0;
  let wrong = 0;
  for (let t = 0; t < TRIANGLES; t++) {
    const [a, b, c] = [0, 1, 2].map((i) => at(positions, 3 * t + i));
    // sizes that neither overflow nor vanish
    const size = Math.max(...[0, 1, 2].flatMap((k) => [Math.abs(b[k] - a[k]), Math.abs(c[k] - a[k])])) || 1;
    const [ux, uy, uz] = [0, 1, 2].map((k) => (b[k] - a[k]) / size);
    const [vx, vy, vz] = [0, 1, 2].map((k) => (c[k] - a[k]) / size);
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

describe('the kernel', () => {
  let binary: Uint8Array;
  beforeAll(async () => {
    binary = await compileKernel();
  }, 240_000);

  it('is what its sources give', async () => {
    expect(kernelModule(binary)).toBe(readFileSync(KERNELS.mesh.output, 'utf8'));
    for (const other of [KERNELS.dops, KERNELS.tets]) {
      const bytes = await compileKernel(undefined, undefined, other);
      expect(kernelModule(bytes, other)).toBe(readFileSync(other.output, 'utf8'));
    }
  }, 240_000);

  it('drops no pair of triangles that meet', () => {
    const room = createRoom(binary);
    let all = 0;
    for (let seed = 0; seed < 12; seed++) {
      const { dropped, wrong } = siftPairs(room, seed);
      all += dropped;
      expect(wrong, `seed ${seed}`).toBe(0);
    }
    expect(all).toBeGreaterThan(2500);
  });

  it('is sure of contacts only that are there, and then of all of the pair', () => {
    const room = createRoom(binary);
    let all = 0;
    for (let seed = 0; seed < 12; seed++) {
      const { sure, wrong } = decidePairs(room, seed);
      all += sure;
      expect(wrong, `seed ${seed}`).toBe(0);
    }
    expect(all).toBeGreaterThan(300);
  });

  it('decides pairs behind the last four as it does others', () => {
    const { arena, calls } = createRoom(binary);
    const decide = (count: number) => {
      fillPairs(arena, 7);
      const kept = calls.keepPairs(count, 1);
      return {
        kept: [...arena.pairs.subarray(0, 2 * kept)],
        contacts: [...arena.contactHalfEdges.subarray(0, calls.sureContacts())],
      };
    };
    const all = decide(TRIANGLES / 2);
    expect(all.contacts.length).toBeGreaterThan(20);
    for (let count = 0; count < 80; count++) {
      const first = (triangle: number) => triangle < 2 * count;
      const wanted = { kept: all.kept.filter(first), contacts: all.contacts.filter((h) => first(Math.floor(h / 3))) };
      expect(decide(count), `${count} pairs`).toEqual(wanted);
    }
  });

  it('finds all four contacts of triangles whose edges meet in two points', () => {
    const { arena, calls } = createRoom(binary);
    const { positions, pairs, contactHalfEdges, contactTriangles } = arena;
    const corners = [
      [0, 0, 0],
      [0, 1, 1],
      [1, 0, 1],
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ].flat();
    for (let i = 0; i < TRIANGLES; i++) pairs[i] = i;
    for (let at = 0; at < positions.length; at += 18) positions.set(corners, at);
    const count = TRIANGLES / 2;
    expect(calls.keepPairs(count, 1)).toBe(0);
    const sure = calls.sureContacts();
    expect(sure).toBe(4 * count);
    const found = new Set(contactHalfEdges.subarray(0, sure));
    expect(found.size).toBe(sure);
    found.forEach((h) => {
      expect([0, 2]).toContain(h % 3);
    });
    contactTriangles.subarray(0, sure).forEach((t, i) => {
      expect(t).toBe(Math.floor(contactHalfEdges[i] / 3) ^ 1);
    });
  });

  it('drops no neighbours that meet beyond their common vertex', () => {
    const room = createRoom(binary);
    let all = 0;
    for (let seed = 100; seed < 112; seed++) {
      const { dropped, wrong } = siftNeighbours(room, seed);
      all += dropped;
      expect(wrong, `seed ${seed}`).toBe(0);
    }
    expect(all).toBeGreaterThan(1800);
  });

  it('names no direction that a triangle does not face', () => {
    const room = createRoom(binary);
    let all = 0;
    for (let seed = 200; seed < 206; seed++) {
      const { bits, wrong } = checkMasks(room, seed);
      all += bits;
      expect(wrong, `seed ${seed}`).toBe(0);
    }
    expect(all).toBeGreaterThan(50_000);
  });

  it('without bounds that overflow first is wrong (control)', async () => {
    const change = (text: string) =>
      text.replace('f32x4.splat(32)', 'f32x4.splat(1e-9)').replace('FACTOR / 32', 'FACTOR * 1e9');
    const room = createRoom(await compileKernel(change, []));
    let wrong = 0;
    for (let seed = 0; seed < 48 && wrong === 0; seed++) wrong = siftPairs(room, seed).wrong;
    expect(wrong).toBeGreaterThan(0);
  }, 240_000);

  it.each([
    ['planes and turns of pairs', /1\.0 \/ 65536\.0/, siftPairs, 0],
    ['contacts of pairs', /1\.0 \/ 65536\.0/, decidePairs, 0],
    ['gaps between pairs', /1\.0 \/ 1048576\.0/, siftPairs, 0],
    ['sides and gaps of neighbours', /1\.0 \/ 262144\.0/, siftNeighbours, 100],
    ['turns of neighbours', /1\.0 \/ 65536\.0/, siftNeighbours, 100],
    ['normals', /1\.0 \/ 131072\.0/, checkMasks, 200],
  ] as const)(
    'without error bounds is wrong: %s (control)',
    async (_what, bound, check, from) => {
      const change = (text: string) =>
        text
          .replace(bound, '0.0')
          .replace(/const LEAST: f32 = 1e-30/, 'const LEAST: f32 = 0')
          .replace('f32x4.splat(1e-30)', 'f32x4.splat(0)');
      const room = createRoom(await compileKernel(change, []));
      let wrong = 0;
      for (let seed = from; seed < from + 24 && wrong === 0; seed++) wrong = check(room, seed).wrong;
      expect(wrong).toBeGreaterThan(0);
    },
    240_000,
  );
});
