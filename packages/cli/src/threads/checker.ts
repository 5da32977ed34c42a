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

/** What the first checker of an input worked out, in memory that threads share. */
export type Prepared = Uint8Array<SharedArrayBuffer>;

export type OpenReply = { readonly header: FileHeader; readonly prepared?: Prepared } | { readonly failure: Failure };

/** What is known before an input is open, so that others can open it at the same time. */
export interface Opening {
  /** It is read, and there is much to do before its first frame. */
  read(frameCount: number, triangleCount: number): void;
  prepared(bytes: Prepared | undefined): void;
}

/** Somebody who opens one input at a time and checks its frames: this thread or another. */
export interface Checker {
  /** Takes frames while it is busy with others, and checks them next. */
  readonly takesAhead: boolean;
  /** It has opened nothing yet, so that the program has to be compiled for it. */
  readonly isCold: boolean;
  /** `prepared` is what the first checker of this input gave back, or will. `opening` is told of what happens meanwhile; not everybody does. */
  open(input: Input, prepared?: Prepared | Promise<Prepared | undefined>, opening?: Opening): Promise<OpenReply>;
  /** Frames of the input opened last; `poses` are those whose shape is wanted too. */
  check(frames: readonly number[], poses: readonly number[]): Promise<FrameResult[]>;
  close(): Promise<void>;
}
