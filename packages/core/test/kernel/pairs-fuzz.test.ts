import { segmentMeetsTriangle, trianglesMeet } from 'selfcollide/predicates';
import { expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { LANES } from '../../src/kernel/layout-mesh.ts';
import { createKernelRoom } from './kernel-room.ts';

/** `npm run fuzz -- --kernel N` asks for more, and for other seeds. */
const PAIRS = Number(process.env.FUZZ_KERNEL ?? 200_000);
const SEED = Number(process.env.FUZZ_SEED ?? 0);
const TRIANGLES = 4096;
/** A million take 4 s on one core, many times that where other work has it. */
const LIMIT = 240_000 + PAIRS / 2;

const SCALES = [1, 1, 1, 2 ** -40, 2 ** 40, 2 ** 43, 2 ** 45, 2 ** 62, 2 ** 63, 2 ** -90, 2 ** 70, 2 ** -200, 2 ** 250];

/** Numbers between −1 and 1 with 53 bits, fast: most of a long run is spent here and in exact predicates. */
class Numbers {
  #x: number;
  #y = 362436069;
  #z = 521288629;
  #w = 88675123;

  constructor(seed: number) {
    this.#x = ((seed + 1) * 2654435761) >>> 0 || 1;
  }

  word(): number {
    const t = this.#x ^ (this.#x << 11);
    this.#x = this.#y;
    this.#y = this.#z;
    this.#z = this.#w;
    this.#w = (this.#w ^ (this.#w >>> 19) ^ t ^ (t >>> 8)) >>> 0;
    return this.#w;
  }

  next(): number {
    return this.word() / 2 ** 31 - 1 + (this.word() & 0x1fffff) * 2 ** -53;
  }

  /** 2⁰ … 2^(1 − most). */
  small(most: number): number {
    return 2 ** -(this.word() % most);
  }
}

/**
 * Six corners: anywhere, on a lattice, near a plane, a corner near a triangle, a small triangle through a large one, two that nearly coincide, edges
 * with all ends but perhaps one at the same x, y or z.
 */
function writePair(p: Float64Array, at: number, numbers: Numbers): void {
  const kind = numbers.word() % 7;
  for (let i = 0; i < 18; i++) p[at + i] = kind === 1 ? (numbers.word() % 5) - 2 : numbers.next();
  if (kind === 2) {
    for (let i = 0; i < 18; i += 3)
      p[at + i + 2] = 0.3 * p[at + i] - 0.7 * p[at + i + 1] + numbers.small(60) * numbers.next();
  } else if (kind === 3) {
    const u = Math.abs(numbers.next()) / 2;
    const v = Math.abs(numbers.next()) / 2;
    const off = 2 ** -20 * numbers.small(36);
    for (let k = 0; k < 3; k++) {
      p[at + 9 + k] = (1 - u - v) * p[at + k] + u * p[at + 3 + k] + v * p[at + 6 + k] + off * numbers.next();
    }
  } else if (kind === 4) {
    const size = numbers.small(40);
    for (let i = 0; i < 9; i++) {
      const k = i % 3;
      p[at + 9 + i] = (p[at + k] + p[at + 3 + k] + p[at + 6 + k]) / 3 + size * p[at + 9 + i];
    }
  } else if (kind === 5) {
    const off = 2 ** -12 * numbers.small(20);
    for (let i = 0; i < 9; i++) p[at + 9 + i] = p[at + ((i + 3) % 9)] + off * p[at + 9 + i];
  } else if (kind === 6) {
    const axis = numbers.word() % 3;
    const other = numbers.word() % 8;
    for (const [i, corner] of [numbers.word() % 3, numbers.word() % 3, 3, 4].entries()) {
      p[at + 3 * corner + axis] = i === other ? p[at + axis] + 2 ** -20 * numbers.small(32) : p[at + axis];
    }
  }
  const scale = SCALES[numbers.word() % SCALES.length];
  const away = numbers.word() % 3 === 0 ? 1e6 : 0;
  const offset = [away * numbers.next(), away * numbers.next(), away * numbers.next()];
  for (let i = 0; i < 18; i++) p[at + i] = scale * (p[at + i] + offset[i % 3]);
}

function createRoom(binary: Uint8Array) {
  const fields = {
    positions: ['float64', 9 * TRIANGLES],
    triangles: ['uint32', 3 * TRIANGLES],
    pairs: ['uint32', TRIANGLES + 2],
    pairNeighbours: ['uint32', TRIANGLES + 2, 'pairs'],
    lanes: ['int32', 4 * LANES],
    ownedEdges: ['uint8', TRIANGLES],
    contactHalfEdges: ['uint32', 2 * TRIANGLES + 1],
    contactTriangles: ['uint32', 2 * TRIANGLES + 1],
  } as const;
  const counts = { vertexCount: 3 * TRIANGLES, triangleCount: TRIANGLES, capacity: TRIANGLES };
  const { arena, calls } = createKernelRoom(binary, fields, counts);
  const { triangles, ownedEdges } = arena;
  for (let i = 0; i < triangles.length; i++) triangles[i] = i;
  ownedEdges.fill(7);
  return { arena, calls };
}

/** Decides TRIANGLES / 2 pairs, then as many that share a vertex; what it dropped, was sure of, and got wrong. */
function decide({ arena, calls }: ReturnType<typeof createRoom>, numbers: Numbers) {
  const { positions: p, pairs, contactHalfEdges, contactTriangles } = arena;
  const undecided = new Uint8Array(TRIANGLES);
  const found = new Uint8Array(3 * TRIANGLES);
  let decided = 0;
  let wrong = 0;
  for (let s = 0; s < TRIANGLES; s++) {
    if (s % 2 === 0) writePair(p, 9 * s, numbers);
    pairs[s] = s;
  }
  const kept = calls.keepPairs(TRIANGLES / 2, 1);
  const sure = calls.sureContacts();
  for (let i = 0; i < kept; i++) undecided[pairs[2 * i]] = 1;
  for (let i = 0; i < sure; i++) {
    found[contactHalfEdges[i]]++;
    if (contactTriangles[i] !== (Math.floor(contactHalfEdges[i] / 3) ^ 1)) wrong++;
  }
  for (let s = 0; s < TRIANGLES; s += 2) {
    if (undecided[s] === 1) continue;
    decided++;
    const v = 3 * s;
    if (found.subarray(v, v + 6).every((count) => count === 0)) {
      if (trianglesMeet(p, v, v + 1, v + 2, v + 3, v + 4, v + 5)) wrong++;
      continue;
    }
    for (let h = v; h < v + 6; h++) {
      const t = h < v + 3 ? v + 3 : v;
      if (Number(segmentMeetsTriangle(p, h, h % 3 === 2 ? h - 2 : h + 1, t, t + 1, t + 2)) !== found[h]) wrong++;
    }
  }
  undecided.fill(0);
  for (let s = 0; s < TRIANGLES; s += 2) {
    p.copyWithin(9 * s + 15, 9 * s + 6, 9 * s + 9);
    pairs[s] = 3 * s;
    pairs[s + 1] = 3 * s + 3;
  }
  const keptNeighbours = calls.keepNeighbours(TRIANGLES / 2);
  for (let i = 0; i < keptNeighbours; i++) undecided[Math.floor(pairs[2 * i] / 3)] = 1;
  for (let s = 0; s < TRIANGLES; s += 2) {
    if (undecided[s] === 1) continue;
    decided++;
    const v = 3 * s;
    if (segmentMeetsTriangle(p, v, v + 1, v + 2, v + 3, v + 4)) wrong++;
    if (segmentMeetsTriangle(p, v + 3, v + 4, v + 2, v, v + 1)) wrong++;
  }
  return { decided, sure, wrong };
}

it(
  'decides random pairs and neighbours as exact arithmetic does',
  async () => {
    const room = createRoom(await compileKernel());
    const numbers = new Numbers(SEED);
    let decided = 0;
    let sure = 0;
    for (let done = 0; done < PAIRS; done += TRIANGLES) {
      const found = decide(room, numbers);
      expect(found.wrong, `seed ${SEED}, after ${done} pairs`).toBe(0);
      decided += found.decided;
      sure += found.sure;
    }
    if (process.env.FUZZ_KERNEL !== undefined) console.log(`${PAIRS} pairs: ${decided} decided, ${sure} contacts`);
    expect(decided).toBeGreaterThan(PAIRS / 12);
    expect(sure).toBeGreaterThan(PAIRS / 100);
  },
  LIMIT,
);

it.each([
  [
    'without bounds',
    (text: string) =>
      text.replace(/1\.0 \/ 65536\.0/, '0.0').replace(/const LEAST: f32 = 1e-30/, 'const LEAST: f32 = 0'),
  ],
  ['if it takes turns near 0 for 0', (text: string) => text.replace('return v128.any_true(same)', 'return true')],
  [
    'if it asks three of four ends',
    (text: string) =>
      text.replace(
        /, v128\.and\(f64x2\.eq\(xy, v128\.load\(c\)\), f64x2\.eq\(xy, v128\.load\(d\)\)\)/,
        ', f64x2.eq(xy, v128.load(c))',
      ),
  ],
])(
  'is wrong %s (control)',
  async (_how, change) => {
    const sources: string[] = [];
    const noted = (text: string) => {
      const changed = change(text);
      if (changed !== text) sources.push(changed);
      return changed;
    };
    const room = createRoom(await compileKernel(noted, []));
    expect(sources).not.toHaveLength(0);
    const numbers = new Numbers(SEED);
    let wrong = 0;
    for (let round = 0; round < 50 && wrong === 0; round++) wrong = decide(room, numbers).wrong;
    expect(wrong).toBeGreaterThan(0);
  },
  240_000,
);
