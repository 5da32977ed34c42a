import { describe, expect, test } from 'vitest';
import { writeWav } from '../../src/index.ts';

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

describe('writeWav', () => {
  test('16 bits, two channels: header and samples', () => {
    const bytes = writeWav([Float64Array.of(0, 1, -1), Float64Array.of(0.5, -0.25, 0)], { sampleRate: 8000 });
    const view = new DataView(bytes.buffer);
    expect([0, 8, 12, 36].map((at) => text(bytes, at))).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
    expect(view.getUint32(4, true)).toBe(bytes.length - 8);
    expect([20, 22, 32, 34].map((at) => view.getUint16(at, true))).toEqual([1, 2, 4, 16]);
    expect([24, 28, 40].map((at) => view.getUint32(at, true))).toEqual([8000, 32_000, 12]);
    expect([...new Int16Array(bytes.buffer, 44)]).toEqual([0, 16_384, 32_767, -8192, -32_767, 0]);
  });

  test('32-bit floats are kept, beyond 1 too', () => {
    const samples = Float32Array.of(0.1, -3, 0);
    const bytes = writeWav(samples, { encoding: 'float32' });
    expect(new DataView(bytes.buffer).getUint16(20, true)).toBe(3);
    expect(new Float32Array(bytes.buffer, 44)).toEqual(samples);
  });

  test('peak scales; silence stays', () => {
    const bytes = writeWav(Float64Array.of(2, -4), { peak: 0.5 });
    expect([...new Int16Array(bytes.buffer, 44)]).toEqual([8192, -16_383]);
    expect([...new Int16Array(writeWav(new Float64Array(2), { peak: 1 }).buffer, 44)]).toEqual([0, 0]);
  });

  test.each([
    [() => writeWav(Float64Array.of(0, 1.5)), 'writeWav: samples must be from -1 to 1 unless peak is given, got 1.5.'],
    [() => writeWav(Float64Array.of(0, Number.NaN)), 'writeWav: samples must be finite, got NaN at sample 1.'],
    [() => writeWav([]), 'writeWav: samples must have from 1 to 65535 channels, got 0.'],
    [
      () => writeWav([new Float64Array(2), new Float64Array(3)]),
      'writeWav: channels must have the same length, got 2 and 3 in channel 1.',
    ],
    [() => writeWav([[1]] as never), 'writeWav: samples must be a Float32Array or Float64Array, got object.'],
    [
      () => writeWav(new Float64Array(1), { sampleRate: 0.5 }),
      'writeWav: sampleRate must be a whole number from 1, got 0.5.',
    ],
    [
      () => writeWav(new Float64Array(1), { encoding: 'mp3' as never }),
      'writeWav: encoding must be pcm16 or float32, got mp3.',
    ],
    [() => writeWav(new Float64Array(1), { peak: 2 }), 'writeWav: peak must be above 0 and at most 1, got 2.'],
    [
      () => writeWav(new Float64Array(1), { rate: 1 } as never),
      "writeWav: options are sampleRate, encoding, peak, got 'rate'.",
    ],
  ])('%#: bad input', (run, message) => {
    expect(run).toThrow(message);
  });
});
