import { InvalidArgumentError } from 'commander';
import type { FailOver } from '../detect/detect-options.ts';
import { type FindingKind, POSE_KINDS } from '../detect/finding-kinds.ts';
import type { IgnoreRule } from '../detect/ignore-rules.ts';
import { type Length, parseLength, UNIT_NAMES } from '../detect/proximity-lengths.ts';
import { type FrameRange, parseFrameRanges } from '../source/frame-range.ts';

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** More than any machine has cores; each takes memory of its own. */
const MAX_THREADS = 1024;

/** A whole number from 1 to 1,024. */
export function threadCount(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value <= MAX_THREADS) return value;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_THREADS}.`);
}

/** A whole number from 0, or `all`. */
export function countOrAll(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (text !== '' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 0, or "all".');
}

/** Kinds of findings, separated by commas. */
export function findingKinds(text: string): FindingKind[] {
  const words = text.split(',').map((word) => word.trim());
  const kinds = POSE_KINDS.filter((kind) => words.includes(kind));
  if (words.every((word) => (POSE_KINDS as readonly string[]).includes(word))) return kinds;
  throw new InvalidArgumentError(`It must be some of ${POSE_KINDS.join(', ')}, separated by commas.`);
}

/** Frames per second, or `keys`. */
export function frameRate(text: string): number | 'keys' {
  if (text === 'keys') return 'keys';
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0, or "keys".');
}

/** Seconds, separated by commas. */
export function timeList(text: string): number[] {
  const values = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (values.every(Number.isFinite)) return values;
  throw new InvalidArgumentError('It must be seconds, separated by commas: 0,0.5,1.25.');
}

export function frameRanges(text: string): FrameRange[] {
  const ranges = parseFrameRanges(text);
  if (ranges) return ranges;
  throw new InvalidArgumentError('It must be first:last:step, such as 10:20, 100: or ::5.');
}

/** A length from 0: a number, perhaps with a unit. */
export function length(text: string): Length {
  const parsed = parseLength(text);
  if (parsed) return parsed;
  throw new InvalidArgumentError(
    `It must be a number from 0, or one with a unit (${UNIT_NAMES.join(', ')}), such as 2mm or 0.002.`,
  );
}

/** For options that may be given several times. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** One name, or two separated by a comma. */
export function ignoreRules(text: string, before: readonly IgnoreRule[] = []): IgnoreRule[] {
  const objects = text.split(',').map((name) => name.trim());
  if (objects.length <= 2 && objects.every((name) => name !== '')) return [...before, { objects }];
  throw new InvalidArgumentError('It must be one name or two separated by a comma, with * and ? as wildcards.');
}

/** `contacts=20,depth=1mm`. */
export function failLimits(text: string): FailOver {
  const limits: { -readonly [key in keyof FailOver]: FailOver[key] } = {};
  for (const part of text.split(',')) {
    const [, key, value] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    const count = Number(value);
    const depth = value === undefined ? undefined : parseLength(value);
    if (key !== undefined && key in limits) throw new InvalidArgumentError(`It says ${key} twice.`);
    if (key === 'depth' && depth) limits.depth = depth;
    else if (
      (key === 'contacts' || key === 'places' || key === 'frames') &&
      Number.isSafeInteger(count) &&
      count >= 0
    ) {
      limits[key] = count;
    } else {
      throw new InvalidArgumentError('It must be some of contacts=N, places=N, frames=N, depth=LENGTH, with commas.');
    }
  }
  return limits;
}

/** Days that runs are kept; `forever` is without end. */
export function keepDays(text: string): number {
  if (text === 'forever') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number of days above 0, or 'forever'.");
}
