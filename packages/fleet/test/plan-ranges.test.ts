import { describe, expect, it } from 'vitest';
import { type FrameSpan, findMissing, halve, planRanges } from '../src/plan-ranges.ts';

const plan = { effort: 1, rangeSeconds: 4 };

describe('planRanges', () => {
  it.each([
    [1, 1],
    [12, 100_000],
    [5000, 4000],
    [2_000_000, 37],
    [50_000_000, 3],
  ])('covers every frame once: %i triangles, %i frames', (triangleCount, frameCount) => {
    const spans = planRanges({ name: '', triangleCount, frameCount }, plan);
    let at = 0;
    for (const { from, count } of spans) {
      expect(from).toBe(at);
      expect(count).toBeGreaterThan(0);
      at += count;
    }
    expect(at).toBe(frameCount);
  });

  it('follows triangles and effort', () => {
    const longest = (triangleCount: number, effort = 1) =>
      planRanges({ name: '', triangleCount, frameCount: 100_000 }, { effort, rangeSeconds: 4 })[0].count;
    expect(longest(100)).toBeLessThanOrEqual(4096);
    expect(longest(10_000) / longest(100_000)).toBeCloseTo(10, 0);
    expect(longest(10_000) / longest(10_000, 4)).toBeCloseTo(4, 0);
    expect(longest(100_000_000)).toBe(1);
  });

  it('gets shorter towards the end, so that threads end together, without many ranges', () => {
    // 2,000 triangles: 1,000 a second
    const cut = (frameCount: number) => planRanges({ name: '', triangleCount: 2000, frameCount }, plan);
    const spans = cut(60_000).map(({ count }) => count);
    expect(spans[0]).toBe(4000);
    expect(spans).toEqual([...spans].sort((a, b) => b - a));
    expect(spans.at(-2)).toBe(500);
    expect(spans.length).toBeLessThan(40);
    expect(cut(500)).toHaveLength(1);
    expect(cut(4000)).toHaveLength(8);
  });
});

describe('findMissing', () => {
  const cover = (...spans: FrameSpan[]) => new Map(spans.map(({ from, count }) => [from, count]));
  const whole = { from: 8, count: 8 };

  it('takes halves for the whole, and the whole for its halves', () => {
    expect(findMissing(cover(), [whole])).toEqual([whole]);
    expect(findMissing(cover(whole), [whole])).toEqual([]);
    expect(findMissing(cover(...halve(whole)), [whole])).toEqual([]);
    expect(findMissing(cover(whole), halve(whole))).toEqual([]);
    expect(findMissing(cover(halve(whole)[1]), [whole])).toEqual([whole]);
    expect(findMissing(cover(halve(whole)[0]), halve(whole))).toEqual([halve(whole)[1]]);
  });

  /** Workers deliver ranges and their halves in any order, the first of each start counts: a walk from end to start meets every frame once. */
  it('lets a walk meet every frame once, whoever was late', () => {
    let seed = 19;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    for (let round = 0; round < 500; round++) {
      const frames = 1 + Math.floor(random() * 40);
      const kept = new Map<number, number>();
      const keep = ({ from, count }: FrameSpan) => {
        if (!kept.has(from)) kept.set(from, count);
      };
      let out = planRanges({ name: '', triangleCount: 1_000_000, frameCount: frames }, { effort: 1, rangeSeconds: 4 });
      const late: FrameSpan[] = [];
      while (out.length > 0) {
        for (const span of out) random() < 0.5 ? keep(span) : late.push(span);
        if (random() < 0.3 && late.length > 0) keep(late[Math.floor(random() * late.length)]);
        out = findMissing(kept, out).flatMap((span) => {
          if (span.count > 1) return halve(span);
          keep(span);
          return [];
        });
      }
      for (const span of late) if (random() < 0.5) keep(span);
      let at = 0;
      while (at < frames) {
        expect(kept.get(at), `frame ${at} of ${frames}`).toBeGreaterThan(0);
        at += kept.get(at)!;
      }
      expect(at).toBe(frames);
    }
  });
});
