/**
 * How to bring a pose to the origin and to size 1. In doubles, before graphics cards round to floats: meshes may be far away, or 1e102 wide.
 */
export function fitToUnitSphere(positions: Float64Array) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    if (positions[i] < low[axis]) low[axis] = positions[i];
    if (positions[i] > high[axis]) high[axis] = positions[i];
  }
  const middle = low.map((x, axis) => x / 2 + high[axis] / 2);
  const radius = Math.max(...high.map((x, axis) => x / 2 - low[axis] / 2)) || 1;
  return {
    apply(points: ArrayLike<number>): Float32Array {
      const out = new Float32Array(points.length);
      for (let i = 0; i < out.length; i++) out[i] = (points[i] - middle[i % 3]) / radius;
      return out;
    },
  };
}

export type Fit = ReturnType<typeof fitToUnitSphere>;
