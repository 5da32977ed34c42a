import { describe, expect, it } from 'vitest';
import { ContactBuffer } from '../../src/results/contact-buffer.ts';

describe('ContactBuffer', () => {
  it('grows and keeps what it holds', () => {
    const buffer = new ContactBuffer();
    for (let i = 0; i < 5000; i++) buffer.push(3 * i, i + 1);
    expect(buffer.count).toBe(5000);
    expect(buffer.overflowed).toBe(false);
    for (let i = 0; i < 5000; i++) {
      if (buffer.halfEdges[i] !== 3 * i || buffer.triangles[i] !== i + 1) expect.fail(`entry ${i} changed`);
    }
    expect(buffer.byteLength).toBe(4 * (buffer.halfEdges.length + buffer.triangles.length));
  });

  it('says that it cut only if there was one more', () => {
    const buffer = new ContactBuffer();
    buffer.clear(2);
    buffer.push(0, 1);
    buffer.push(1, 2);
    expect([buffer.count, buffer.overflowed]).toEqual([2, false]);
    buffer.push(2, 3);
    expect([buffer.count, buffer.overflowed]).toEqual([2, true]);
    buffer.clear(9);
    expect([buffer.count, buffer.overflowed]).toEqual([0, false]);
  });
});

it('takes many at once as one by one, with a limit and with contacts that nobody wants', () => {
  const halfEdges = Uint32Array.from({ length: 700 }, (_, i) => i);
  const triangles = halfEdges.map((h) => 2 * h);
  for (const limit of [Number.POSITIVE_INFINITY, 1000, 1400]) {
    for (const accepts of [null, (h: number) => h % 3 === 0]) {
      const one = new ContactBuffer();
      const all = new ContactBuffer();
      for (const buffer of [one, all]) {
        buffer.accepts = accepts;
        buffer.clear(limit);
      }
      for (let round = 0; round < 2; round++) {
        all.pushAll(halfEdges, triangles, 699);
        for (let i = 0; i < 699; i++) one.push(halfEdges[i], triangles[i]);
      }
      expect([all.count, all.overflowed]).toEqual([one.count, one.overflowed]);
      expect(all.halfEdges.subarray(0, all.count)).toEqual(one.halfEdges.subarray(0, one.count));
      expect(all.triangles.subarray(0, all.count)).toEqual(one.triangles.subarray(0, one.count));
    }
  }
});
