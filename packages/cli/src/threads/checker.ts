import type { DetectOptions } from '../detect/detect-options.ts';
import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { PoseOptions } from '../source/source.ts';

/** Everything that decides what is found. Plain data. */
export interface CheckSettings extends PoseOptions, DetectOptions {
  /** Headers carry the mesh for pictures. */
  readonly withMesh: boolean;
  /** The first to open an input passes on what it prepared. */
  readonly sharePreparation: boolean;
}

/** What an input may have for itself. */
export type InputSettings = Partial<PoseOptions & Omit<DetectOptions, 'pairs'>>;

export type OpenReply =
  | { readonly header: FileHeader; readonly prepared?: Uint8Array<SharedArrayBuffer> }
  | { readonly failure: Failure };

/** Somebody who opens one input at a time and checks its frames: this thread or another. */
export interface Checker {
  /** Takes frames while it is busy with others, and checks them next. */
  readonly takesAhead: boolean;
  /** `prepared` is what the first checker of this input gave back. */
  open(input: Input, prepared?: Uint8Array<SharedArrayBuffer>): Promise<OpenReply>;
  /** Frames of the input opened last; `poses` are those whose shape is wanted too. */
  check(frames: readonly number[], poses: readonly number[]): Promise<FrameResult[]>;
  close(): Promise<void>;
}
