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
