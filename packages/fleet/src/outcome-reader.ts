import { checkOutcome } from './check-data.ts';
import type { RunStore } from './run-store.ts';
import { fromValue, runFolder } from './shards.ts';
import type { FleetFailure, FleetHeader } from './types.ts';

/** What became of an input. */
export type Outcome<H extends FleetHeader> = { readonly header: H } | { readonly failure: FleetFailure };

/** Reads outcomes, wherever they are kept. */
export class OutcomeReader<H extends FleetHeader> {
  readonly #store: RunStore;
  readonly #root: string;

  constructor(store: RunStore, root: string) {
    this.#store = store;
    this.#root = root;
  }

  async read(run: string, file: number): Promise<Outcome<H> | undefined> {
    const value = await this.#store.outcome(run, file);
    if (!value) return undefined;
    let first: Outcome<H> | undefined;
    // to its end, where its SHA-256 is compared
    for await (const outcome of fromValue<Outcome<H>>(value, runFolder(this.#root, run))) first ??= outcome;
    checkOutcome(first);
    return first;
  }
}
