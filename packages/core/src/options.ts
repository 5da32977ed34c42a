import { describe } from './mesh/validate-mesh.ts';

/** Throws for an option that does not exist: a misspelt name would otherwise be ignored silently. */
export function checkKnown(caller: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new RangeError(`${caller}: options must be an object, got ${describe(options)}.`);
  }
  // not Object.keys, whose list would be made anew for every frame
  for (const name in options) {
    if (!known.includes(name)) {
      throw new RangeError(`${caller}: options are ${known.join(', ')}, got '${name}'.`);
    }
  }
}

export function checkOneOf<T>(caller: string, name: string, value: T, allowed: readonly T[]): void {
  if (allowed.includes(value)) return;
  throw new RangeError(
    `${caller}: ${name} must be one of ${allowed.map(describe).join(', ')}, got ${describe(value)}.`,
  );
}

export function checkWhole(caller: string, name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new RangeError(`${caller}: ${name} must be a whole number from ${least}, got ${describe(value)}.`);
}

export function checkPositive(caller: string, name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new RangeError(`${caller}: ${name} must be a finite number above 0, got ${describe(value)}.`);
}

export function checkNotNegative(caller: string, name: string, value: number | undefined): void {
  if (Number.isFinite(value) && (value as number) >= 0) return;
  throw new RangeError(`${caller}: ${name} must be a finite number from 0, got ${describe(value)}.`);
}

/** Before the work begins, since both are first called when some of it is done. */
export function checkProgress(caller: string, options: { onProgress?: unknown; signal?: object }): void {
  const { onProgress, signal } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new RangeError(`${caller}: onProgress must be a function, got ${describe(onProgress)}.`);
  }
  if (signal !== undefined && typeof (signal as { throwIfAborted?: unknown } | null)?.throwIfAborted !== 'function') {
    throw new RangeError(`${caller}: signal must be an AbortSignal, got ${describe(signal)}.`);
  }
}

const MOST_GROUPS = 4096;

/** That `ignore` is a list of pairs of groups, and that there are groups. */
export function checkIgnored(caller: string, { groups, ignore }: { groups?: unknown; ignore?: unknown }): void {
  if (ignore === undefined) return;
  if (!Array.isArray(ignore)) {
    throw new RangeError(`${caller}: ignore must be a list of pairs of groups, got ${describe(ignore)}.`);
  }
  if (groups === undefined) {
    throw new RangeError(`${caller}: ignore goes with groups, got it without.`);
  }
  const seen = new Set<unknown>();
  for (const [i, pair] of ignore.entries()) {
    const isPair =
      Array.isArray(pair) && pair.length === 2 && pair.every((group) => Number.isInteger(group) && group >= 0);
    if (!isPair) {
      const got = Array.isArray(pair) ? `[${pair.join(', ')}]` : describe(pair);
      throw new RangeError(`${caller}: ignore must hold pairs of whole numbers from 0, got ${got} at place ${i}.`);
    }
    seen.add(pair[0]).add(pair[1]);
  }
  if (seen.size > MOST_GROUPS) {
    throw new RangeError(`${caller}: ignore must name at most ${MOST_GROUPS} groups, got ${seen.size}.`);
  }
}
