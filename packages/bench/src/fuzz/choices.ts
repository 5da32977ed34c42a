import { createRandom } from '@selfcollide/scenes';

/** A stream of choices that depends on its seed alone. */
export interface Choices {
  /** In [0, 1). */
  fraction(): number;
  /** In [−1, 1). */
  signed(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

export function createChoices(seed: number): Choices {
  const { next, index } = createRandom(seed);
  return {
    fraction: next,
    signed: () => 2 * next() - 1,
    whole: (low, high) => low + index(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => items[index(items.length)],
  };
}
