import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { Packr } from 'msgpackr';
import { FleetError } from './fleet-error.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Typed arrays, NaN, infinities and `undefined` come back as they were; a negative zero outside of typed arrays becomes zero. */
const packr = new Packr({ structuredClone: true });

/** Plain data as few bytes. */
export async function pack(value: unknown): Promise<Buffer> {
  return deflate(packr.pack(value));
}

/** Plans and inputs are names and numbers: those of a sequence of a hundred thousand files take some 20 MB. */
export const MAX_FACTS_BYTES = 2 ** 26;
/** Results of 64 frames with all their contacts, or a mesh for pictures. */
const MAX_PIECE_BYTES = 2 ** 30;

/**
 * Never more than `maxBytes` in memory: a few kilobytes may say that they are gigabytes.
 *
 * @throws FleetError if that was never packed, or is too much.
 */
export async function unpack<T>(bytes: Uint8Array, maxBytes = MAX_PIECE_BYTES): Promise<T> {
  try {
    return packr.unpack(await inflate(bytes, { maxOutputLength: maxBytes })) as T;
  } catch (error) {
    const much = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const what = much ? `: a value takes more than ${maxBytes / 2 ** 20} MB` : '';
    throw new FleetError('failed', `what Redis holds of this run is damaged${what}.`);
  }
}

/** Name for plain data: equal for equal data, whatever the order in which fields were set. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sortFields)).digest('hex');
}

function sortFields(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value instanceof Map || value instanceof Set) return [value.constructor.name, ...value];
  if (ArrayBuffer.isView(value)) return [value.constructor.name, ...(value as Uint8Array)];
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
