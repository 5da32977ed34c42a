import { CORNERS, DIRECTION, GAP, MIN_DIRECTION, REACH } from './distance-workspace.ts';

/** Below this sine squared two edges count as parallel: where they are closest, a corner is closest too, but for rounding. */
const PARALLEL = 2 ** -46;

export function setWeights(work: Float64Array, at: number, w0: number, w1: number, w2: number): void {
  work[at] = w0;
  work[at + 1] = w1;
  work[at + 2] = w2;
}

/**
 * Writes the weights of the closest points of the two outlines, and to `GAP` a gap that proves how close they can be:
 * infinite if some direction already shows that nothing is within `REACH` (weights are unfinished then).
 */
export function closestEdges(work: Float64Array): void {
  const reach = work[REACH];
  let best = Number.POSITIVE_INFINITY;
  let edgeA = 0;
  let edgeB = 0;
  let shareA = 0;
  let shareB = 0;
  search: for (let i = 0; i < 3; i++) {
    const a = CORNERS + 3 * i;
    const a1 = i === 2 ? CORNERS : a + 3;
    const ax = work[a];
    const ay = work[a + 1];
    const az = work[a + 2];
    const ex = work[a1] - ax;
    const ey = work[a1 + 1] - ay;
    const ez = work[a1 + 2] - az;
    const ee = ex * ex + ey * ey + ez * ez;
    for (let j = 0; j < 3; j++) {
      const b = CORNERS + 9 + 3 * j;
      const b1 = j === 2 ? CORNERS + 9 : b + 3;
      const bx = work[b];
      const by = work[b + 1];
      const bz = work[b + 2];
      const fx = work[b1] - bx;
      const fy = work[b1 + 1] - by;
      const fz = work[b1 + 2] - bz;
      const ff = fx * fx + fy * fy + fz * fz;
      const rx = bx - ax;
      const ry = by - ay;
      const rz = bz - az;
      const ef = ex * fx + ey * fy + ez * fz;
      const er = ex * rx + ey * ry + ez * rz;
      const fr = fx * rx + fy * ry + fz * rz;
      // closest points a + s·e and b + t·f
      const across = ee * ff - ef * ef;
      let s = across > PARALLEL * ee * ff ? share(er * ff - ef * fr, across) : 0;
      let t = ef * s - fr;
      if (t <= 0) {
        t = 0;
        s = share(er, ee);
      } else if (t >= ff) {
        t = 1;
        s = share(er + ef, ee);
      } else t /= ff;
      const zx = rx + t * fx - s * ex;
      const zy = ry + t * fy - s * ey;
      const zz = rz + t * fz - s * ez;
      const square = zx * zx + zy * zy + zz * zz;
      if (!(square < best)) continue;
      best = square;
      edgeA = i;
      edgeB = j;
      shareA = s;
      shareB = t;
      // the corners opposite: if none reaches between the two points, nothing does
      const c = CORNERS + (i === 0 ? 6 : 3 * (i - 1));
      const d = CORNERS + 9 + (j === 0 ? 6 : 3 * (j - 1));
      const beyondA =
        zx * (work[c] - ax - s * ex) + zy * (work[c + 1] - ay - s * ey) + zz * (work[c + 2] - az - s * ez);
      const beyondB =
        zx * (work[d] - bx - t * fx) + zy * (work[d + 1] - by - t * fy) + zz * (work[d + 2] - bz - t * fz);
      const gap = square - (beyondA > 0 ? beyondA : 0) + (beyondB < 0 ? beyondB : 0);
      if (gap > reach * Math.sqrt(square)) {
        work[DIRECTION] = zx;
        work[DIRECTION + 1] = zy;
        work[DIRECTION + 2] = zz;
        measureGap(work);
        if (work[GAP] > reach) {
          work[GAP] = Number.POSITIVE_INFINITY;
          return;
        }
      }
      if (beyondA <= 0 && beyondB >= 0) break search;
    }
  }
  setWeights(work, 0, 0, 0, 0);
  setWeights(work, 3, 0, 0, 0);
  work[edgeA] = 1 - shareA;
  work[edgeA === 2 ? 0 : edgeA + 1] = shareA;
  work[3 + edgeB] = 1 - shareB;
  work[edgeB === 2 ? 3 : edgeB + 4] = shareB;
  chooseDirection(work, edgeA, edgeB);
  measureGap(work);
}

