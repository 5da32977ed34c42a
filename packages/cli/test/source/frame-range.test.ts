import { describe, expect, it } from 'vitest';
import { parseFrameRanges, selectFrames } from '../../src/source/frame-range.ts';

describe('frame ranges', () => {
  const numbers = [3, 4, 5, 6, 7, 10, 20];
  it.each([
    ['5', [5]],
    ['4:6', [4, 5, 6]],
    ['4:', [4, 5, 6, 7, 10, 20]],
    [':5', [3, 4, 5]],
    ['::2', [3, 5, 7]],
    ['4:20:2', [4, 6, 10, 20]],
    ['3,6:7', [3, 6, 7]],
    ['-5:3', [3]],
    ['30:', []],
  ])('%s takes %j', (text, taken) => {
    const places = selectFrames(numbers, parseFrameRanges(text));
    expect(Array.from(places, (place) => numbers[place])).toEqual(taken);
  });

  it('takes all without ranges', () => {
    expect(selectFrames(numbers, undefined)).toHaveLength(numbers.length);
  });

  it.each(['', 'a', '1:2:0', '1:2:3:4', '5:4', '1.5', '1,', '1;2'])('refuses "%s"', (text) => {
    expect(parseFrameRanges(text)).toBeUndefined();
  });
});
