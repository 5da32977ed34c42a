import { UsageError } from '../failure.ts';
import { type FrameRange, selectFrames } from './frame-range.ts';
import type { Clip } from './source.ts';

/** All frames that a clip could have, before `--frames` takes some. */
export interface RawClip {
  readonly name: string;
  readonly numbers: ArrayLike<number>;
  readonly time?: (place: number) => number;
  readonly files?: readonly string[];
}

/** A clip after selection, with the way back: place in the clip → place among all its frames. */
export interface SelectedClip {
  readonly clip: Clip;
  /** Number of the raw clip. */
  readonly raw: number;
  readonly places: Uint32Array;
}

/** Takes the frames wanted of every clip and numbers them through. */
export function buildClips(
  source: string,
  raws: readonly RawClip[],
  ranges: readonly FrameRange[] | undefined,
): SelectedClip[] {
  let firstFrame = 0;
  const selected = raws.map(({ name, numbers, time, files }, raw) => {
    const places = selectFrames(numbers, ranges);
    const clip: Clip = {
      name,
      firstFrame,
      frameCount: places.length,
      numbers: Float64Array.from(places, (place) => numbers[place]),
      ...(time && { times: Float64Array.from(places, time) }),
      ...(files && { files: Array.from(places, (place) => files[place]) }),
    };
    firstFrame += places.length;
    return { clip, raw, places };
  });
  const kept = selected.filter(({ places }) => places.length > 0);
  if (kept.length > 0) return kept;
  const last = Math.max(...raws.map(({ numbers }) => numbers[numbers.length - 1]));
  throw new UsageError(`${source}: --frames takes none of its frames, which end at ${last}.`);
}

/** 0, 1, 2 … without an array. */
export function countUp(length: number): ArrayLike<number> {
  return Uint32Array.from({ length }, (_, i) => i);
}
