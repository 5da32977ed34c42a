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
