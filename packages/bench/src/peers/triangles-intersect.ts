/**
 * Whether two triangles intersect, in plain floating point: the test that a careful JavaScript user would write around a peer.
 *
 * Interval test of Möller (A Fast Triangle–Triangle Intersection Test, 1997): reject by the plane of either triangle, then compare where
 * both cut the line that the planes share. No allocation, no objects; rounding can decide touching and nearly coplanar cases either
 * way, which is why its count may differ from the exact one by a few.
 *
 * The arguments are offsets of the six corners in `p`.
 */
export function trianglesIntersect(
  p: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  // plane of the second triangle
  const dx = p[d];
  const dy = p[d + 1];
  const dz = p[d + 2];
  const ux = p[e] - dx;
  const uy = p[e + 1] - dy;
  const uz = p[e + 2] - dz;
  const vx = p[f] - dx;
  const vy = p[f + 1] - dy;
  const vz = p[f + 2] - dz;
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const ax = p[a];
  const ay = p[a + 1];
  const az = p[a + 2];
  const bx = p[b];
  const by = p[b + 1];
  const bz = p[b + 2];
  const cx = p[c];
  const cy = p[c + 1];
  const cz = p[c + 2];
  const distanceA = mx * (ax - dx) + my * (ay - dy) + mz * (az - dz);
  const distanceB = mx * (bx - dx) + my * (by - dy) + mz * (bz - dz);
  const distanceC = mx * (cx - dx) + my * (cy - dy) + mz * (cz - dz);
  if (distanceA > 0 && distanceB > 0 && distanceC > 0) return false;
  if (distanceA < 0 && distanceB < 0 && distanceC < 0) return false;

  // plane of the first
  const sx = bx - ax;
  const sy = by - ay;
  const sz = bz - az;
  const tx = cx - ax;
  const ty = cy - ay;
  const tz = cz - az;
  const nx = sy * tz - sz * ty;
  const ny = sz * tx - sx * tz;
  const nz = sx * ty - sy * tx;
  const ex = dx + ux;
  const ey = dy + uy;
  const ez = dz + uz;
  const fx = dx + vx;
  const fy = dy + vy;
  const fz = dz + vz;
  const distanceD = nx * (dx - ax) + ny * (dy - ay) + nz * (dz - az);
  const distanceE = nx * (ex - ax) + ny * (ey - ay) + nz * (ez - az);
  const distanceF = nx * (fx - ax) + ny * (fy - ay) + nz * (fz - az);
  if (distanceD > 0 && distanceE > 0 && distanceF > 0) return false;
  if (distanceD < 0 && distanceE < 0 && distanceF < 0) return false;

  if (distanceA === 0 && distanceB === 0 && distanceC === 0) return coplanarIntersect(p, a, b, c, d, e, f, nx, ny, nz);

  // both cut the shared line; compare along its largest component
  const lineX = Math.abs(ny * mz - nz * my);
  const lineY = Math.abs(nz * mx - nx * mz);
  const lineZ = Math.abs(nx * my - ny * mx);
  let pa = ax;
  let pb = bx;
  let pc = cx;
  let pd = dx;
  let pe = ex;
  let pf = fx;
  if (lineY > lineX && lineY >= lineZ) {
    pa = ay;
    pb = by;
    pc = cy;
    pd = dy;
    pe = ey;
    pf = fy;
  } else if (lineZ > lineX) {
    pa = az;
    pb = bz;
    pc = cz;
    pd = dz;
    pe = ez;
    pf = fz;
  }
  const firstFrom = oneEnd(pa, pb, pc, distanceA, distanceB, distanceC);
  const firstTo = otherEnd(pa, pb, pc, distanceA, distanceB, distanceC);
  const secondFrom = oneEnd(pd, pe, pf, distanceD, distanceE, distanceF);
  const secondTo = otherEnd(pd, pe, pf, distanceD, distanceE, distanceF);
  return (
    Math.max(firstFrom, firstTo) >= Math.min(secondFrom, secondTo) &&
    Math.max(secondFrom, secondTo) >= Math.min(firstFrom, firstTo)
  );
}

/** Where the edge from the corner alone on its side to the next corner meets the other plane. */
function oneEnd(p0: number, p1: number, p2: number, d0: number, d1: number, d2: number): number {
  if (d0 * d1 > 0) return p2 + ((p0 - p2) * d2) / (d2 - d0);
  if (d0 * d2 > 0) return p1 + ((p0 - p1) * d1) / (d1 - d0);
  if (d1 * d2 > 0 || d0 !== 0) return d0 === d1 ? p0 : p0 + ((p1 - p0) * d0) / (d0 - d1);
  return d1 !== 0 ? p1 + ((p0 - p1) * d1) / (d1 - d0) : p2 + ((p0 - p2) * d2) / (d2 - d0);
}

/** As {@link oneEnd}, for the other edge of that corner. */
function otherEnd(p0: number, p1: number, p2: number, d0: number, d1: number, d2: number): number {
  if (d0 * d1 > 0) return p2 + ((p1 - p2) * d2) / (d2 - d1);
  if (d0 * d2 > 0) return p1 + ((p2 - p1) * d1) / (d1 - d2);
  if (d1 * d2 > 0 || d0 !== 0) return d0 === d2 ? p0 : p0 + ((p2 - p0) * d0) / (d0 - d2);
  return d1 !== 0 ? p1 + ((p2 - p1) * d1) / (d1 - d2) : p2 + ((p1 - p2) * d2) / (d2 - d1);
}

/** Both triangles in one plane: drop the normal's largest component, then edges against edges and corners in triangles. */
function coplanarIntersect(
  p: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  nx: number,
  ny: number,
  nz: number,
): boolean {
  const absX = Math.abs(nx);
  const absY = Math.abs(ny);
  const absZ = Math.abs(nz);
  const u = absX >= absY && absX >= absZ ? 1 : 0;
  const v = absZ >= absX && absZ >= absY ? 1 : 2;
  const first = [a, b, c];
  const second = [d, e, f];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (segmentsMeet(p, first[i], first[(i + 1) % 3], second[j], second[(j + 1) % 3], u, v)) return true;
    }
  }
  return insideTriangle(p, a, d, e, f, u, v) || insideTriangle(p, d, a, b, c, u, v);
}

function turn(p: Float32Array, a: number, b: number, c: number, u: number, v: number): number {
  return (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
}

function segmentsMeet(p: Float32Array, a: number, b: number, c: number, d: number, u: number, v: number): boolean {
  if (turn(p, a, b, c, u, v) * turn(p, a, b, d, u, v) > 0) return false;
  if (turn(p, c, d, a, u, v) * turn(p, c, d, b, u, v) > 0) return false;
  // on one line every turn is 0 and only the boxes can separate
  for (const axis of [u, v]) {
    if (Math.max(p[a + axis], p[b + axis]) < Math.min(p[c + axis], p[d + axis])) return false;
    if (Math.max(p[c + axis], p[d + axis]) < Math.min(p[a + axis], p[b + axis])) return false;
  }
  return true;
}

function insideTriangle(p: Float32Array, at: number, a: number, b: number, c: number, u: number, v: number): boolean {
  const first = turn(p, a, b, at, u, v);
  const second = turn(p, b, c, at, u, v);
  const third = turn(p, c, a, at, u, v);
  return (first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0);
}
