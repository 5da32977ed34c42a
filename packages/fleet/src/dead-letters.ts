import type { Redis } from 'ioredis';
import type { FleetConnection } from './connect.ts';
import type { Keys } from './keys.ts';

/** A job that failed for good: what it was, where, and why. */
export interface DeadLetter {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly run: string;
  /** Such as `run-20261117-4f3a9c file 3 frames 0 to 40`. */
  readonly job: string;
  readonly worker: string;
  readonly attempts: number;
  readonly reason: string;
}

/** So many are kept, the newest. */
const MAX_LETTERS = 10_000;
/** A reason is a sentence; what a hostile job makes of it is cut. */
const MAX_REASON = 500;

/** Jobs that failed for good, in a stream of their own: jobs themselves leave the queue when they end, so that names can be used again. */
export class DeadLetters {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor({ redis, keys }: FleetConnection) {
    this.#redis = redis;
    this.#keys = keys;
  }

  async add({ run, job, worker, attempts, reason }: Omit<DeadLetter, 'time'>): Promise<void> {
    const fields = { run, job, worker, attempts: String(attempts), reason: reason.slice(0, MAX_REASON) };
    const flat = Object.entries(fields).flat();
    await this.#redis.xadd(this.#keys.deadLetters, 'MAXLEN', '~', MAX_LETTERS, '*', ...flat);
  }

  count(): Promise<number> {
    return this.#redis.xlen(this.#keys.deadLetters);
  }

  /** The newest first; of one run, or of all. */
  async list(run?: string): Promise<DeadLetter[]> {
    const entries = await this.#redis.xrevrange(this.#keys.deadLetters, '+', '-', 'COUNT', MAX_LETTERS * 2);
    const letters = entries.map(([id, fields]) => {
      const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
      const time = Number(id.split('-')[0]);
      const attempts = Number(value('attempts'));
      return { time, run: value('run'), job: value('job'), worker: value('worker'), attempts, reason: value('reason') };
    });
    return run === undefined ? letters : letters.filter((letter) => letter.run === run);
  }

  /** Takes away those from before a time. Returns how many. */
  async dropBefore(time: number): Promise<number> {
    return this.#redis.xtrim(this.#keys.deadLetters, 'MINID', Math.max(0, Math.floor(time)));
  }
}
