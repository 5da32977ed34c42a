import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { FileSummary } from './file-summary.ts';

/** What a whole run adds up to. */
export interface RunTotals {
  files: number;
  filesWithContacts: number;
  /** Could not be opened, or a frame could not be read, or the way from one to the next not be checked. */
  filesFailed: number;
  frames: number;
  framesWithContacts: number;
  seconds: number;
  exitStatus: ExitStatus;
}

/** One way to report: calls come one at a time, inputs in order, frames in order. */
export interface Report {
  opened?(header: FileHeader): void | Promise<void>;
  frame?(result: FrameResult): void | Promise<void>;
  failed?(input: Input, failure: Failure): void | Promise<void>;
  wantsPose?(header: FileHeader, frame: number): boolean;
  /** Frames whose shape is wanted now that all are checked. */
  extraPoses?(summary: FileSummary): readonly number[];
  pose?(result: FrameResult): void;
  closed?(summary: FileSummary, seconds: number): void | Promise<void>;
  end?(totals: RunTotals): void | Promise<void>;
  /** The run ends early: what is half written must not stay. */
  discard?(): void;
}
