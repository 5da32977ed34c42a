import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { Positions } from '../../src/mesh/triangle-mesh.ts';
import { seededRandom } from '../predicates/random.ts';
import { countPiercings } from './piercings.ts';

/** Steps of the fuzz below; `ADVANCE_STEPS=100000 npx vitest run packages/core/test/impacts/advance.test.ts` asks for more. */
const STEPS = Number(process.env.ADVANCE_STEPS ?? 3000);

type Kind = typeof Float32Array | typeof Float64Array;
const KINDS: readonly Kind[] = [Float64Array, Float32Array];

const TWO = Uint32Array.of(0, 1, 2, 3, 4, 5);

/** A triangle over another, both a little slanted. */
function twoTriangles(kind: Kind, random: () => number): Positions {
  const r = () => 0.1 * random();
  return kind.from([0, 0, 0, 4, 0, r(), 0, 4, r(), 1 + 2 * r(), 1 + 2 * r(), 0.5, 2, 1, 1.5, 1, 2, 1.5]);
}

/** Two sheets of n × n squares over each other. */
function twoSheets(kind: Kind, n: number, random: () => number): { positions: Positions; triangles: Uint32Array } {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    const first = positions.length / 3;
    for (let y = 0; y <= n; y++) {
      for (let x = 0; x <= n; x++) {
        const noise = () => 0.1 * random();
        positions.push(x + 0.31 * layer + noise(), y + 0.17 * layer + noise(), 0.5 * layer + 0.5 * noise());
      }
    }
    for (let y = 0; y < n; y++) {
      for (let x = 0; x < n; x++) {
        const a = first + y * (n + 1) + x;
        triangles.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
      }
    }
  }
  return { positions: kind.from(positions), triangles: Uint32Array.from(triangles) };
}

