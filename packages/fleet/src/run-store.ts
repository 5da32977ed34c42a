import type { Redis } from 'ioredis';
import { checkInput, checkPlan } from './check-data.ts';
import type { FleetConnection } from './connect.ts';
import { FleetError } from './fleet-error.ts';
import type { Keys } from './keys.ts';
import { MAX_FACTS_BYTES, pack, unpack } from './pack.ts';
import { isRunName } from './run-name.ts';
import type { QueuedInput, RunPlan } from './types.ts';

export type RunState = 'queueing' | 'queued' | 'cancelled' | 'done';

/** What is known of a run at a glance. */
export interface RunFacts {
  readonly name: string;
  readonly state: RunState;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Milliseconds since 1970, of a run that is done or cancelled. */
  readonly ended?: number;
  readonly files: number;
  /** Opened, or failed for good. */
  readonly filesKnown: number;
  readonly filesFailed: number;
  /** Frames of the files opened so far. */
  readonly frames: number;
  readonly framesDone: number;
  /** Ranges that two workers checked, of which one counts. */
  readonly repeats: number;
  /** Ranges that were cut in two because they could not be checked whole. */
  readonly splits: number;
  /** Bytes of results in Redis. */
  readonly bytes: number;
}

const CREATE = `
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner == ARGV[1] then return 1 end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'created', ARGV[2], 'state', 'queueing', 'files', ARGV[3], 'plan', ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[5])
return 1`;

/** Takes results once: the first counts, all others are the same. Returns 1, 0 if there are some already, −1 if the run is gone. */
const KEEP = `
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then
  redis.call('HINCRBY', KEYS[1], 'repeats', 1)
  return 0
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
redis.call('HINCRBY', KEYS[1], 'framesDone', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'bytes', #ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[1])
return 1`;

