import { UsageError } from '../failure.ts';

/** Tenths of a millimetre: whole numbers, so that 2 mm of a file in metres is the double nearest to 0.002. */
const UNITS = { mm: 10, cm: 100, m: 10_000, in: 254, ft: 3048 } as const;

export type Unit = keyof typeof UNITS;

export const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** A length as the user writes it: `2mm`, or `0.002` in the model's own unit. */
export interface Length {
  readonly value: number;
  readonly unit?: Unit;
}

/** What to look for: pairs closer than `distance`, unless they belong together within `restRadius`. Plain data. */
export interface ProximityOptions {
  readonly distance: Length;
  /** Default: four times the distance. */
  readonly restRadius?: Length;
}

/** A file whose lengths are asked for. */
export interface MeasuredFile {
  readonly name: string;
  readonly format: string;
  /** What 1 means in files of formats that do not say. */
  readonly fileUnit?: Unit;
}

/** The same for a certain file, in its unit. */
export interface ProximityLengths {
  readonly distance: number;
  readonly restRadius: number;
  /** For people: the unit in which the distance was given, if any, and how much of the model's unit it is. */
  readonly unit: Unit | '';
  readonly unitLength: number;
}

/** Reads `2mm`, `2 mm`, `0.5`, `1e-3m`; undefined if it makes no sense. */
export function parseLength(text: string): Length | undefined {
  const match = /^\s*(\d+(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]);
  const unit = match[2].toLowerCase();
  if (!Number.isFinite(value)) return undefined;
  if (unit === '') return { value };
  return Object.hasOwn(UNITS, unit) ? { value, unit: unit as Unit } : undefined;
}

/**
 * A length in the file's own unit; a plain number is one already.
 *
 * @throws UsageError if it has a unit and the file has none, or is no finite number in that of the file.
 */
export function lengthIn({ name, format, fileUnit }: MeasuredFile, option: string, { value, unit }: Length): number {
  if (unit === undefined) return value;
  const own = unitOf({ format, fileUnit });
  if (own !== undefined) {
    const nearest = (value * UNITS[unit]) / UNITS[own];
    // the product may be too large where the quotient is not
    const length = Number.isFinite(nearest) ? nearest : (value / UNITS[own]) * UNITS[unit];
    if (Number.isFinite(length)) return length;
    throw new UsageError(
      `${name}: ${option} must be a finite number in the unit of the file, ${own}, got ${value}${unit}, which is too large.`,
    );
  }
  throw new UsageError(
    `${name}: ${option} ${value}${unit} needs to know the unit of the file, and ${format} files do not say; add --unit, such as --unit m, or give a plain number.`,
  );
}

/** What 1 means in a file, where anybody says: some formats are in metres, whatever others are. */
export function unitOf({ format, fileUnit }: Pick<MeasuredFile, 'format' | 'fileUnit'>): Unit | undefined {
  if (format === '3mf') return 'mm';
  return METRIC.has(format) ? 'm' : fileUnit;
}

const METRIC: ReadonlySet<string> = new Set(['gltf', 'collada', 'usd']);

/** @throws UsageError if a length has a unit and the file has none, or it or the rest radius that follows from it is too large for a number. */
export function proximityLengths(file: MeasuredFile, { distance, restRadius }: ProximityOptions): ProximityLengths {
  const reach = lengthIn(file, '--proximity', distance);
  return {
    distance: reach,
    restRadius: restRadius ? lengthIn(file, '--rest-radius', restRadius) : usualRadius(file, distance, reach),
    unit: distance.unit ?? '',
    unitLength: distance.unit === undefined ? 1 : lengthIn(file, '--proximity', { value: 1, unit: distance.unit }),
  };
}

function usualRadius({ name }: MeasuredFile, { value, unit }: Length, reach: number): number {
  if (Number.isFinite(4 * reach)) return 4 * reach;
  throw new UsageError(
    `${name}: --proximity must be a distance of which four times, the rest radius, is a finite number, got ${value}${unit ?? ''}; make it smaller or add --rest-radius.`,
  );
}
