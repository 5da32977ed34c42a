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

/** @throws FleetError if that was never packed. */
export async function unpack<T>(bytes: Uint8Array): Promise<T> {
  try {
    return packr.unpack(await inflate(bytes)) as T;
  } catch {
    throw new FleetError('failed', 'what Redis holds of this run is damaged.');
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
