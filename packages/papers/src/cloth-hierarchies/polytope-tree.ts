/** The tree of polytopes that method `kdop` compared in its last search, for pictures. A polytope lies between two planes for each direction. */
export interface PolytopeTree {
  /** x y z a direction, of any length. */
  readonly directions: Float64Array;
  /** Levels below the root. */
  readonly deepest: number;
  /**
   * Polytopes of a level, 0 for the root, and leaves above it, so that together they hold the mesh: for each, and for each direction, the least
   * and the greatest product of it with a point inside.
   */
  ofLevel(level: number): Float64Array;
}
