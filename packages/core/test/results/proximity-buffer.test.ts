import { expect, it } from 'vitest';
import { ProximityBuffer } from '../../src/results/proximity-buffer.ts';

it('ProximityBuffer keeps all while it grows, and says when a limit cut', () => {
  const buffer = new ProximityBuffer();
  for (let i = 0; i < 1000; i++) {
    const at = buffer.add(i, i + 1, Float64Array.of(i, 1, 2, 3, 4, -i));
    buffer.distance[at] = i / 2;
  }
  expect(buffer.count).toBe(1000);
  for (let i = 0; i < 1000; i++) {
    expect([buffer.triangleA[i], buffer.triangleB[i], buffer.distance[i]]).toEqual([i, i + 1, i / 2]);
    expect([...buffer.weightsA.slice(3 * i, 3 * i + 3), ...buffer.weightsB.slice(3 * i, 3 * i + 3)]).toEqual([
      i,
      1,
      2,
      3,
      4,
      i === 0 ? -0 : -i,
    ]);
  }
  expect(buffer.overflowed).toBe(false);
  buffer.clear(2);
  for (let i = 0; i < 2; i++) buffer.add(i, i, new Float64Array(6));
  expect(buffer.overflowed).toBe(false);
  buffer.add(3, 3, new Float64Array(6));
  expect([buffer.count, buffer.overflowed]).toEqual([2, true]);
});