describe.each(KINDS)('advance, %o', (kind) => {
  it('never ends in itself under a steady push, by arithmetic in whole numbers', { timeout: 3_600_000 }, () => {
    const stops = new Map<string, number>();
    let taken = 0;
    let judged = 0;
    for (let seed = 1; taken < STEPS; seed++) {
      const random = seededRandom(seed);
      const isPair = seed % 4 !== 0;
      const mesh = isPair ? { positions: twoTriangles(kind, random), triangles: TWO } : twoSheets(kind, 2, random);
      const { triangles } = mesh;
      let x = mesh.positions;
      const detector = createDetector(mesh, seed % 3 === 0 ? { method: 'box-tree' } : {});
      const drift = [0.05 * (random() - 0.5), 0.05 * (random() - 0.5), -0.2];
      for (let step = 0; step < 40; step++) {
        const next = x.slice();
        for (let i = x.length / 2; i < x.length; i++) next[i] += drift[i % 3];
        if (step % 5 === 4) for (let i = 0; i < x.length; i++) next[i] += 0.1 * (random() - 0.5);
        const { positions, share, stop, rounds } = detector.advance(next);
        expect(positions).toBeInstanceOf(kind);
        expect(rounds).toBeLessThanOrEqual(16);
        stops.set(stop, (stops.get(stop) ?? 0) + 1);
        if (stop === 'arrived') expect(positions).toEqual(next);
        if (share === 0) expect(positions).toEqual(x);
        x = positions.slice();
        taken++;
        judged += countPiercings(x, triangles);
      }
      detector.dispose();
    }
    expect(judged).toBe(0);
    for (const stop of ['arrived', 'impact', 'no-room']) expect(stops.get(stop), stop).toBeGreaterThan(0);
    expect(stops.has('starts-in-contact')).toBe(false);
  });

  it('is needed: a share multiplied out by the caller ends in itself, and the judge sees it', () => {
    let pierced = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed);
      random();
      random();
      let x = twoTriangles(kind, random);
      const detector = createDetector({ positions: x, triangles: TWO });
      const drift = [0.05 * (random() - 0.5), 0.05 * (random() - 0.5), -0.2];
      for (let step = 0; step < 40; step++) {
        const next = x.slice();
        for (let i = 9; i < 18; i++) next[i] += drift[i % 3];
        const share = detector.collisionFreeStep(next);
        x = x.map((c, i) => c + share * (next[i] - c)) as Positions;
        detector.update(x);
        if (countPiercings(x, TWO) === 0) continue;
        pierced++;
        break;
      }
    }
    expect(pierced).toBeGreaterThan(10);
  });

  it('ends where the loop of shares went on for ever', () => {
    const x = Float64Array.from([
      0, 0, 0, 4, 0, 0.09236361971125007, 0, 4, 0.03330458793789148, 1.0132023777807686, 1.0173626195718262,
      0.031866470485032695, 1.9688687975979033, 1.0009944155891153, 1.0318664704850329, 0.9688687975979035,
      2.0009944155891146, 1.0318664704850329,
    ]);
    const detector = createDetector({ positions: x, triangles: TWO });
    const next = x.slice();
    for (let v = 3; v < 6; v++) next[3 * v + 2] -= 0.2;
    const { stop, share, ahead, rounds } = detector.advance(next);
    expect(['no-room', 'impact']).toContain(stop);
    expect(share).toBeLessThan(1);
    expect(ahead).not.toBeNull();
    expect(rounds).toBeLessThanOrEqual(16);
  });

  it('takes the pose over, writes to what it is given, and says what comes', () => {
    const x = kind.from([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 2, 1, 2, 1, 2, 2]);
    const detector = createDetector({ positions: x, triangles: TWO });
    const next = x.slice();
    next[11] = -1;
    const out = new kind(18);
    const done = detector.advance(next, out, { keepGap: 0.5 });
    expect(done.positions).toBe(out);
    expect(done).toMatchObject({ stop: 'impact', startsIntersecting: false });
    expect(done.ahead).toMatchObject({ kind: 'vertex-triangle', vertex: 3, triangle: 0 });
    expect(out[11]).toBeGreaterThan(0.45);
    expect(out[11]).toBeLessThan(0.6);
    // from where it is now
    expect(detector.findImpacts(out).earliest).toBe(Number.POSITIVE_INFINITY);
    const up = out.slice();
    up[11] = 3;
    expect(detector.advance(up, up)).toMatchObject({ stop: 'arrived', share: 1, ahead: null });
    expect(up[11]).toBe(3);
  });

  it('stays where a mesh already passes through itself, and where it touches', () => {
    const x = kind.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, -1, 0.25, 0.25, 1, 3, 3, 0]);
    const detector = createDetector({ positions: x, triangles: TWO });
    const next = x.map((c) => c + 1) as Positions;
    expect(detector.advance(next)).toMatchObject({ stop: 'starts-in-contact', startsIntersecting: true, share: 0 });
    expect(detector.advance(next).positions).toEqual(x);
    const touching = x.slice();
    touching[11] = 0;
    detector.update(touching);
    expect(detector.advance(next)).toMatchObject({ stop: 'starts-in-contact', share: 0 });
  });

  it('moves copies of a welded vertex together', () => {
    const x = kind.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.3, 1, 2, 2, 2, 1, 2, 2]);
    const triangles = Uint32Array.of(0, 1, 2, 3, 5, 4, 6, 7, 8);
    for (const weld of [true, 'keep'] as const) {
      const detector = createDetector({ positions: x, triangles }, { weld });
      const next = x.map((c, i) => c + (i >= 18 && i % 3 === 2 ? -3 : 0.1 * (i % 3))) as Positions;
      const { positions, stop } = detector.advance(next);
      expect(stop).toBe('impact');
      for (let axis = 0; axis < 3; axis++) {
        expect(positions[9 + axis]).toBe(positions[3 + axis]);
        expect(positions[12 + axis]).toBe(positions[6 + axis]);
      }
    }
  });
});

describe('advance', () => {
  const x = Float64Array.from([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1 / 3, 2, 1, 2, 1, 2, 2]);
  const detector = () => createDetector({ positions: x, triangles: TWO });

  it('goes from 64 to 32 bits only if the pose fits', () => {
    expect(() => detector().advance(x, new Float32Array(18))).toThrow(
      'advance: out must be able to hold the pose it starts from, which has numbers of 64 bits, got a Float32Array.',
    );
    expect(detector().advance(Float32Array.from(x)).positions).toBeInstanceOf(Float64Array);
  });

  it.each([
    [() => detector().advance(new Float64Array(3)), 'advance: positions must hold 18 numbers'],
    [() => detector().advance(x, new Float64Array(3)), 'advance: out must hold 18 numbers, got length 3.'],
    [() => detector().advance(x, [] as never), 'advance: out must be a Float32Array or Float64Array, got Array.'],
    [() => detector().advance(x, undefined, { keepgap: 0 } as object), "advance: options are keepGap, got 'keepgap'."],
    [() => detector().advance(x, undefined, { keepGap: 1 }), 'advance: keepGap must be from 0 to less than 1, got 1.'],
  ])('refuses %s', (call, message) => {
    expect(call).toThrow(message);
  });
});
