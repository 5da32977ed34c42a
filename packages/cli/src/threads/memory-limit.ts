import type { ThreadChecker } from './thread-checker.ts';

const LOOK_MS = 100;
/** What an ended thread held is given back to the system within about this time. */
const REST_MS = 1000;

/** A check took more memory than it may. */
export class MemoryLimitError extends Error {
  override readonly name = 'MemoryLimitError';

  constructor(megabytes: number) {
    super(`--max-memory: the program has reached ${megabytes} MB; it is left out`);
  }
}

/**
 * Ends threads that are at work when the program has more memory than it may: typed arrays and WebAssembly count, which V8's own limits leave out.
 * Which thread took most cannot be known, so all that are at work go; those that are asked again start anew.
 */
export class MemoryLimit {
  readonly #megabytes: number;
  readonly #checkers = new Set<ThreadChecker>();
  readonly #timer: NodeJS.Timeout;
  #rests = 0;

  constructor(megabytes: number, resident: () => number = () => process.memoryUsage.rss()) {
    this.#megabytes = megabytes;
    this.#timer = setInterval(() => {
      if (resident() <= megabytes * 2 ** 20 || performance.now() < this.#rests) return;
      this.#rests = performance.now() + REST_MS;
      for (const checker of this.#checkers) checker.giveUp(new MemoryLimitError(this.#megabytes));
    }, LOOK_MS).unref();
  }

  watch(checker: ThreadChecker): void {
    this.#checkers.add(checker);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
