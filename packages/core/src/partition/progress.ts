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

/** Nodes of a tree between two pauses, where a node takes some hundred nanoseconds. */
const PAUSE_AFTER_NODES = 8192;

/** Does all steps at once. */
export function finishSteps<T>(steps: Steps<T>, { onProgress, signal }: ProgressOptions): T {
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    onProgress?.(value);
  }
}

/** Milliseconds after which work in slices lets others run. */
const SLICE = 8;

declare const performance: { now(): number };
declare function setTimeout(callback: () => void, milliseconds: number): unknown;

/** Does all steps in slices of a few milliseconds, between which events and frames get their turn. */
export async function finishInSlices<T>(steps: Steps<T>, { onProgress, signal }: ProgressOptions): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const end = performance.now() + SLICE;
    do {
      const { done, value } = steps.next();
      if (done) return value;
      onProgress?.(value);
    } while (performance.now() < end);
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
  }
}

/** Work on nodes from … end − 1 until all are done, in ascending order, with pauses. */
export function* nodesInSteps(nodeCount: number, work: (from: number, end: number) => void): Steps<void> {
  for (let node = 0; node < nodeCount; node += PAUSE_AFTER_NODES) {
    work(node, Math.min(nodeCount, node + PAUSE_AFTER_NODES));
    yield node / nodeCount;
  }
}

/** Steps whose progress is a part of a larger whole's. */
export function* part<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield from + (to - from) * value;
  }
}
