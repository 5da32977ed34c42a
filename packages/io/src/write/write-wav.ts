export interface WriteWavOptions {
  /** Samples a second. Default 44100. */
  readonly sampleRate?: number;
  /** Default `'pcm16'`, whole numbers of 16 bits; `'float32'` keeps samples as they are. */
  readonly encoding?: 'pcm16' | 'float32';
  /** Scales all channels so that the loudest sample is this, above 0 and at most 1. Silence stays silence. */
  readonly peak?: number;
}

const OPTIONS = ['sampleRate', 'encoding', 'peak'];
/** The header up to the samples. */
const HEADER_BYTES = 44;

/**
 * Writes sound as WAV. One array is mono; several of the same length are channels, left first. Samples are from −1 to 1.
 *
 * @throws RangeError if a sample is not finite, or beyond 1 and neither `peak` nor `'float32'` is given: it would be cut.
 */
export function writeWav(
  samples: Float32Array | Float64Array | readonly (Float32Array | Float64Array)[],
  options: WriteWavOptions = {},
): Uint8Array<ArrayBuffer> {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new RangeError(`writeWav: options are ${OPTIONS.join(', ')}, got '${name}'.`);
  }
  const { sampleRate = 44_100, encoding = 'pcm16', peak } = options;
  const channels = samples instanceof Float32Array || samples instanceof Float64Array ? [samples] : [...samples];
  check(channels, sampleRate, encoding, peak);
  const loudest = findLoudest(channels);
  if (loudest > 1 && encoding === 'pcm16' && peak === undefined) {
    throw new RangeError(`writeWav: samples must be from -1 to 1 unless peak is given, got ${loudest}.`);
  }
  const scale = peak === undefined || loudest === 0 ? 1 : peak / loudest;

  const float = encoding === 'float32';
  const sampleBytes = float ? 4 : 2;
  const length = channels[0].length;
  const dataBytes = sampleBytes * channels.length * length;
  if (dataBytes + HEADER_BYTES > 2 ** 32 - 1) {
    throw new RangeError(`writeWav: a WAV file must be below 4 GiB, got ${dataBytes} bytes of samples.`);
  }
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string) => {
    for (let i = 0; i < 4; i++) bytes[at + i] = text.charCodeAt(i);
  };
  tag(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  tag(8, 'WAVE');
  tag(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, float ? 3 : 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels.length * sampleBytes, true);
  view.setUint16(32, channels.length * sampleBytes, true);
  view.setUint16(34, 8 * sampleBytes, true);
  tag(36, 'data');
  view.setUint32(40, dataBytes, true);
  let at = HEADER_BYTES;
  for (let i = 0; i < length; i++) {
    for (const channel of channels) {
      const value = scale * channel[i];
      if (float) view.setFloat32(at, value, true);
      else view.setInt16(at, Math.round(32_767 * value), true);
      at += sampleBytes;
    }
  }
  return bytes;
}

function check(
  channels: readonly (Float32Array | Float64Array)[],
  sampleRate: number,
  encoding: string,
  peak: number | undefined,
): void {
  if (channels.length === 0 || channels.length > 65_535) {
    throw new RangeError(`writeWav: samples must have from 1 to 65535 channels, got ${channels.length}.`);
  }
  channels.forEach((channel, k) => {
    if (!(channel instanceof Float32Array || channel instanceof Float64Array)) {
      throw new RangeError(`writeWav: samples must be a Float32Array or Float64Array, got ${typeof channel}.`);
    }
    if (channel.length !== channels[0].length) {
      throw new RangeError(
        `writeWav: channels must have the same length, got ${channels[0].length} and ${channel.length} in channel ${k}.`,
      );
    }
  });
  if (!(Number.isInteger(sampleRate) && sampleRate >= 1 && sampleRate < 2 ** 32)) {
    throw new RangeError(`writeWav: sampleRate must be a whole number from 1, got ${sampleRate}.`);
  }
  if (encoding !== 'pcm16' && encoding !== 'float32') {
    throw new RangeError(`writeWav: encoding must be pcm16 or float32, got ${encoding}.`);
  }
  if (peak !== undefined && !(peak > 0 && peak <= 1)) {
    throw new RangeError(`writeWav: peak must be above 0 and at most 1, got ${peak}.`);
  }
}

function findLoudest(channels: readonly (Float32Array | Float64Array)[]): number {
  let loudest = 0;
  for (const channel of channels) {
    for (let i = 0; i < channel.length; i++) {
      if (!Number.isFinite(channel[i])) {
        throw new RangeError(`writeWav: samples must be finite, got ${channel[i]} at sample ${i}.`);
      }
      loudest = Math.max(loudest, Math.abs(channel[i]));
    }
  }
  return loudest;
}
