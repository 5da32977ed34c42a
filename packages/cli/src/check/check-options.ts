import type { Baseline } from '../baseline/baseline-file.ts';
import type { DetectOptions } from '../detect/detect-options.ts';
import type { QueueOptions } from '../fleet/queue-flags.ts';
import type { PoseOptions } from '../source/source.ts';

/** Everything that `selfcollide check` can be told, apart from the files. */
export interface CheckOptions extends PoseOptions, Omit<DetectOptions, 'places'> {
  /** Threads that check; 1 is the main thread alone. */
  readonly threads: number;
  /** Megabytes that the program may have. */
  readonly maxMemory?: number;
  /** Files that a model names may lie outside its folder. */
  readonly allowOutside: boolean;
  /** A file, or `-` for standard output. */
  readonly json?: string;
  readonly html?: string;
  readonly sarif?: string;
  readonly junit?: string;
  readonly markdown?: string;
  /** Annotations for GitHub go to standard output instead of text. */
  readonly github?: boolean;
  readonly marked?: string;
  /** A PNG, and which place of the worst frame it shows, from 1. */
  readonly picture?: string;
  readonly place?: number;
  readonly quiet: boolean;
  /** How each file is searched goes to standard error. */
  readonly verbose?: boolean;
  /** Where what is found is recorded as known, and what was there before. */
  readonly recordBaseline?: { readonly path: string; readonly known: Baseline };
  /** Workers check instead of this machine. */
  readonly queue?: QueueOptions;
}
