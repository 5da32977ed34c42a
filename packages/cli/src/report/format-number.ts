/** 12345 → 12,345. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** Four significant digits, no exponent where it can be helped: 0.1235, 12.35, 1.2e-7. */
export function formatCoordinate(value: number): string {
  if (value === 0) return '0';
  const magnitude = Math.abs(value);
  if (magnitude < 1e-4 || magnitude >= 1e7) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

export function formatPoint(point: ArrayLike<number>): string {
  return `(${Array.from(point, formatCoordinate).join(', ')})`;
}

/** 0.42 s, 12.3 s, 3 min 5 s. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `1 frame`, `2 frames`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `2 mm`, `0.002`: in the unit in which the user thinks. */
export function formatLength(value: number, { unit, unitLength }: { unit: string; unitLength: number }): string {
  const shown = String(Number((value / unitLength).toPrecision(3)));
  return unit === '' ? shown : `${shown} ${unit}`;
}

/** `12 mm (0.8 % of the model's size)`; without a unit where the file has none. */
export function formatSize(value: number, { unit, size }: Scale): string {
  const length = unit === undefined ? formatCoordinate(value) : formatUnit(value, unit);
  return size > 0 ? `${length} (${formatShare(value / size)} of its size)` : length;
}

/** What sizes are told in: the unit of a file, if it is known, and the diagonal of its model. */
export interface Scale {
  readonly unit?: string;
  readonly size: number;
}

/** Two digits, and never 0 for what is not. */
export function formatShare(share: number): string {
  const percent = 100 * share;
  return percent < 0.01 ? 'less than 0.01 %' : `${Number(percent.toPrecision(2))} %`;
}

/** Metres as people write them: 1.2 m, 3.4 cm, 2.1 mm. */
function formatUnit(value: number, unit: string): string {
  const digits = (x: number) => String(Number(x.toPrecision(3)));
  if (unit !== 'm' || value >= 1) return `${digits(value)} ${unit}`;
  return value >= 0.01 ? `${digits(100 * value)} cm` : `${digits(1000 * value)} mm`;
}

/** A length that the user gave: all its digits, since what is found depends on them. */
export function formatGivenLength(value: number, { unit, unitLength }: { unit: string; unitLength: number }): string {
  return `${Number((value / unitLength).toPrecision(15))} ${unit}`.trimEnd();
}

/** `57.31`: a time between frames, with so many digits that it is none of a frame unless it is. */
export function formatFrameTime(time: number): string {
  for (let digits = 2; digits < 6; digits++) {
    const text = time.toFixed(digits);
    if (Number.isInteger(time) || !Number.isInteger(Number(text))) return text;
  }
  return time.toFixed(6);
}

/** Four decimals, never further from 0 than the number. */
export function towardsZero(value: number): string {
  return String(Math.trunc(value * 10_000) / 10_000 + 0);
}
