import type { PairConsumer } from '../results/pair-buffer.ts';

/**
 * A question about a pose. It takes candidates in batches, decides them and keeps what it found; it knows nothing of how they are found.
 */
export interface Query extends PairConsumer {
  /** The call it belongs to, for messages. */
  readonly name: string;
}
