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
  // about the first point: sums of squares about a place far away would lose what is left of them
  const ox = points[3 * items[first]];
  const oy = points[3 * items[first] + 1];
  const oz = points[3 * items[first] + 2];
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let yz = 0;
  let zx = 0;
  for (let i = first; i < end; i++) {
    const p = 3 * items[i];
    const x = points[p] - ox;
    const y = points[p + 1] - oy;
    const z = points[p + 2] - oz;
    mx += x;
    my += y;
    mz += z;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    yz += y * z;
    zx += z * x;
  }
  const count = end - first;
  return largestEigenvector(
    xx - (mx * mx) / count,
    yy - (my * my) / count,
    zz - (mz * mz) / count,
    xy - (mx * my) / count,
    yz - (my * mz) / count,
    zx - (mz * mx) / count,
  );
}

/** Of a symmetric matrix: its diagonal, and what is beside it, 01, 12 and 20. Sweeps of rotations, each in the plane of axes 0 and 1; then axes change places. */
function largestEigenvector(
  m00: number,
  m11: number,
  m22: number,
  m01: number,
  m12: number,
  m20: number,
): [number, number, number] {
  let a = m00;
  let b = m11;
  let c = m22;
  let d = m01;
  let e = m12;
  let f = m20;
  // axes 0, 1 and 2 in the coordinates of the points
  let x0 = 1;
  let y0 = 0;
  let z0 = 0;
  let x1 = 0;
  let y1 = 1;
  let z1 = 0;
  let x2 = 0;
  let y2 = 0;
  let z2 = 1;
  const small = 1e-9 * (Math.abs(a) + Math.abs(b) + Math.abs(c));
  for (let sweep = 0; sweep < 12; sweep++) {
    if (Math.abs(d) + Math.abs(e) + Math.abs(f) <= small) break;
    for (let turn = 0; turn < 3; turn++) {
      let cos = 1;
      let sin = 0;
      if (d !== 0) {
        const theta = (b - a) / (2 * d);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        cos = 1 / Math.sqrt(t * t + 1);
        sin = t * cos;
        a -= t * d;
        b += t * d;
      }
      // 1 becomes 0, 2 becomes 1, 0 becomes 2
      const oldA = a;
      const oldF = f;
      a = b;
      b = c;
      c = oldA;
      d = sin * oldF + cos * e;
      f = 0;
      e = cos * oldF - sin * e;
      const px = cos * x0 - sin * x1;
      const py = cos * y0 - sin * y1;
      const pz = cos * z0 - sin * z1;
      x0 = sin * x0 + cos * x1;
      y0 = sin * y0 + cos * y1;
      z0 = sin * z0 + cos * z1;
      x1 = x2;
      y1 = y2;
      z1 = z2;
      x2 = px;
      y2 = py;
      z2 = pz;
    }
  }
  if (a >= b) return a >= c ? [x0, y0, z0] : [x2, y2, z2];
  return b >= c ? [x1, y1, z1] : [x2, y2, z2];
}