/** What is at right angles to both: edges, edge and corner, or from corner to corner. */
function chooseDirection(work: Float64Array, edgeA: number, edgeB: number): void {
  const a = CORNERS + 3 * edgeA;
  const a1 = edgeA === 2 ? CORNERS : a + 3;
  const b = CORNERS + 9 + 3 * edgeB;
  const b1 = edgeB === 2 ? CORNERS + 9 : b + 3;
  const s = work[edgeA === 2 ? 0 : edgeA + 1];
  const t = work[edgeB === 2 ? 3 : edgeB + 4];
  const insideA = s > 0 && s < 1;
  const insideB = t > 0 && t < 1;
  const p = s === 1 ? a1 : a;
  const q = t === 1 ? b1 : b;
  const rx = work[q] - work[p];
  const ry = work[q + 1] - work[p + 1];
  const rz = work[q + 2] - work[p + 2];
  if (!insideA && !insideB) {
    work[DIRECTION] = rx;
    work[DIRECTION + 1] = ry;
    work[DIRECTION + 2] = rz;
    return;
  }
  let ex = work[a1] - work[a];
  let ey = work[a1 + 1] - work[a + 1];
  let ez = work[a1 + 2] - work[a + 2];
  let fx = work[b1] - work[b];
  let fy = work[b1 + 1] - work[b + 1];
  let fz = work[b1 + 2] - work[b + 2];
  if (!insideA || !insideB) {
    if (insideB) {
      ex = fx;
      ey = fy;
      ez = fz;
    }
    // (e × r) × e: the second product makes it upright on e however small the first came out
    const cx = ey * rz - ez * ry;
    const cy = ez * rx - ex * rz;
    const cz = ex * ry - ey * rx;
    fx = ex;
    fy = ey;
    fz = ez;
    ex = cx;
    ey = cy;
    ez = cz;
  }
  work[DIRECTION] = ey * fz - ez * fy;
  work[DIRECTION + 1] = ez * fx - ex * fz;
  work[DIRECTION + 2] = ex * fy - ey * fx;
}

/** top / bottom, kept between 0 and 1; 0 for 0 / 0. */
function share(top: number, bottom: number): number {
  if (!(top > 0)) return 0;
  return top < bottom ? top / bottom : 1;
}

/** Writes to `GAP` the width of the gap between the projections of both triangles onto `DIRECTION`; negative if they overlap. */
export function measureGap(work: Float64Array): void {
  const nx = work[DIRECTION];
  const ny = work[DIRECTION + 1];
  const nz = work[DIRECTION + 2];
  const u = nx * work[CORNERS + 3] + ny * work[CORNERS + 4] + nz * work[CORNERS + 5];
  const v = nx * work[CORNERS + 6] + ny * work[CORNERS + 7] + nz * work[CORNERS + 8];
  const p = nx * work[CORNERS + 9] + ny * work[CORNERS + 10] + nz * work[CORNERS + 11];
  const q = nx * work[CORNERS + 12] + ny * work[CORNERS + 13] + nz * work[CORNERS + 14];
  const r = nx * work[CORNERS + 15] + ny * work[CORNERS + 16] + nz * work[CORNERS + 17];
  const lowA = u < v ? (u < 0 ? u : 0) : v < 0 ? v : 0;
  const highA = u > v ? (u > 0 ? u : 0) : v > 0 ? v : 0;
  const lowB = p < q ? (p < r ? p : r) : q < r ? q : r;
  const highB = p > q ? (p > r ? p : r) : q > r ? q : r;
  const above = lowB - highA;
  const below = lowA - highB;
  const nn = nx * nx + ny * ny + nz * nz;
  work[GAP] = nn < MIN_DIRECTION ? Number.NEGATIVE_INFINITY : (above > below ? above : below) / Math.sqrt(nn);
}
