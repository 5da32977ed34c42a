import { describe, expect, it } from 'vitest';
import { countWelded, refineWeld, weldEqual } from '../../src/detect/weld.ts';

const points = (...xs: number[]) => Float64Array.from(xs.flatMap((x) => [x, 0, 0]));
/** All triangles of one object. */
const one = (triangles: number) => new Uint32Array(triangles);
const all = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

describe('weld', () => {
  it('joins equal positions to the lowest number, −0 too', () => {
    const weld = weldEqual(points(5, 0, 5, -0, 7, 5), all(6), one(2));
    expect([...weld]).toEqual([0, 1, 0, 1, 4, 0]);
    expect(countWelded(weld)).toBe(3);
  });

  it('leaves vertices alone that no triangle names', () => {
    expect([...weldEqual(points(1, 1, 1, 2), Uint32Array.of(1, 2, 3), one(1))]).toEqual([0, 1, 1, 3]);
  });

  it('keeps objects apart', () => {
    const weld = weldEqual(points(1, 1, 2, 1, 2, 2), all(6), Uint32Array.of(0, 1));
    expect([...weld]).toEqual([0, 0, 2, 3, 4, 4]);
  });

  it('is the same object while everything stays together', () => {
    const weld = weldEqual(points(1, 1, 2), all(3), one(1));
    expect(refineWeld(weld, points(8, 8, 8))).toBe(weld);
  });

  it('parts what moves apart and keeps what moves together', () => {
    const weld = weldEqual(points(1, 1, 1, 1, 2, 2), all(6), one(2));
    // 0 and 2 stay, 1 and 3 leave together, 4 and 5 stay
    expect([...refineWeld(weld, points(1, 3, 1, 3, 2, 2))]).toEqual([0, 1, 0, 1, 4, 4]);
    // 4 now lies where 0 is, but did not in the rest pose
    expect([...refineWeld(weld, points(1, 1, 1, 1, 1, 2))]).toEqual([0, 0, 0, 0, 4, 5]);
  });
});
