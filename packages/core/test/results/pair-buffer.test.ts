import { describe, expect, it } from 'vitest';
import { PairBuffer } from '../../src/results/pair-buffer.ts';

/** Notes every batch; `enough` says what the reader answers. */
function recorder(enough: boolean) {
  const batches: [string, ...number[]][] = [];
  const take = (kind: string) => (pairs: Uint32Array, count: number) => {
    batches.push([kind, ...pairs.subarray(0, 2 * count)]);
    return enough;
  };
  const consumer = { takePairs: take('pairs'), takeNeighbours: take('neighbours') };
  return { batches, buffer: new PairBuffer(), consumer };
}

describe('PairBuffer', () => {
  it('hands over batches of each kind and starts again', () => {
    const { batches, buffer, consumer } = recorder(false);
    buffer.begin(consumer);
    buffer.pairs.set([1, 2, 3, 4]);
    buffer.count = 2;
    buffer.neighbours.set([5, 6]);
    buffer.neighbourCount = 1;
    expect(buffer.flushPairs()).toBe(false);
    expect([buffer.count, buffer.neighbourCount]).toEqual([0, 1]);
    buffer.pairs.set([7, 8]);
    buffer.count = 1;
    buffer.end();
    expect([buffer.count, buffer.neighbourCount]).toEqual([0, 0]);
    buffer.end(); // nothing to hand over
    expect(batches).toEqual([
      ['pairs', 1, 2, 3, 4],
      ['pairs', 7, 8],
      ['neighbours', 5, 6],
    ]);
  });

  it('hands over nothing more once its reader has seen enough, until the next begin', () => {
    const { batches, buffer, consumer } = recorder(true);
    buffer.begin(consumer);
    buffer.count = 1;
    buffer.neighbourCount = 1;
    expect(buffer.flushPairs()).toBe(true);
    expect(buffer.flushNeighbours()).toBe(true);
    buffer.count = 1;
    expect(buffer.flushPairs()).toBe(true);
    expect(batches.length).toBe(1);
    buffer.begin(consumer);
    expect(buffer.stopped).toBe(false);
    buffer.neighbourCount = 1;
    buffer.end();
    expect(batches.map(([kind]) => kind)).toEqual(['pairs', 'neighbours']);
  });
});
