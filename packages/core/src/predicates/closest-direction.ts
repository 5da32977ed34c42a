/**
 * The shortest vector from the origin to the triangle of three vectors in `r`, written to `out`. Differences vertex minus corner make it the vector from
 * a triangle to a vertex. In plain doubles: good enough to choose a direction by, and its weights are in [0, 1] and sum up to 1 but for rounding.
 */
export function closestOnTriangle(r: Float64Array, out: Float64Array): void {
  const ax = r[0];
  const ay = r[1];
  const az = r[2];
  const ux = r[3] - ax;
  const uy = r[4] - ay;
  const uz = r[5] - az;
  const vx = r[6] - ax;
  const vy = r[7] - ay;
  const vz = r[8] - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const au = -(ax * ux + ay * uy + az * uz);
  const av = -(ax * vx + ay * vy + az * vz);
  const det = uu * vv - uv * uv;
  let s = (au * vv - av * uv) / det;
  let t = (av * uu - au * uv) / det;
  if (!(det > 0 && s >= 0 && t >= 0 && s + t <= 1)) {
    // outside the face: the best of the three sides
    s = clamp(au / uu);
    t = 0;
    let best = s * s * uu - 2 * s * au;
    const t1 = clamp(av / vv);
    const value1 = t1 * t1 * vv - 2 * t1 * av;
    if (value1 < best) {
      best = value1;
      s = 0;
      t = t1;
    }
    const ww = uu - 2 * uv + vv;
    const t2 = clamp((av - au + uu - uv) / ww);
    const s2 = 1 - t2;
    const value2 = s2 * s2 * uu + 2 * s2 * t2 * uv + t2 * t2 * vv - 2 * (s2 * au + t2 * av);
    if (value2 < best) {
      s = s2;
      t = t2;
    }
  }
  out[0] = ax + s * ux + t * vx;
  out[1] = ay + s * uy + t * vy;
  out[2] = az + s * uz + t * vz;
}

/** The same for the parallelogram r₀, r₁, r₂, r₃ = r₁ + r₂ − r₀: differences of the ends of two edges. */
export function closestOnParallelogram(r: Float64Array, out: Float64Array): void {
  const ax = r[0];
  const ay = r[1];
  const az = r[2];
  const ux = r[3] - ax;
  const uy = r[4] - ay;
  const uz = r[5] - az;
  const vx = r[6] - ax;
  const vy = r[7] - ay;
  const vz = r[8] - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const au = -(ax * ux + ay * uy + az * uz);
  const av = -(ax * vx + ay * vy + az * vz);
  const det = uu * vv - uv * uv;
  let s = det > 0 ? clamp((au * vv - av * uv) / det) : 0;
  const t = clamp((av - s * uv) / vv);
  s = clamp((au - t * uv) / uu);
  out[0] = ax + s * ux + t * vx;
  out[1] = ay + s * uy + t * vy;
  out[2] = az + s * uz + t * vz;
}

/** Into [0, 1]; 0 / 0 becomes 0. */
function clamp(x: number): number {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}
