const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 → 12,345. */
export function formatCount(count: number): string {
  return whole.format(count);
}

export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10
    ? milliseconds.toFixed(2)
    : milliseconds < 100
      ? milliseconds.toFixed(1)
      : whole.format(milliseconds);
}

/** A coordinate with four digits, whatever its size. */
export function formatCoordinate(x: number): string {
  return Math.abs(x) >= 1e6 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toExponential(3) : String(Number(x.toPrecision(5)));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
