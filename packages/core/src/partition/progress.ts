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

/** Long work that pauses now and then to say how far it has come, 0 to 1, so that its caller may do something else. */
export type Steps<T> = Generator<number, T, void>;

/** Does all steps at once. */
export function finishSteps<T>(steps: Steps<T>, { onProgress, signal }: ProgressOptions): T {
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    onProgress?.(value);
  }
}
