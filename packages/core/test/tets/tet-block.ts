/** A block of nx × ny × nz unit cubes of five tets each, one corner at the origin. */
export function tetBlock(nx: number, ny: number, nz: number): { positions: Float64Array; tets: Uint32Array } {
  const positions: number[] = [];
  const tets: number[] = [];
  const vertex = (x: number, y: number, z: number) => (x * (ny + 1) + y) * (nz + 1) + z;
  for (let x = 0; x <= nx; x++) {
    for (let y = 0; y <= ny; y++) for (let z = 0; z <= nz; z++) positions.push(x, y, z);
  }
  // corner bits: 1 x, 2 y, 4 z; neighbours use the mirrored pattern, so that diagonals meet
  const even = [0, 1, 2, 4, 3, 1, 7, 2, 5, 1, 4, 7, 6, 2, 7, 4, 1, 2, 4, 7];
  const odd = [1, 0, 3, 5, 2, 0, 6, 3, 4, 0, 5, 6, 7, 3, 6, 5, 0, 3, 5, 6];
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      for (let z = 0; z < nz; z++) {
        for (const c of (x + y + z) % 2 === 0 ? even : odd) {
          tets.push(vertex(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)));
        }
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

/** Copies of a body: turned at random, scattered in a cube of the given half width around `middle`, and shaken. */
export function scatter(
  block: { positions: Float64Array; tets: Uint32Array },
  copies: number,
  halfWidth: number,
  shake: number,
  random: () => number,
  middle: readonly number[] = [0, 0, 0],
): { positions: Float64Array; tets: Uint32Array }[] {
  return Array.from({ length: copies }, () => {
    const quaternion = [0, 0, 0, 0].map(() => random() - 0.5);
    const length = Math.hypot(...quaternion);
    const [w, x, y, z] = quaternion.map((q) => q / length);
    const turn = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    const shift = middle.map((m) => m + (2 * random() - 1) * halfWidth);
    const positions = new Float64Array(block.positions.length);
    for (let i = 0; i < positions.length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c] = turn[axis];
        const at = a * block.positions[i] + b * block.positions[i + 1] + c * block.positions[i + 2];
        positions[i + axis] = at + shift[axis] + (random() - 0.5) * shake;
      }
    }
    return { positions, tets: block.tets };
  });
}
