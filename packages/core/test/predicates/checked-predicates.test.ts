import { orient2d, orient3d, segmentMeetsTriangle, segmentsMeet, trianglesMeet } from 'selfcollide/predicates';
import { describe, expect, it } from 'vitest';

const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

describe('selfcollide/predicates', () => {
  it('has the signs that it says', () => {
    expect(orient2d(0, 0, 1, 0, 0, 1)).toBe(1);
    expect(orient2d(0, 0, 0, 1, 1, 0)).toBe(-1);
    expect(orient3d(corner, 0, 1, 2, 3)).toBe(1);
    expect(orient3d(corner, 0, 2, 1, 3)).toBe(-1);
    expect(orient3d(Float32Array.from(corner), 0, 1, 2, 2)).toBe(0);
  });

  it('is exact where rounding would not be', () => {
    expect(orient2d(0.5, 0.5, 12, 12, 24, 24)).toBe(0);
    expect(orient2d(0.5, 0.5, 12, 12, 24, 24 + 2 ** -48)).toBe(1);
    const [a, b] = [5e-324, 1.7e308]; // far outside of what floating-point filters take
    expect(orient3d([0, 0, 0, a, 0, 0, 0, a, 0, 0, 0, a], 0, 1, 2, 3)).toBe(1);
    expect(orient3d([0, 0, 0, b, 0, 0, 0, b, 0, 0, 0, -a], 0, 1, 2, 3)).toBe(-1);
  });

  it('sees touching as meeting', () => {
    const points = [0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 1, 0, 1, 1, 5, 1, 1, 1e-300, 1, 1, 5];
    expect(segmentMeetsTriangle(points, 3, 4, 0, 1, 2)).toBe(true);
    expect(segmentMeetsTriangle(points, 5, 4, 0, 1, 2)).toBe(false);
    expect(segmentsMeet(points, 1, 2, 3, 4)).toBe(true);
    expect(segmentsMeet(points, 1, 2, 5, 4)).toBe(false);
    expect(trianglesMeet(points, 0, 1, 2, 3, 4, 6)).toBe(true);
    expect(trianglesMeet(points, 0, 1, 2, 5, 4, 6)).toBe(false);
  });

  it('refuses what it cannot decide', () => {
    expect(() => orient2d(0, 0, 1, 0, 0, Number.NaN)).toThrow('orient2d: coordinates must be finite, got NaN.');
    expect(() => orient3d(corner, 0, 1, 2, 4)).toThrow('orient3d: vertices must be whole numbers below 4, got 4.');
    expect(() => trianglesMeet([...corner.slice(0, 11), Infinity], 0, 1, 2, 1, 2, 3)).toThrow(
      'trianglesMeet: coordinates must be finite, got Infinity for z of vertex 3.',
    );
  });
});
