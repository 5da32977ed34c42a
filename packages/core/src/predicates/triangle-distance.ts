import { closestEdges, measureGap, setWeights } from './closest-edges.ts';
import {
  CORNERS,
  DIRECTION,
  DISTANCE,
  DISTANCE_ACCURACY,
  GAP,
  GAP_ERROR,
  LENGTH,
  LIMIT,
  MAX_SQUARE,
  MIN_DIRECTION,
  MIN_SQUARE,
  REACH,
} from './distance-workspace.ts';
import { exactDistance } from './exact-distance.ts';
import { refineDistance } from './refine-distance.ts';
import { trianglesMeet } from './triangles-meet.ts';

/**
 * Distance of the closed triangles a and b (vertex numbers of `positions`, any finite doubles; without area they are
 * the segments or points that they are), or Infinity if it is certain to exceed `limit`.
 *
 * Weights of the closest points go to `work` (see {@link DISTANCE_WORKSPACE}): not negative, of sum 1 but for rounding;
 * undefined after Infinity. The distance is off by less than DISTANCE_ACCURACY times itself, 0 exactly if they meet.
 *
 * How the closest points are found needs no trust: a result counts if a direction proves it. No two points of
 * A and B are closer than the gap between the projections of the two onto any direction; points that are no
 * farther apart than that, but for the derived error, are closest. What doubles do not prove is done again with
 * twice the digits, then with whole numbers.
 */
export function triangleDistance(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  limit: number,
  work: Float64Array,
): number {
  work[LIMIT] = limit;
  measureTriangles(positions, a0, a1, a2, b0, b1, b2, work);
  return work[DISTANCE];
}

