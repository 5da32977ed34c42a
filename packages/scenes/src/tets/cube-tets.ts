/** Corner bits: 1 x, 2 y, 4 z. Four tets cut off every other corner, the first of each four; the fifth is what remains. */
const EVEN = [0, 1, 2, 4, 3, 1, 7, 2, 5, 1, 4, 7, 6, 2, 7, 4, 1, 2, 4, 7];
const ODD = [1, 3, 0, 5, 2, 6, 0, 3, 4, 5, 0, 6, 7, 6, 3, 5, 0, 5, 3, 6];

/**
 * The five tets of a cube with the given corners, four vertices each. Neighbouring cubes must differ in `odd`: they use
 * mirrored patterns, so that the diagonals of common sides agree.
 */
export function cubeTets(corners: readonly number[], odd: boolean): number[] {
  return (odd ? ODD : EVEN).map((corner) => corners[corner]);
}
