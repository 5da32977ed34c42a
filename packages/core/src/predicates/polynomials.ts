/** Whole-number coefficients by ascending power. The last is never 0; the zero polynomial has none. */
export type Polynomial = readonly bigint[];

export function trimmed(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length--;
  return length === coefficients.length ? coefficients : coefficients.slice(0, length);
}

/** f + factor · g. */
export function plus(f: Polynomial, g: Polynomial, factor = 1n): Polynomial {
  const sum: bigint[] = [];
  for (let i = 0; i < Math.max(f.length, g.length); i++) sum.push((f[i] ?? 0n) + factor * (g[i] ?? 0n));
  return trimmed(sum);
}

export function minus(f: Polynomial, g: Polynomial): Polynomial {
  return plus(f, g, -1n);
}

export function times(f: Polynomial, g: Polynomial): Polynomial {
  if (f.length === 0 || g.length === 0) return [];
  const product: bigint[] = new Array(f.length + g.length - 1).fill(0n);
  for (let i = 0; i < f.length; i++) for (let j = 0; j < g.length; j++) product[i + j] += f[i] * g[j];
  return product;
}

/** A polynomial with the same roots, each once. `f` must not be zero. */
export function squareFree(f: Polynomial): Polynomial {
  if (f.length < 3) return f;
  const common = greatestCommonDivisor(
    f,
    f.slice(1).map((coefficient, i) => coefficient * BigInt(i + 1)),
  );
  return common.length < 2 ? f : quotient(f, common);
}

/** Up to a constant factor. One of the two must not be zero. */
export function greatestCommonDivisor(f: Polynomial, g: Polynomial): Polynomial {
  let [a, b] = f.length < g.length ? [g, f] : [f, g];
  while (b.length > 1) [a, b] = [b, primitive(remainder(a, b))];
  return b.length === 0 ? a : [1n];
}

/** The remainder of a by b, times a constant other than 0. */
function remainder(a: Polynomial, b: Polynomial): Polynomial {
  const rest = [...a];
  const lead = b[b.length - 1];
  while (rest.length >= b.length) {
    const top = rest[rest.length - 1];
    const shift = rest.length - b.length;
    for (let i = 0; i < rest.length - 1; i++) rest[i] = rest[i] * lead - (i < shift ? 0n : top * b[i - shift]);
    rest.pop();
    while (rest.length > 0 && rest[rest.length - 1] === 0n) rest.pop();
  }
  return rest;
}

/** a / b, where b divides a, up to a constant factor. */
function quotient(a: Polynomial, b: Polynomial): Polynomial {
  const rest = [...a];
  const lead = b[b.length - 1];
  const result: bigint[] = new Array(a.length - b.length + 1).fill(0n);
  for (let shift = result.length - 1; shift >= 0; shift--) {
    const top = rest[shift + b.length - 1];
    for (let i = 0; i < result.length; i++) result[i] *= lead;
    result[shift] = top;
    for (let i = 0; i < rest.length; i++) {
      rest[i] = rest[i] * lead - (i < shift || i - shift >= b.length ? 0n : top * b[i - shift]);
    }
  }
  return primitive(result);
}

/** Without the common divisor of the coefficients, which would grow from step to step. */
function primitive(f: Polynomial): Polynomial {
  if (f.length < 4) return f; // the last two steps cannot grow much: finding a divisor costs more than it saves
  let divisor = 0n;
  for (const coefficient of f) {
    let [a, b] = [coefficient < 0n ? -coefficient : coefficient, divisor];
    while (b !== 0n) [a, b] = [b, a % b];
    divisor = a;
    if (divisor === 1n) return f;
  }
  return divisor === 0n ? f : f.map((coefficient) => coefficient / divisor);
}

/**
 * 2^(exponent · degree) · f((start + x) / 2^exponent): what f does on the interval of length 2^−exponent from there, as a polynomial over [0, 1].
 */
export function onInterval(f: Polynomial, start: bigint, exponent: number): bigint[] {
  const local = f.map((coefficient, i) => coefficient << BigInt(exponent * (f.length - 1 - i)));
  if (start === 0n) return local;
  for (let i = 0; i < local.length - 1; i++)
    for (let j = local.length - 2; j >= i; j--) local[j] += start * local[j + 1];
  return local;
}

/** Bernstein coefficients over [0, 1], each times a binomial: their signs are those that matter. Last one first. */
export function bernsteinSigns(local: readonly bigint[]): bigint[] {
  const reversed = [...local].reverse();
  for (let i = 0; i < reversed.length - 1; i++) {
    for (let j = reversed.length - 2; j >= i; j--) reversed[j] += reversed[j + 1];
  }
  return reversed;
}