/** {@link triangleDistance} with the limit taken from `work`, and the distance written there: for loops that must leave no garbage. */
export function measureTriangles(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  work: Float64Array,
): void {
  const ox = positions[3 * a0];
  const oy = positions[3 * a0 + 1];
  const oz = positions[3 * a0 + 2];
  const ux = positions[3 * a1] - ox;
  const uy = positions[3 * a1 + 1] - oy;
  const uz = positions[3 * a1 + 2] - oz;
  const vx = positions[3 * a2] - ox;
  const vy = positions[3 * a2 + 1] - oy;
  const vz = positions[3 * a2 + 2] - oz;
  const px = positions[3 * b0] - ox;
  const py = positions[3 * b0 + 1] - oy;
  const pz = positions[3 * b0 + 2] - oz;
  const qx = positions[3 * b1] - ox;
  const qy = positions[3 * b1 + 1] - oy;
  const qz = positions[3 * b1 + 2] - oz;
  const rx = positions[3 * b2] - ox;
  const ry = positions[3 * b2 + 1] - oy;
  const rz = positions[3 * b2 + 2] - oz;
  const square =
    ux * ux +
    uy * uy +
    uz * uz +
    (vx * vx + vy * vy + vz * vz) +
    (px * px + py * py + pz * pz) +
    (qx * qx + qy * qy + qz * qz) +
    (rx * rx + ry * ry + rz * rz);
  if (!(square >= MIN_SQUARE && square <= MAX_SQUARE)) {
    measureRescaled(positions, a0, a1, a2, b0, b1, b2, work);
    return;
  }
  // until shown to be less
  work[DISTANCE] = Number.POSITIVE_INFINITY;
  const error = GAP_ERROR * Math.sqrt(square);
  const reach = work[LIMIT] * (1 + 2 ** -50) + error;

  // from middle to middle: as good as a normal at telling far ones, and cheaper
  const cx = px + qx + rx - (ux + vx);
  const cy = py + qy + ry - (uy + vy);
  const cz = pz + qz + rz - (uz + vz);
  const cu = cx * ux + cy * uy + cz * uz;
  const cv = cx * vx + cy * vy + cz * vz;
  const cp = cx * px + cy * py + cz * pz;
  const cq = cx * qx + cy * qy + cz * qz;
  const cr = cx * rx + cy * ry + cz * rz;
  const cc = cx * cx + cy * cy + cz * cz;
  const farC = reach * Math.sqrt(cc);
  const beyondC =
    +(cp > farC) &
    +(cq > farC) &
    +(cr > farC) &
    +(cp - cu > farC) &
    +(cq - cu > farC) &
    +(cr - cu > farC) &
    +(cp - cv > farC) &
    +(cq - cv > farC) &
    +(cr - cv > farC);
  if (beyondC !== 0 && cc >= MIN_DIRECTION) return;

  // Along the normal of A. Of the corners of A it is enough to know that rounding put them no farther than `slack` from one height:
  // |δn| ≤ 3u|e||f| for edges e, f no longer than √2 L. Signs are collected as bits, a processor could not guess them.
  const slack = 2 ** -49 * square * Math.sqrt(square);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const np = nx * px + ny * py + nz * pz;
  const nq = nx * qx + ny * qy + nz * qz;
  const nr = nx * rx + ny * ry + nz * rz;
  const farN = reach * Math.sqrt(nn) + slack;
  const beyondN = (+(np > farN) & +(nq > farN) & +(nr > farN)) | (+(np < -farN) & +(nq < -farN) & +(nr < -farN));
  if (beyondN !== 0 && nn >= MIN_DIRECTION) return;

  // along the normal of B
  const fx = qx - px;
  const fy = qy - py;
  const fz = qz - pz;
  const gx = rx - px;
  const gy = ry - py;
  const gz = rz - pz;
  const mx = fy * gz - fz * gy;
  const my = fz * gx - fx * gz;
  const mz = fx * gy - fy * gx;
  const mm = mx * mx + my * my + mz * mz;
  const m0 = -(mx * px + my * py + mz * pz);
  const mu = mx * ux + my * uy + mz * uz + m0;
  const mv = mx * vx + my * vy + mz * vz + m0;
  const farM = reach * Math.sqrt(mm) + slack;
  const beyondM = (+(m0 > farM) & +(mu > farM) & +(mv > farM)) | (+(m0 < -farM) & +(mu < -farM) & +(mv < -farM));
  if (beyondM !== 0 && mm >= MIN_DIRECTION) return;

  work[CORNERS] = 0;
  work[CORNERS + 1] = 0;
  work[CORNERS + 2] = 0;
  work[CORNERS + 3] = ux;
  work[CORNERS + 4] = uy;
  work[CORNERS + 5] = uz;
  work[CORNERS + 6] = vx;
  work[CORNERS + 7] = vy;
  work[CORNERS + 8] = vz;
  work[CORNERS + 9] = px;
  work[CORNERS + 10] = py;
  work[CORNERS + 11] = pz;
  work[CORNERS + 12] = qx;
  work[CORNERS + 13] = qy;
  work[CORNERS + 14] = qz;
  work[CORNERS + 15] = rx;
  work[CORNERS + 16] = ry;
  work[CORNERS + 17] = rz;

  let found = false;
  const aboveA = +(np > 0) & +(nq > 0) & +(nr > 0);
  if ((aboveA | (+(np < 0) & +(nq < 0) & +(nr < 0))) !== 0) {
    // all of B is on one side of A: if its nearest corner is above or below the face, that is it
    const near = (aboveA !== 0) === np < nq ? ((aboveA !== 0) === np < nr ? 0 : 2) : (aboveA !== 0) === nq < nr ? 1 : 2;
    const x = near === 0 ? px : near === 1 ? qx : rx;
    const y = near === 0 ? py : near === 1 ? qy : ry;
    const z = near === 0 ? pz : near === 1 ? qz : rz;
    const w1 = (nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx)) / nn;
    const w2 = (nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x)) / nn;
    const w0 = 1 - w1 - w2;
    if (w0 >= 0 && w1 >= 0 && w2 >= 0) {
      // as arguments, V8 would put them on the heap
      work[0] = w0;
      work[1] = w1;
      work[2] = w2;
      setWeights(work, 3, near === 0 ? 1 : 0, near === 1 ? 1 : 0, near === 2 ? 1 : 0);
      work[DIRECTION] = nx;
      work[DIRECTION + 1] = ny;
      work[DIRECTION + 2] = nz;
      found = true;
    }
  }
  const aboveB = +(m0 > 0) & +(mu > 0) & +(mv > 0);
  if (!found && (aboveB | (+(m0 < 0) & +(mu < 0) & +(mv < 0))) !== 0) {
    const near = (aboveB !== 0) === m0 < mu ? ((aboveB !== 0) === m0 < mv ? 0 : 2) : (aboveB !== 0) === mu < mv ? 1 : 2;
    const x = (near === 0 ? 0 : near === 1 ? ux : vx) - px;
    const y = (near === 0 ? 0 : near === 1 ? uy : vy) - py;
    const z = (near === 0 ? 0 : near === 1 ? uz : vz) - pz;
    const w1 = (mx * (y * gz - z * gy) + my * (z * gx - x * gz) + mz * (x * gy - y * gx)) / mm;
    const w2 = (mx * (fy * z - fz * y) + my * (fz * x - fx * z) + mz * (fx * y - fy * x)) / mm;
    const w0 = 1 - w1 - w2;
    if (w0 >= 0 && w1 >= 0 && w2 >= 0) {
      setWeights(work, 0, near === 0 ? 1 : 0, near === 1 ? 1 : 0, near === 2 ? 1 : 0);
      work[3] = w0;
      work[4] = w1;
      work[5] = w2;
      work[DIRECTION] = mx;
      work[DIRECTION + 1] = my;
      work[DIRECTION + 2] = mz;
      found = true;
    }
  }
  if (found) measureGap(work);
  else {
    work[REACH] = reach;
    closestEdges(work);
    if (work[GAP] > reach) return;
  }
  const lower = work[GAP];
  measurePoints(work);
  const upper = work[GAP];
  if (upper - lower + 2 * error <= DISTANCE_ACCURACY * (lower - error)) {
    work[DISTANCE] = lower;
    return;
  }
  if (lower <= error && trianglesMeet(positions, a0, a1, a2, b0, b1, b2)) {
    // where they touch, edges or a corner and a face did so already; else an edge passes through
    if (upper > error) meetingPoint(work);
    measurePoints(work);
    if (work[GAP] > 2 ** 8 * error) exactDistance(positions, a0, a1, a2, b0, b1, b2, work);
    work[DISTANCE] = 0;
    return;
  }
  work[LENGTH] = error / GAP_ERROR;
  if (!refineDistance(positions, a0, a1, a2, b0, b1, b2, work))
    work[DISTANCE] = exactDistance(positions, a0, a1, a2, b0, b1, b2, work);
}

