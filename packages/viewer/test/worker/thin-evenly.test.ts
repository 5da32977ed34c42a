import { describe, expect, it } from 'vitest';
import { thinEvenly } from '../../src/worker/thin-evenly.ts';

/** Points on a square, most of them crowded into a corner; the same every time. */
function crowd(count: number): Float64Array {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Float64Array.from({ length: 3 * count }, (_, i) =>
    i % 3 === 2 ? 0 : Math.floor(i / 3) % 10 ? next() / 50 : next(),
  );
}

function farthest(points: Float64Array, chosen: Uint32Array): number {
  let most = 0;
  for (let i = 0; i < points.length / 3; i++) {
    let least = Infinity;
    for (const c of chosen) {
      least = Math.min(least, Math.hypot(points[3 * i] - points[3 * c], points[3 * i + 1] - points[3 * c + 1]));
    }
    most = Math.max(most, least);
  }
  return most;
}

describe('thinEvenly', () => {
  it('chooses exactly as many as asked for, each once, and all if there are few', () => {
    const points = crowd(3000);
    const at = (i: number, axis: number) => points[3 * i + axis];
    for (const most of [1, 2, 7, 100, 999, 2999]) {
      const chosen = thinEvenly(3000, most, at);
      expect(chosen.length).toBe(most);
      expect(new Set(chosen).size).toBe(most);
      expect([...chosen]).toEqual([...chosen].sort((a, b) => a - b));
      expect(chosen[most - 1]).toBeLessThan(3000);
    }
    expect([...thinEvenly(3, 3, at)]).toEqual([0, 1, 2]);
    expect(thinEvenly(0, 3, at).length).toBe(0);
    expect(thinEvenly(50, 20, () => 1).length).toBe(20); // all at one place
  });

  it('leaves no place far from a chosen one, where the first ones or every tenth would', () => {
    const points = crowd(3000);
    const chosen = thinEvenly(3000, 200, (i, axis) => points[3 * i + axis]);
    const away = farthest(points, chosen);
    expect(away).toBeLessThan(0.13); // cells of 1/8: 64 of them, and a part of the next level
    expect(
      farthest(
        points,
        Uint32Array.from({ length: 200 }, (_, i) => i),
      ),
    ).toBeGreaterThan(away);
  });
});
