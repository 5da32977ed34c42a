import type { Point } from './exact-oracle.ts';

/** Flat coordinates as points: test tables stay one line a row. */
export function points(...flat: number[]): Point[] {
  return Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]]);
}

/** All orders of the list. */
export function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((head, i) => permutations(list.filter((_, j) => j !== i)).map((rest) => [head, ...rest]));
}
