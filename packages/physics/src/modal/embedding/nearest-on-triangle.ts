/** Weights of the corners for the nearest point of a triangle, then its squared distance. */
export function nearestOnTriangle(
  p: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const wx = x - p[a];
  const wy = y - p[a + 1];
  const wz = z - p[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const ww = wx * wx + wy * wy + wz * wz;
  const squared = (s: number, r: number) => ww + s * (s * uu - 2 * uw) + r * (r * vv - 2 * vw) + 2 * s * r * uv;
  const area = uu * vv - uv * uv;
  const s = (vv * uw - uv * vw) / area;
  const r = (uu * vw - uv * uw) / area;
  let bestS = 0;
  let bestR = 0;
  let least = Number.POSITIVE_INFINITY;
  const consider = (i: number, j: number) => {
    const square = squared(i, j);
    if (square >= least) return;
    least = square;
    bestS = i;
    bestR = j;
  };
  if (area > 0 && s >= 0 && r >= 0 && s + r <= 1) consider(s, r);
  else {
    consider(clamp(uw / uu), 0);
    consider(0, clamp(vw / vv));
    const along = clamp((vw - uw - uv + uu) / (uu - 2 * uv + vv)); // from b to c
    consider(1 - along, along);
  }
  out[0] = 1 - bestS - bestR;
  out[1] = bestS;
  out[2] = bestR;
  out[3] = Math.max(0, least);
}

/** NaN, of a side without length, becomes 0. */
function clamp(share: number): number {
  return share > 0 ? Math.min(share, 1) : 0;
}
