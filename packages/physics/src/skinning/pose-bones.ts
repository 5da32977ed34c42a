/** Bones that hang together; a bone comes after its parent. */
export interface Skeleton {
  /** Per bone: the number of its parent, smaller than its own; −1 for a root. */
  readonly parents: ArrayLike<number>;
  /** Per bone: the point of the rest shape that it turns about, x, y, z. */
  readonly joints: ArrayLike<number>;
}

/** Numbers for each bone in `poseBones`' result: three rows of four, so that a rest point (x, y, z, 1) is mapped by them. */
export const MATRIX_SIZE = 12;

/**
 * Maps from the rest shape to the pose, one for each bone, into `out` (12 numbers a bone). `rotations` has a unit quaternion
 * x, y, z, w for each bone: its turn about its joint, along the axes of the rest shape, before its parent's map.
 * `translation` moves the roots.
 */
export function poseBones(
  skeleton: Skeleton,
  rotations: ArrayLike<number>,
  translation: ArrayLike<number>,
  out: Float64Array,
): void {
  const { parents, joints } = skeleton;
  for (let bone = 0; bone < parents.length; bone++) {
    const parent = parents[bone];
    if (parent >= bone) throw new RangeError(`poseBones: a parent must come before bone ${bone}, got ${parent}.`);
    const x = rotations[4 * bone];
    const y = rotations[4 * bone + 1];
    const z = rotations[4 * bone + 2];
    const w = rotations[4 * bone + 3];
    const turn = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    const jx = joints[3 * bone];
    const jy = joints[3 * bone + 1];
    const jz = joints[3 * bone + 2];
    // about the joint: p ↦ R p + (joint − R joint)
    const shift = turn.map((row, k) => joints[3 * bone + k] - row[0] * jx - row[1] * jy - row[2] * jz);
    for (let row = 0; row < 3; row++) {
      const at = MATRIX_SIZE * bone + 4 * row;
      if (parent < 0) {
        for (let k = 0; k < 3; k++) out[at + k] = turn[row][k];
        out[at + 3] = shift[row] + translation[row];
        continue;
      }
      const up = MATRIX_SIZE * parent + 4 * row;
      for (let k = 0; k < 3; k++) {
        out[at + k] = out[up] * turn[0][k] + out[up + 1] * turn[1][k] + out[up + 2] * turn[2][k];
      }
      out[at + 3] = out[up] * shift[0] + out[up + 1] * shift[1] + out[up + 2] * shift[2] + out[up + 3];
    }
  }
}
