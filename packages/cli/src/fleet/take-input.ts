import type { FleetInput } from '@selfcollide/fleet';
import { FailedInput } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings, InputSettings } from '../threads/checker.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An input from a queue, which anybody may have written who can reach Redis: made anew from the fields that an input has. Its files are those that
 * the worker has located, and no others: `located` is there even if it is empty, so that no name is ever opened as a path.
 *
 * @throws FailedInput if it is none.
 */
export function takeInput(queued: FleetInput): Input {
  const { name, located = {} } = queued;
  const fields = queued as unknown as Fields;
  const own = fields.settings === undefined ? {} : { settings: takeObject<InputSettings>(name, fields.settings) };
  const { kind, cache, files, numbers, scene, triangles } = fields;
  if (kind === 'file' && cache === undefined) return { kind, name, located, ...own };
  if (kind === 'file') {
    const { name: cached } = takeObject<Fields>(name, cache);
    if (typeof cached !== 'string') throw refusal(name);
    return { kind, name, located, cache: { name: cached }, ...own };
  }
  if (kind === 'sequence' && isListOf(files, 'string') && isListOf(numbers, 'number')) {
    if (files.length === 0 || files.length !== numbers.length) throw refusal(name);
    return { kind, name, files, numbers, located, ...own };
  }
  if (kind === 'scene' && typeof scene === 'string') {
    if (triangles === undefined) return { kind, name, scene, ...own };
    if (typeof triangles === 'number' && Number.isSafeInteger(triangles))
      return { kind, name, scene, triangles, ...own };
  }
  throw refusal(name);
}

/**
 * Settings of a run: whatever they say, reading stays with the files that were located, and nothing is written.
 *
 * @throws FailedInput if they are none.
 */
export function takeSettings(name: string, settings: unknown): CheckSettings {
  const taken = takeObject<CheckSettings & Fields>(name, settings);
  const { animation, kinds, listLimit, times = [], frames = [], ignore = [] } = taken;
  const areLists = Array.isArray(kinds) && Array.isArray(times) && Array.isArray(frames) && Array.isArray(ignore);
  const isLimit = typeof listLimit === 'number' && listLimit >= 0;
  if (typeof animation === 'string' && areLists && isLimit) return taken;
  throw refusal(name);
}

function takeObject<T>(name: string, value: unknown): T {
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return value as T;
  throw refusal(name);
}

function isListOf<K extends 'string' | 'number'>(
  value: unknown,
  kind: K,
): value is readonly (K extends 'string' ? string : number)[] {
  return Array.isArray(value) && value.every((each) => typeof each === kind);
}

function refusal(name: string): FailedInput {
  return new FailedInput({ kind: 'unreadable', message: `${name}: what the queue says of it makes no sense.` });
}
