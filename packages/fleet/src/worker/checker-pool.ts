import type { FleetChecker, FleetEngine, FleetFailure, FleetHeader, FleetInput, FleetResult } from '../types.ts';
import { type Lacking, nameWorkers, UnreachableFile } from './locate-files.ts';
import type { PreparedCache } from './prepared-cache.ts';

/** What a checker has open. */
interface Slot<H extends FleetHeader, R extends FleetResult> {
  readonly checker: FleetChecker<H, R>;
  /** Of settings and input. Empty: nothing, or nobody knows what. */
  openKey: string;
  busy: boolean;
  usedAt: number;
}

/** A checker that has opened an input, for as long as a job has it. */
export interface Lease<H extends FleetHeader, R extends FleetResult> {
  readonly header: H;
  check(frames: readonly number[], poses: readonly number[]): Promise<R[]>;
  /** Whether its thread has died. */
  isLost(): boolean;
}

export interface LeaseRequest {
  readonly settings: unknown;
  readonly settingsKey: string;
  readonly inputKey: string;
  readonly locate: () => Promise<FleetInput>;
  /** Workers that lack files of the input, if nobody else is left who might have them: then that is what is wrong with it. */
  readonly lacking?: Lacking;
}

/** An input that nobody can open: damaged, or the options do not fit. */
export class UnopenedInput extends Error {
  readonly failure: FleetFailure;

  constructor(failure: FleetFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Fits no request. */
const LACKING = 'lacking';

/** The threads of a worker, each with the input that it had last still open: ranges of the same input go there first. */
export class CheckerPool<H extends FleetHeader, R extends FleetResult> {
  readonly #cache: PreparedCache<H>;
  readonly #slots: Slot<H, R>[];
  #clock = 0;

  constructor(engine: FleetEngine<H, R>, cache: PreparedCache<H>, threads: number) {
    this.#cache = cache;
    this.#slots = Array.from({ length: threads }, () => {
      const checker = engine.createChecker();
      checker.warmUp();
      return { checker, openKey: '', busy: false, usedAt: 0 };
    });
  }

  /**
   * Runs `work` with a thread that has the input open. There are as many jobs at a time as threads, so one is free.
   *
   * @throws UnopenedInput, UnreachableFile, or what `work` throws.
   */
  async lease<T>(request: LeaseRequest, work: (lease: Lease<H, R>) => Promise<T>): Promise<T> {
    const slot = this.#choose(request);
    slot.busy = true;
    slot.usedAt = ++this.#clock;
    try {
      const header = await this.#open(slot, request);
      const check = async (frames: readonly number[], poses: readonly number[]) =>
        withReasons(await this.#check(slot, frames, poses), request.lacking);
      return await work({ header, check, isLost: () => slot.openKey === '' });
    } finally {
      slot.busy = false;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map(({ checker }) => checker.close()));
  }

  #choose({ settingsKey, inputKey }: LeaseRequest): Slot<H, R> {
    const free = this.#slots.filter(({ busy }) => !busy).sort((a, b) => a.usedAt - b.usedAt);
    if (free.length === 0) throw new Error('CheckerPool: there must be a free thread.');
    return free.find(({ openKey }) => openKey === `${settingsKey}-${inputKey}`) ?? free[0];
  }

  async #open(slot: Slot<H, R>, { settings, settingsKey, inputKey, locate, lacking }: LeaseRequest): Promise<H> {
    const key = `${settingsKey}-${inputKey}`;
    const known = lacking ? undefined : await this.#cache.find(key);
    if (known && slot.openKey === key) return known.header;
    const input = await locate();
    slot.openKey = '';
    // the header of who prepares is whole; those who come later get that one
    const reply = await slot.checker.open(input, settings, known?.prepared);
    if ('failure' in reply) throw refusal(reply.failure, lacking);
    // what lacks files is of use to nobody else
    slot.openKey = lacking ? LACKING : key;
    if (lacking) return reply.header;
    if (known) return known.header;
    await this.#cache.keep(key, { header: reply.header, prepared: reply.prepared });
    return reply.header;
  }

  async #check(slot: Slot<H, R>, frames: readonly number[], poses: readonly number[]): Promise<R[]> {
    try {
      return await slot.checker.check(frames, poses);
    } catch (error) {
      slot.openKey = ''; // its thread is gone
      throw error;
    }
  }
}

function refusal(failure: FleetFailure, lacking: Lacking | undefined): Error {
  if (failure.elsewhere && !lacking) return new UnreachableFile(failure.message);
  return new UnopenedInput(lacking ? settle(failure, lacking) : failure);
}

/** Frames of a sequence are read one by one: here it turns out what is missing. */
function withReasons<R extends FleetResult>(results: R[], lacking: Lacking | undefined): R[] {
  const first = results.find(({ failure }) => failure?.elsewhere)?.failure;
  if (!first) return results;
  if (!lacking) throw new UnreachableFile(first.message);
  return results.map((result) => (result.failure ? { ...result, failure: settle(result.failure, lacking) } : result));
}

function settle({ kind, message, elsewhere }: FleetFailure, lacking: Lacking): FleetFailure {
  return { kind, message: elsewhere ? nameWorkers(message, lacking) : message };
}
