/**
 * The point of triangle a, b, c nearest to p, written to `out`. Rounded, as estimates may be; a triangle without area
 * counts as its sides. `corners` are places of xyz in `positions`.
 */
export function closestOnTriangle(
  positions: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): void {
  const q = positions;
  const ux = q[b] - q[a];
  const uy = q[b + 1] - q[a + 1];
  const uz = q[b + 2] - q[a + 2];
  const vx = q[c] - q[a];
  const vy = q[c + 1] - q[a + 1];
  const vz = q[c + 2] - q[a + 2];
  const wx = q[p] - q[a];
  const wy = q[p + 1] - q[a + 1];
  const wz = q[p + 2] - q[a + 2];
  // the point is a + s·u + t·v
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const area = uu * vv - uv * uv;
  let s = (vv * uw - uv * vw) / area;
  let t = (uu * vw - uv * uw) / area;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) {
    // outside: the nearest of the three sides
    const alongU = share(uw, uu);
    const alongV = share(vw, vv);
    const alongUV = share(vw - uw - uv + uu, uu - 2 * uv + vv); // from b to c
    // squared distances from a + s·u + t·v to p, less |w|²
    const toU = alongU * (alongU * uu - 2 * uw);
    const toV = alongV * (alongV * vv - 2 * vw);
    const r = 1 - alongUV;
    const toUV = r * r * uu + 2 * r * alongUV * uv + alongUV * alongUV * vv - 2 * (r * uw + alongUV * vw);
    if (toU <= toV && toU <= toUV) {
      s = alongU;
      t = 0;
    } else if (toV <= toUV) {
      s = 0;
      t = alongV;
    } else {
      s = r;
      t = alongUV;
    }
  }
  out[0] = q[a] + s * ux + t * vx;
  out[1] = q[a + 1] + s * uy + t * vy;
  out[2] = q[a + 2] + s * uz + t * vz;
}

/** top / bottom, kept between 0 and 1; 0 for 0 / 0. */
function share(top: number, bottom: number): number {
  if (!(top > 0)) return 0;
  return top < bottom ? top / bottom : 1;
}
