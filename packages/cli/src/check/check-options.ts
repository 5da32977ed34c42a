import type { DetectOptions } from '../detect/detect-options.ts';
import type { PoseOptions } from '../source/source.ts';

/** Everything that `selfcollide check` can be told, apart from the files. */
export interface CheckOptions extends PoseOptions, DetectOptions {
  /** Worker threads; 1 works in the main thread. */
  readonly threads: number;
  /** A file, or `-` for standard output. */
  readonly json?: string;
  readonly html?: string;
  readonly marked?: string;
  readonly quiet: boolean;
}
