/** What of an `AbortSignal` is needed; so that no DOM or Node types are. */
export interface AbortSignalLike {
  throwIfAborted(): void;
}

/** How a long preparation reports and is stopped. */
export interface ProgressOptions {
  /** Called now and then with a fraction from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** Checked as often as progress is reported; an aborted signal's reason is thrown. */
  readonly signal?: AbortSignalLike;
}