/** The same for what became of an input: its header, or why there is none. */
const SETTLE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'filesKnown', 1)
redis.call('HINCRBY', KEYS[1], 'filesFailed', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'frames', ARGV[3])
redis.call('HINCRBY', KEYS[1], 'bytes', #ARGV[2])
redis.call('PUBLISH', ARGV[5], ARGV[1])
return 1`;

/** What Redis keeps of runs. Nothing here schedules: that is BullMQ's. */
export class RunStore {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor({ redis, keys }: FleetConnection) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /**
   * Whole or not at all, and once: whoever could not hear the answer asks again.
   *
   * @throws FleetError if there is a run of that name by somebody else.
   */
  async create(name: string, plan: RunPlan, files: number, owner: string): Promise<void> {
    const keys = [this.#keys.run(name), this.#keys.runs];
    const made = await this.#redis.eval(CREATE, 2, ...keys, owner, Date.now(), files, await pack(plan), name);
    if (made === 0) throw new FleetError('failed', `there is a run ${name} already.`);
  }

  /** @throws FleetError if there is no such run. */
  async facts(name: string): Promise<RunFacts> {
    const facts = isRunName(name) ? await this.findFacts(name) : undefined;
    if (!facts) throw new FleetError('usage', `there is no run ${name} on this queue ("selfcollide runs" lists them).`);
    return facts;
  }

  async findFacts(name: string): Promise<RunFacts | undefined> {
    const fields = ['created', 'state', 'files', 'filesKnown', 'filesFailed', 'frames', 'framesDone'] as const;
    const [created, state, ...counts] = await this.#redis.hmget(
      this.#keys.run(name),
      ...fields,
      ...['repeats', 'splits', 'bytes', 'ended'],
    );
    if (!created || !state) return undefined;
    const [files, filesKnown, filesFailed, frames, framesDone, repeats, splits, bytes, ended] = counts.map(Number);
    return {
      ...{ name, state: state as RunState, created: Number(created), files, filesKnown, filesFailed },
      ...{ frames, framesDone, repeats, splits, bytes, ...(ended > 0 && { ended }) },
    };
  }

  async list(): Promise<RunFacts[]> {
    const names = await this.#redis.zrange(this.#keys.runs, 0, -1);
    const runs: RunFacts[] = [];
    for (const name of names) {
      const facts = await this.findFacts(name);
      if (facts) runs.push(facts);
    }
    return runs;
  }

  /** @throws FleetError if it is damaged. */
  async plan(name: string): Promise<RunPlan | undefined> {
    const bytes = await this.#redis.hgetBuffer(this.#keys.run(name), 'plan');
    return bytes ? checkPlan(await unpack(bytes, MAX_FACTS_BYTES)) : undefined;
  }

  async state(name: string): Promise<RunState | undefined> {
    return ((await this.#redis.hget(this.#keys.run(name), 'state')) ?? undefined) as RunState | undefined;
  }

  /** Changes the state of a run that is still there. */
  async setState(name: string, state: RunState): Promise<void> {
    const isEnd = state === 'done' || state === 'cancelled';
    const note = isEnd ? `redis.call('HSETNX', KEYS[1], 'ended', ARGV[3])` : '';
    const change = `redis.call('HSET', KEYS[1], 'state', ARGV[1]) ${note} redis.call('PUBLISH', ARGV[2], '')`;
    // a full server must not keep anybody from cancelling what fills it
    const guarded = `#!lua flags=allow-oom\nif redis.call('EXISTS', KEYS[1]) == 1 then ${change} end`;
    await this.#redis.eval(guarded, 1, this.#keys.run(name), state, this.#keys.news(name), Date.now());
  }

  async addInputs(name: string, inputs: ReadonlyMap<number, QueuedInput>): Promise<void> {
    const fields = new Map<string, Buffer>();
    for (const [file, input] of inputs) fields.set(String(file), await pack(input));
    if (fields.size > 0) await this.#redis.hset(this.#keys.inputs(name), fields);
  }

  /** Which of these inputs are not there yet. */
  async lackingInputs(name: string, files: readonly number[]): Promise<number[]> {
    const found = await Promise.all(files.map((file) => this.#redis.hexists(this.#keys.inputs(name), String(file))));
    return files.filter((_, i) => found[i] === 0);
  }

  /** @throws FleetError if it is damaged. */
  async input(name: string, file: number): Promise<QueuedInput | undefined> {
    const bytes = await this.#redis.hgetBuffer(this.#keys.inputs(name), String(file));
    return bytes ? checkInput(await unpack(bytes, MAX_FACTS_BYTES)) : undefined;
  }

  async inputCount(name: string): Promise<number> {
    return this.#redis.hlen(this.#keys.inputs(name));
  }

  /** Whether these results are the first of their range. */
  async keepResults(name: string, file: number, from: number, count: number, value: Buffer): Promise<boolean> {
    const keys = [this.#keys.run(name), this.#keys.cover(name, file), this.#keys.results(name, file)];
    return (await this.#redis.eval(KEEP, 3, ...keys, from, count, value, this.#keys.news(name))) === 1;
  }

  /** `frames` of an input that was opened; 0 of one that failed. */
  async keepOutcome(name: string, file: number, value: Buffer, frames: number): Promise<boolean> {
    const keys = [this.#keys.run(name), this.#keys.outcomes(name)];
    const failed = frames === 0 ? 1 : 0;
    return (await this.#redis.eval(SETTLE, 2, ...keys, file, value, frames, failed, this.#keys.news(name))) === 1;
  }

  async outcome(name: string, file: number): Promise<Buffer | undefined> {
    return (await this.#redis.hgetBuffer(this.#keys.outcomes(name), String(file))) ?? undefined;
  }

  async results(name: string, file: number, from: number): Promise<Buffer | undefined> {
    return (await this.#redis.hgetBuffer(this.#keys.results(name, file), String(from))) ?? undefined;
  }

  /** First frame → frames, of every range that has results. */
  async cover(name: string, file: number): Promise<Map<number, number>> {
    const all = await this.#redis.hgetall(this.#keys.cover(name, file));
    return new Map(Object.entries(all).map(([from, count]) => [Number(from), Number(count)]));
  }

  /** Whether there are results of a range that starts here. */
  async isCovered(name: string, file: number, from: number): Promise<boolean> {
    return (await this.#redis.hexists(this.#keys.cover(name, file), String(from))) === 1;
  }

  async countRepeat(name: string): Promise<void> {
    await this.#ifThere(name, `redis.call('HINCRBY', KEYS[2], 'repeats', 1)`, this.#keys.run(name));
  }

  async countSplits(name: string, splits: number): Promise<void> {
    await this.#ifThere(name, `redis.call('HINCRBY', KEYS[1], 'splits', ARGV[1])`, this.#keys.run(name), splits);
  }

  async keepShapes(name: string, request: string, value: Buffer): Promise<void> {
    const keep = `redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])`;
    await this.#ifThere(name, keep, this.#keys.shapes(name), request, value);
  }

  async shapes(name: string, request: string): Promise<Buffer | undefined> {
    return (await this.#redis.hgetBuffer(this.#keys.shapes(name), request)) ?? undefined;
  }

  async markSettled(name: string, file: number): Promise<void> {
    await this.#ifThere(name, `redis.call('SADD', KEYS[2], ARGV[1])`, this.#keys.settled(name), file);
  }

  /** Which of these inputs are not settled. */
  async unsettled(name: string, files: readonly number[]): Promise<number[]> {
    if (files.length === 0) return [];
    const settled = await this.#redis.smismember(this.#keys.settled(name), ...files);
    return files.filter((_, i) => settled[i] !== 1);
  }

  /** A run that was forgotten must not come back in parts. */
  async #ifThere(name: string, script: string, key: string, ...values: (string | number | Buffer)[]): Promise<void> {
    const guarded = `if redis.call('EXISTS', KEYS[1]) == 1 then ${script} end`;
    await this.#redis.eval(guarded, 2, this.#keys.run(name), key, ...values);
  }

  /** Takes away everything of a run, a thousand keys at a time. */
  async forget(name: string, files: number): Promise<void> {
    const keys = this.#keys;
    // the run itself goes first: workers that still have a range of it then keep nothing more
    await this.#redis.unlink(
      ...[keys.run(name), keys.inputs(name), keys.outcomes(name), keys.settled(name), keys.shapes(name)],
    );
    for (let first = 0; first < files; first += 500) {
      const some = Array.from({ length: Math.min(500, files - first) }, (_, i) => first + i);
      await this.#redis.unlink(...some.flatMap((file) => [keys.results(name, file), keys.cover(name, file)]));
    }
    await this.#redis.zrem(keys.runs, name);
  }

  /** Takes away keys of runs that are gone: a client may have died while it forgot one. Returns how many. */
  async dropOrphans(): Promise<number> {
    for (const name of await this.#redis.zrange(this.#keys.runs, 0, -1)) {
      if ((await this.#redis.exists(this.#keys.run(name))) === 0) await this.#redis.zrem(this.#keys.runs, name);
    }
    const start = this.#keys.run('');
    const known = new Map<string, boolean>();
    let dropped = 0;
    for (let cursor = '0'; ; ) {
      const [next, found] = await this.#redis.scan(cursor, 'MATCH', `${escapeGlob(start)}*:*`, 'COUNT', 1000);
      const orphans: string[] = [];
      for (const key of found) {
        const [name] = key.slice(start.length).split(':');
        if (!known.has(name)) known.set(name, (await this.#redis.exists(this.#keys.run(name))) === 1);
        if (!known.get(name)) orphans.push(key);
      }
      if (orphans.length > 0) dropped += await this.#redis.unlink(...orphans);
      cursor = next;
      if (cursor === '0') return dropped;
    }
  }
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}
