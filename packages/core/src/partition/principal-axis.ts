/**
 * The direction along which points[items[first … end − 1]] (xyz each) spread most: the eigenvector of their covariance with
 * the largest eigenvalue, by Jacobi rotations. Coordinate axes come out as they are when the covariance is
 * diagonal, so that a regular grid is cut along its lines.
 */
export function principalAxis(
  points: Float64Array,
  items: Uint32Array,
  first: number,
  end: number,
): [number, number, number] {
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let i = first; i < end; i++) {
    const p = 3 * items[i];
    mx += points[p];
    my += points[p + 1];
    mz += points[p + 2];
  }
  const count = end - first;
  mx /= count;
  my /= count;
  mz /= count;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let yz = 0;
  let zx = 0;
  for (let i = first; i < end; i++) {
    const p = 3 * items[i];
    const x = points[p] - mx;
    const y = points[p + 1] - my;
    const z = points[p + 2] - mz;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    yz += y * z;
    zx += z * x;
  }
  return largestEigenvector([xx, xy, zx, xy, yy, yz, zx, yz, zz]);
}

/** Of a symmetric 3×3 matrix, row by row; overwritten. */
function largestEigenvector(m: number[]): [number, number, number] {
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const small = 1e-9 * (Math.abs(m[0]) + Math.abs(m[4]) + Math.abs(m[8]));
  for (let sweep = 0; sweep < 12; sweep++) {
    if (Math.abs(m[1]) + Math.abs(m[2]) + Math.abs(m[5]) <= small) break;
    for (let pair = 0; pair < 3; pair++) {
      const p = pair === 2 ? 1 : 0;
      const q = pair === 0 ? 1 : 2;
      const off = m[3 * p + q];
      if (off === 0) continue;
      const theta = (m[4 * q] - m[4 * p]) / (2 * off);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) {
        const a = m[3 * k + p];
        const b = m[3 * k + q];
        m[3 * k + p] = c * a - s * b;
        m[3 * k + q] = s * a + c * b;
      }
      for (let k = 0; k < 3; k++) {
        const a = m[3 * p + k];
        const b = m[3 * q + k];
        m[3 * p + k] = c * a - s * b;
        m[3 * q + k] = s * a + c * b;
      }
      for (let k = 0; k < 3; k++) {
        const a = v[3 * k + p];
        const b = v[3 * k + q];
        v[3 * k + p] = c * a - s * b;
        v[3 * k + q] = s * a + c * b;
      }
    }
  }
  const best = m[0] >= m[4] ? (m[0] >= m[8] ? 0 : 2) : m[4] >= m[8] ? 1 : 2;
  return [v[best], v[3 + best], v[6 + best]];
}
