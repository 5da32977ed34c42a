import type { Intersections } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { compareContacts } from '../src/compare-contacts.ts';
import type { Contender } from '../src/contender.ts';
import { measure } from '../src/measure.ts';

const mesh = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2, 2, 1, 0) };
const frames = [
  { number: 0, positions: new Float32Array(9) },
  { number: 7, positions: new Float32Array(9).fill(1) },
];
const options = { warmUpRounds: 1, rounds: 4, maxSeconds: 10 };

/** Finds one made-up contact a frame and writes down when it was asked. */
function fake(name: string, log: string[], triangle: number, busyMs = 0, safe = true): Contender {
  return {
    name,
    safe,
    prepare: () => ({
      update: (positions) => void log.push(`${name} ${positions[0]}`),
      query() {
        for (const start = performance.now(); performance.now() - start < busyMs; );
        return 1;
      },
      countTrianglePairs: () => 2,
      memoryBytes: () => 100,
      lastContacts: () => ({ count: 1, edgeA: [0], edgeB: [1], triangle: [triangle] }) as unknown as Intersections,
    }),
  };
}

describe('measure', () => {
  it('lets contenders take turns frame by frame', () => {
    const log: string[] = [];
    measure([fake('a', log, 5), fake('b', log, 5)], mesh, frames, options);
    const round = ['a 0', 'b 0', 'a 1', 'b 1'];
    // each first runs all frames alone, to see what it finds
    expect(log).toEqual(['a 0', 'a 1', 'b 0', 'b 1', ...Array(5).fill(round).flat()]);
  });

  it('reports what was found and how much faster than the baseline', () => {
    const [slow, quick] = measure([fake('slow', [], 5, 4), fake('quick', [], 5, 1)], mesh, frames, options, 'slow');
    expect(slow).toMatchObject({
      contender: 'slow',
      rounds: 4,
      contacts: 2,
      trianglePairs: 4,
      bytesPerTriangle: 50,
      speedup: 1,
    });
    expect(quick.hash).toBe(slow.hash);
    expect(quick.speedup).toBeGreaterThan(1.5);
    expect(slow.query.median).toBeGreaterThanOrEqual(4);
    expect(slow.frame.p10).toBeLessThanOrEqual(slow.frame.p90);
  });

  it('stops after three rounds when time is up', () => {
    const [only] = measure([fake('a', [], 5)], mesh, frames, { ...options, rounds: 100, maxSeconds: 0 });
    expect(only.rounds).toBe(3);
  });
});

describe('compareContacts', () => {
  const run = (...contenders: Contender[]) => compareContacts('scene', measure(contenders, mesh, frames, options));

  it('is content with equal sets', () => {
    expect(run(fake('a', [], 5), fake('b', [], 5))).toBeUndefined();
  });

  it('names contenders that differ in a single number, though counts are equal', () => {
    expect(run(fake('a', [], 5), fake('b', [], 6))).toMatch(
      /^bench: methods must find the same contacts, but on scene they found a 2 \(\w{16}\), b 2 \(\w{16}\)\.$/,
    );
  });

  it('lets unsafe ones differ', () => {
    expect(run(fake('a', [], 5), fake('unsafe-b', [], 6, 0, false))).toBeUndefined();
  });
});
