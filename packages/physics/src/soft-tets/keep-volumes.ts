/**
 * Moves the corners of every tet along the gradients of its signed volume so that the volume comes back to rest, `share`
 * of the difference (one Gauss–Seidel sweep). Inverted tets are turned back that way. `rest` is six times the volume.
 */
export function keepVolumes(positions: Float64Array, tets: Uint32Array, rest: Float64Array, share: number): void {
  const p = positions;
  for (let t = 0; t < rest.length; t++) {
    const a = 3 * tets[4 * t];
    const b = 3 * tets[4 * t + 1];
    const c = 3 * tets[4 * t + 2];
    const d = 3 * tets[4 * t + 3];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const wx = p[d] - p[a];
    const wy = p[d + 1] - p[a + 1];
    const wz = p[d + 2] - p[a + 2];
    // gradients at b, c, d; the one at a is minus their sum
    const bx = vy * wz - vz * wy;
    const by = vz * wx - vx * wz;
    const bz = vx * wy - vy * wx;
    const cx = wy * uz - wz * uy;
    const cy = wz * ux - wx * uz;
    const cz = wx * uy - wy * ux;
    const dx = uy * vz - uz * vy;
    const dy = uz * vx - ux * vz;
    const dz = ux * vy - uy * vx;
    const ax = -bx - cx - dx;
    const ay = -by - cy - dy;
    const az = -bz - cz - dz;
    const steepness =
      ax * ax +
      ay * ay +
      az * az +
      bx * bx +
      by * by +
      bz * bz +
      cx * cx +
      cy * cy +
      cz * cz +
      dx * dx +
      dy * dy +
      dz * dz;
    if (steepness === 0) continue;
    const move = (share * (rest[t] - (ux * bx + uy * by + uz * bz))) / steepness;
    p[a] += move * ax;
    p[a + 1] += move * ay;
    p[a + 2] += move * az;
    p[b] += move * bx;
    p[b + 1] += move * by;
    p[b + 2] += move * bz;
    p[c] += move * cx;
    p[c + 1] += move * cy;
    p[c + 2] += move * cz;
    p[d] += move * dx;
    p[d + 1] += move * dy;
    p[d + 2] += move * dz;
  }
}

/** Six times the signed volume of every tet. */
export function tetVolumes(positions: ArrayLike<number>, tets: Uint32Array): Float64Array {
  const p = positions;
  const volumes = new Float64Array(tets.length / 4);
  for (let t = 0; t < volumes.length; t++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * tets[4 * t + k]);
    const [u, v, w] = [b, c, d].map((q) => [p[q] - p[a], p[q + 1] - p[a + 1], p[q + 2] - p[a + 2]]);
    volumes[t] =
      u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  }
  return volumes;
}
