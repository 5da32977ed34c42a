/** How many planes bound a polytope: two for each direction. */
export type Dop = 6 | 8 | 14 | 18;

const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CORNERS = [1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1];
const EDGES = [1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1];

/** Directions of the planes; they are no unit vectors, so that projections along axes are coordinates and others sums of these. */
export interface DopDirections {
  readonly count: number;
  /** x y z each. */
  readonly vectors: Float64Array;
  /** Rounded up by no more than 2⁻⁵¹. */
  readonly lengths: Float64Array;
}

export function directionsOf(dop: Dop): DopDirections {
  const numbers = { 6: AXES, 8: CORNERS, 14: [...AXES, ...CORNERS], 18: [...AXES, ...EDGES] }[dop];
  const vectors = Float64Array.from(numbers);
  const count = numbers.length / 3;
  const lengths = Float64Array.from({ length: count }, (_, d) => {
    const square = vectors[3 * d] ** 2 + vectors[3 * d + 1] ** 2 + vectors[3 * d + 2] ** 2;
    return square === 1 ? 1 : Math.sqrt(square) * (1 + 2 ** -52);
  });
  return { count, vectors, lengths };
}
