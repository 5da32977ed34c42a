import { type Animation, checkFrame } from '../animation.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';
import { fileStem } from '../one-object.ts';

export interface PointCacheOptions {
  /** File name: `.mdd` or `.pc2` chooses the format, and errors name it. */
  readonly name: string;
  /** Frames per second of a PC2 file, which counts frames only. Default 24. */
  readonly fps?: number;
}

interface Layout {
  readonly vertexCount: number;
  readonly frameCount: number;
  readonly firstFrame: number;
  readonly little: boolean;
  readonly time: (i: number) => number;
}

const MDD_HEADER_BYTES = 8;
const PC2_HEADER_BYTES = 32;
const DEFAULT_FPS = 24;

/**
 * Reads an MDD (Lightwave) or PC2 (3ds Max) point cache: positions per frame for the vertices of `model`, in the
 * order of its file. Frames are read from `bytes` when asked for.
 *
 * @throws {@link IoError} if the cache is damaged or has another number of vertices than the model.
 */
export function readPointCache(bytes: Uint8Array, model: Model, options: PointCacheOptions): Animation {
  const { name, fps = DEFAULT_FPS } = options;
  if (!(fps > 0 && Number.isFinite(fps))) {
    throw new RangeError(`readPointCache: fps must be a finite number above 0, got ${fps}.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const layout =
    isPc2(bytes) || /\.pc2$/i.test(name) ? readPc2Header(view, bytes, name, fps) : readMddHeader(view, name);
  const { vertexCount, frameCount, firstFrame, little, time } = layout;
  const modelVertices = model.positions.length / 3;
  if (vertexCount !== modelVertices) {
    throw new IoError({
      file: name,
      expected: `${modelVertices} vertices, as many as ${model.name} has`,
      found: `found ${vertexCount}`,
    });
  }

  const animation: Animation = {
    name: fileStem(name),
    frameCount,
    length: 3 * vertexCount,
    time,
    frame(i, out) {
      checkFrame(animation, i, out);
      const start = firstFrame + 12 * vertexCount * i;
      for (let k = 0; k < 3 * vertexCount; k++) {
        const value = view.getFloat32(start + 4 * k, little);
        if (!Number.isFinite(value)) {
          const expected = `a finite coordinate of vertex ${Math.floor(k / 3)} in frame ${i}`;
          throw new IoError({ file: name, offset: start + 4 * k, expected, found: `found ${value}` });
        }
        out[k] = value;
      }
    },
  };
  return animation;
}

function isPc2(bytes: Uint8Array): boolean {
  const mark = 'POINTCACHE2';
  for (let i = 0; i < mark.length; i++) if (bytes[i] !== mark.charCodeAt(i)) return false;
  return true;
}

/** Big-endian: frames, points, then a time per frame in seconds. */
function readMddHeader(view: DataView, file: string): Layout {
  if (view.byteLength < MDD_HEADER_BYTES) throw endsEarly(file, view, `a header of ${MDD_HEADER_BYTES} bytes`);
  const frameCount = view.getInt32(0);
  const vertexCount = view.getInt32(4);
  const firstFrame = MDD_HEADER_BYTES + 4 * frameCount;
  checkCounts(file, view, frameCount, vertexCount, firstFrame, 0);
  for (let i = 0; i < frameCount; i++) {
    const at = MDD_HEADER_BYTES + 4 * i;
    const value = view.getFloat32(at);
    if (!Number.isFinite(value)) {
      throw new IoError({ file, offset: at, expected: `a finite time of frame ${i}`, found: `found ${value}` });
    }
  }
  const time = (i: number): number => view.getFloat32(MDD_HEADER_BYTES + 4 * i);
  return { vertexCount, frameCount, firstFrame, little: false, time };
}

/** Little-endian: "POINTCACHE2\0", version 1, points, first frame, frames per sample, samples. */
function readPc2Header(view: DataView, bytes: Uint8Array, file: string, fps: number): Layout {
  if (!isPc2(bytes)) throw new IoError({ file, offset: 0, expected: '"POINTCACHE2"' });
  if (view.byteLength < PC2_HEADER_BYTES) throw endsEarly(file, view, `a header of ${PC2_HEADER_BYTES} bytes`);
  const vertexCount = view.getInt32(16, true);
  const startFrame = view.getFloat32(20, true);
  const framesPerSample = view.getFloat32(24, true);
  const frameCount = view.getInt32(28, true);
  checkCounts(file, view, frameCount, vertexCount, PC2_HEADER_BYTES, 16);
  if (!Number.isFinite(startFrame) || !Number.isFinite(framesPerSample)) {
    throw new IoError({ file, offset: 20, expected: 'a finite first frame and sampling rate' });
  }
  const time = (i: number): number => (startFrame + i * framesPerSample) / fps;
  return { vertexCount, frameCount, firstFrame: PC2_HEADER_BYTES, little: true, time };
}

function checkCounts(
  file: string,
  view: DataView,
  frameCount: number,
  vertexCount: number,
  firstFrame: number,
  offset: number,
): void {
  if (frameCount < 1 || vertexCount < 1) {
    const found = `found ${frameCount} frames of ${vertexCount} points`;
    throw new IoError({ file, offset, expected: 'at least one frame and one point', found });
  }
  const needed = firstFrame + 12 * frameCount * vertexCount;
  if (needed > view.byteLength) {
    const expected = `${needed} bytes for ${frameCount} frames of ${vertexCount} points`;
    throw new IoError({ file, offset, expected, found: `the file has ${view.byteLength}` });
  }
}

function endsEarly(file: string, view: DataView, expected: string): IoError {
  return new IoError({ file, offset: view.byteLength, expected, found: 'the file ends' });
}
