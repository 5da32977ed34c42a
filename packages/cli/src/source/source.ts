import type { Model } from '@selfcollide/io';
import type { FrameRange } from './frame-range.ts';

/** Which poses of an input to look at. Plain data. */
export interface PoseOptions {
  /** `all`, `none`, a name, or a number from 0. */
  readonly animation: string;
  /** Frames per second, or `keys` for every key time; of files that hold animations as curves. */
  readonly fps?: number | 'keys';
  /** Instead of `fps`: these times in seconds. */
  readonly times?: readonly number[];
  readonly frames?: readonly FrameRange[];
  /** Files that a model names may lie outside its folder. Default false. */
  readonly allowOutside?: boolean;
}

/** A stretch of frames that belong together: an animation, a sequence, or a single pose. */
export interface Clip {
  /** Empty for a single pose or a sequence. */
  readonly name: string;
  /** Place of its first frame among all frames of the source. */
  readonly firstFrame: number;
  readonly frameCount: number;
  /** Frame numbers as the user counts them: from 0 at the first key, or as in the file names. */
  readonly numbers: Float64Array;
  /** Seconds, where the source knows. */
  readonly times?: Float64Array;
  /** Files of a sequence. */
  readonly files?: readonly string[];
}

export interface SourcePose {
  /** Valid until the next call. */
  readonly positions: Float64Array;
  /** Set if this frame has other triangles than `base`. */
  readonly model?: Model;
}

/** An opened input: a mesh, the pose it was modelled in, and frames that can be asked for in any order. */
export interface Source {
  readonly name: string;
  readonly format: string;
  /** Triangles, objects and the file's numbering. */
  readonly base: Model;
  /** Where vertices that belong together coincide, and what `--ignore-rest` compares with. */
  readonly rest: Float64Array;
  readonly restKind: RestKind;
  readonly clips: readonly Clip[];
  readonly frameCount: number;
  /** How often its animation was looked at, in words; absent where the file has frames of its own. */
  readonly sampling?: string;
  readonly warnings: readonly string[];
  pose(frame: number): Promise<SourcePose>;
}

/** `only pose`: there is one pose, so nothing to compare with. */
export type RestKind = 'bind pose' | 'mesh file' | 'first frame' | 'only pose';

/** The clip that holds this frame, and its place in it. */
export function findClip(clips: readonly Clip[], frame: number): { clip: number; place: number } {
  let clip = clips.length - 1;
  while (clip > 0 && clips[clip].firstFrame > frame) clip--;
  return { clip, place: frame - clips[clip].firstFrame };
}

/** Whether no frame of the same clip follows. */
export function endsClip(clips: readonly Clip[], frame: number): boolean {
  const { clip, place } = findClip(clips, frame);
  return place === clips[clip].frameCount - 1;
}

/** Times of impacts are parts of the step from a frame to the next; users count in frames. */
export function frameTime(clips: readonly Clip[], frame: number, time: number): number {
  const { clip, place } = findClip(clips, frame);
  const { numbers } = clips[clip];
  return numbers[place] + time * (numbers[place + 1] - numbers[place]);
}
