import { IoError } from '../io-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads values of untrusted JSON; `where` is the place as in `accessors[3].count`. */
export class JsonCheck {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  error(where: string, expected: string, found?: unknown): IoError {
    const value = found === undefined ? undefined : `found ${describe(found)}`;
    return new IoError({ file: this.file, expected: `${expected} at ${where}`, found: value });
  }

  object(value: unknown, where: string): JsonObject {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    throw this.error(where, 'an object', value ?? null);
  }

  /** An absent list is an empty one. */
  list(value: unknown, where: string): readonly unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    throw this.error(where, 'a list', value);
  }

  whole(value: unknown, where: string, fallback?: number): number {
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.error(where, 'a whole number from 0', value ?? null);
  }

  /** A number below `length`. */
  index(value: unknown, length: number, where: string): number {
    const index = this.whole(value, where);
    if (index < length) return index;
    throw this.error(where, `a number below ${length}`, index);
  }

  /** `length` finite numbers; any number of them if `length` is left out. */
  numbers(value: unknown, where: string, length?: number): readonly number[] {
    const list = this.list(value, where);
    if (length !== undefined && list.length !== length) throw this.error(where, `${length} numbers`, value);
    for (const item of list) {
      if (typeof item !== 'number' || !Number.isFinite(item)) throw this.error(where, 'finite numbers', item);
    }
    return list as readonly number[];
  }

  oneOf<T>(value: unknown, allowed: readonly T[], where: string): T {
    if (allowed.includes(value as T)) return value as T;
    throw this.error(where, `one of ${allowed.join(', ')}`, value ?? null);
  }

  text(value: unknown): string {
    return typeof value === 'string' ? value : '';
  }

  /** The extension's object; undefined if the property does not use it. */
  extension(owner: JsonObject, name: string, where: string): JsonObject | undefined {
    if (owner.extensions === undefined) return undefined;
    const value = this.object(owner.extensions, `${where}.extensions`)[name];
    return value === undefined ? undefined : this.object(value, `${where}.extensions.${name}`);
  }
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
