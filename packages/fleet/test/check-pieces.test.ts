import { describe, expect, it } from 'vitest';
import { checkPieces } from '../src/worker/check-pieces.ts';

describe('checkPieces', () => {
  it('asks for every frame once, in order, one piece ahead', async () => {
    const asked: number[] = [];
    const taken: number[] = [];
    const check = async (frames: readonly number[]) => {
      asked.push(...frames);
      return [...frames];
    };
    for await (const results of checkPieces({ from: 10, count: 300 }, check)) {
      taken.push(...results);
      expect(asked.length).toBe(Math.min(300, taken.length + 64));
    }
    expect(taken).toEqual(Array.from({ length: 300 }, (_, i) => 10 + i));
  });

  it('says what went wrong once, and leaves nothing behind when nobody listens any more', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const fail = () => Promise.reject(new Error('gone'));
    const all = async () => {
      for await (const _ of checkPieces({ from: 0, count: 200 }, fail)) expect.unreachable();
    };
    await expect(all()).rejects.toThrow('gone');
    let calls = 0;
    const failSecond = async () => (calls++ === 0 ? [0] : fail());
    for await (const _ of checkPieces({ from: 0, count: 200 }, failSecond)) break;
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
