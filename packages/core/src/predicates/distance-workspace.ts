/**
 * Memory that a triangle distance works in; the caller keeps it. Numbers 0–2 are the weights of the corners of A, 3–5
 * those of B: the closest points, once a distance was returned. The rest is scratch.
 */
export const DISTANCE_WORKSPACE = 136;

/** Place of the six corners, x y z each, seen from the first corner of A. */
export const CORNERS = 6;

/**
 * Numbers that go from function to function: handed over as arguments, V8 would put them on the heap. What is wanted: `LIMIT`; what was found:
 * `DISTANCE`; the limit with room for errors, a direction (three), the gap along it, and the length L of {@link GAP_ERROR}.
 */
export const LIMIT = 128;
export const DISTANCE = 129;
export const REACH = 130;
export const GAP = 131;
export const DIRECTION = 132;
export const LENGTH = 135;

/** A returned distance d and the true one differ by less than this times d. */
export const DISTANCE_ACCURACY = 1e-12;

/**
 * Lengths whose squares are between these go through plain doubles: products of six neither overflow nor
 * sink to where bits are lost. Others are left to whole numbers.
 */
export const MIN_SQUARE: number = 2 ** -300;
export const MAX_SQUARE: number = 2 ** 300;

/**
 * Times the length L = √(sum of squares of the five corners seen from the first), bounds the error, u = 2^−53, of
 * - the gap along a direction n (taken as it is): corners are off by u, a term of a dot product by 4u of its size, so a
 *   dot product by 4.1u|n|L; two of them and their difference 10.3u|n|L; divided by a length √(n·n) that is off by 3u,
 *   and a quotient no larger than 2L: below 20u L;
 * - the distance of two points given by weights: products and sums 13u L, weights that do not quite add up to one
 *   5u L, the root of a sum of squares 6u L: below 25u L.
 * 32u leaves room for the rounding of L and of the comparisons.
 */
export const GAP_ERROR: number = 2 ** -48;

/**
 * A direction whose square is smaller proves nothing: its products may have sunk to where bits are lost. Above it, what
 * they lose (2^−1074 each) is nothing against u|n|L ≥ 2^−53 · 2^−480 · 2^−150.
 */
export const MIN_DIRECTION: number = 2 ** -960;
