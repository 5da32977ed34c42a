/** A closed sphere of radius 1 around the origin, facing outwards: an octahedron cut up `rounds` times. */
export function ball(rounds: number): { positions: Float64Array; triangles: Uint32Array } {
  const positions = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  let triangles = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let round = 0; round < rounds; round++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const point = [0, 1, 2].map((k) => positions[3 * a + k] + positions[3 * b + k]);
      positions.push(...point.map((x) => x / Math.hypot(...point)));
      middles.set(key, positions.length / 3 - 1);
      return positions.length / 3 - 1;
    };
    const finer: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    triangles = finer;
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