const rescaled = new Float64Array(18);

/** Pairs of a size whose products doubles cannot hold: times a power of two that brings them near 1, if no bit is lost by that; else by whole numbers. */
function measureRescaled(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  work: Float64Array,
): void {
  const factor = positions === rescaled ? 0 : rescale(positions, a0, a1, a2, b0, b1, b2);
  if (factor === 0) {
    work[DISTANCE] = exactDistance(positions, a0, a1, a2, b0, b1, b2, work);
    return;
  }
  const limit = work[LIMIT];
  work[LIMIT] = limit * factor * (1 + 2 ** -50) + Number.MIN_VALUE; // no less, also where bits sink
  measureTriangles(rescaled, 0, 1, 2, 3, 4, 5, work);
  work[LIMIT] = limit;
  work[DISTANCE] /= factor;
}

/** Writes the six corners times a power of two to `rescaled` and returns it, or 0 if that would change them. */
function rescale(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
): number {
  const vertices = [a0, a1, a2, b0, b1, b2];
  let largest = 0;
  for (let i = 0; i < 18; i++) {
    rescaled[i] = positions[3 * vertices[Math.floor(i / 3)] + (i % 3)];
    largest = Math.max(largest, Math.abs(rescaled[i]));
  }
  const factor = 2 ** -Math.round(Math.log2(largest));
  if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) return 0;
  for (let i = 0; i < 18; i++) {
    const scaled = rescaled[i] * factor;
    if (scaled / factor !== rescaled[i]) return 0;
    rescaled[i] = scaled;
  }
  return factor;
}

/** Writes to `GAP` how far the points of the weights are apart. */
function measurePoints(work: Float64Array): void {
  let square = 0;
  for (let axis = CORNERS; axis < CORNERS + 3; axis++) {
    const z =
      work[3] * work[axis + 9] +
      work[4] * work[axis + 12] +
      work[5] * work[axis + 15] -
      (work[1] * work[axis + 3] + work[2] * work[axis + 6]);
    square += z * z;
  }
  work[GAP] = Math.sqrt(square);
}

/**
 * For triangles known to meet: the weights of a point where an edge of one passes through the other, the one farthest
 * inside. Left as they were if rounding shows none.
 */
function meetingPoint(work: Float64Array): void {
  let best = 0;
  for (let side = 0; side < 2; side++) {
    const face = CORNERS + 9 * side;
    const other = CORNERS + 9 - 9 * side;
    const ox = work[face];
    const oy = work[face + 1];
    const oz = work[face + 2];
    const ux = work[face + 3] - ox;
    const uy = work[face + 4] - oy;
    const uz = work[face + 5] - oz;
    const vx = work[face + 6] - ox;
    const vy = work[face + 7] - oy;
    const vz = work[face + 8] - oz;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const nn = nx * nx + ny * ny + nz * nz;
    for (let edge = 0; edge < 3; edge++) {
      const p = other + 3 * edge;
      const q = edge === 2 ? other : p + 3;
      const px = work[p] - ox;
      const py = work[p + 1] - oy;
      const pz = work[p + 2] - oz;
      const hp = nx * px + ny * py + nz * pz;
      const hq = nx * (work[q] - ox) + ny * (work[q + 1] - oy) + nz * (work[q + 2] - oz);
      if (!(hp * hq < 0)) continue;
      const s = hp / (hp - hq);
      const x = px + s * (work[q] - work[p]);
      const y = py + s * (work[q + 1] - work[p + 1]);
      const z = pz + s * (work[q + 2] - work[p + 2]);
      const w1 = (nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx)) / nn;
      const w2 = (nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x)) / nn;
      const w0 = 1 - w1 - w2;
      const inside = Math.min(w0, w1, w2);
      if (!(inside > best)) continue;
      best = inside;
      setWeights(work, 3 * side, w0, w1, w2);
      setWeights(work, 3 - 3 * side, 0, 0, 0);
      work[3 - 3 * side + edge] = 1 - s;
      work[3 - 3 * side + (edge === 2 ? 0 : edge + 1)] = s;
    }
  }
}
