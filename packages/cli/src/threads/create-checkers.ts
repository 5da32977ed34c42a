import { programUrl } from '../dist-files.ts';
import type { Input } from '../source/input.ts';
import type { Checker, CheckSettings } from './checker.ts';
import { LocalChecker } from './local-checker.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { ThreadChecker } from './thread-checker.ts';

/** Threads started at once; more only when there turns out to be work for them. */
const EARLY_THREADS = 4;

/**
 * A single input is checked in the main thread too, which is there already: it starts at once, and others are started when there is enough to
 * do. Among several, one that brings its thread down must not end the others, so all go to worker threads; so does everything under a limit,
 * since only a thread can be ended in the middle of a frame.
 */
export function createCheckers(
  inputs: readonly Input[],
  threads: number,
  settings: CheckSettings,
  limit?: MemoryLimit,
): Checker[] {
  const isLocal = !limit && (threads === 1 || inputs.length === 1);
  const checkers: Checker[] = isLocal ? [new LocalChecker(settings)] : [];
  while (checkers.length < threads) {
    const checker = new ThreadChecker(programUrl, settings);
    limit?.watch(checker);
    if (checkers.length < EARLY_THREADS && inputs.length > 1) checker.warmUp();
    checkers.push(checker);
  }
  return checkers;
}
