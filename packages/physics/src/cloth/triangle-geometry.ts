/** Unit length; zeros for a triangle without area. */
export function faceNormal(triangles: Uint32Array, t: number, pose: Float64Array, out: Float64Array): void {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const ux = pose[b] - pose[a];
  const uy = pose[b + 1] - pose[a + 1];
  const uz = pose[b + 2] - pose[a + 2];
  const vx = pose[c] - pose[a];
  const vy = pose[c + 1] - pose[a + 1];
  const vz = pose[c + 2] - pose[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = length > 0 ? x / length : 0;
  out[1] = length > 0 ? y / length : 0;
  out[2] = length > 0 ? z / length : 0;
}

/**
 * Weights of the point of a triangle nearest to a vertex, into `out`. Returns how many of them are 0; −1 for a triangle without
 * area (Ericson 2005, §5.1.5).
 */
export function nearestOnTriangle(
  pose: Float64Array,
  p: number,
  other: Float64Array,
  triangles: Uint32Array,
  t: number,
  out: Float64Array,
): number {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const ux = other[b] - other[a];
  const uy = other[b + 1] - other[a + 1];
  const uz = other[b + 2] - other[a + 2];
  const vx = other[c] - other[a];
  const vy = other[c + 1] - other[a + 1];
  const vz = other[c + 2] - other[a + 2];
  const x = pose[p] - other[a];
  const y = pose[p + 1] - other[a + 1];
  const z = pose[p + 2] - other[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const d1 = ux * x + uy * y + uz * z;
  const d2 = vx * x + vy * y + vz * z;
  const area = uu * vv - uv * uv;
  if (!(area > 1e-20 * uu * vv)) return -1;
  if (d1 <= 0 && d2 <= 0) return setWeights(out, 1, 0, 0);
  const d3 = d1 - uu;
  const d4 = d2 - uv;
  if (d3 >= 0 && d4 <= d3) return setWeights(out, 0, 1, 0);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return setWeights(out, 1 - d1 / (d1 - d3), d1 / (d1 - d3), 0);
  const d5 = d1 - uv;
  const d6 = d2 - vv;
  if (d6 >= 0 && d5 <= d6) return setWeights(out, 0, 0, 1);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return setWeights(out, 1 - d2 / (d2 - d6), 0, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const share = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return setWeights(out, 0, 1 - share, share);
  }
  const scale = 1 / (va + vb + vc);
  return setWeights(out, 1 - (vb + vc) * scale, vb * scale, vc * scale);
}

function setWeights(out: Float64Array, a: number, b: number, c: number): number {
  out[0] = a;
  out[1] = b;
  out[2] = c;
  return Number(a === 0) + Number(b === 0) + Number(c === 0);
}
