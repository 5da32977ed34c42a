import { axisThatSees, orient3d } from '../predicates/orient.ts';

/** Where a contact is. Rounded to doubles; the decision that it exists was exact. */
export interface ContactLocation {
  /** A point of the contact; of a coplanar overlap its middle. */
  readonly point: readonly [number, number, number];
  /** 0 at `edgeA`, 1 at `edgeB`. */
  readonly alongEdge: number;
  /** Weights of the triangle's three corners in `point`; they sum to 1. */
  readonly barycentric: readonly [number, number, number];
  /** Edge and triangle lie in one plane: the part of the edge inside the triangle, as parameters along the edge. */
  readonly stretch?: readonly [number, number];
}

/** Locates the contact between edge pq and triangle abc, which are known to intersect. */
export function locateContact(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): ContactLocation {
  const axis = axisThatSees(positions, a, b, c);
  if (axis < 0) return locateOnSegment(positions, p, q, a, b, c);

  const coplanar = orient3d(positions, a, b, c, p) === 0 && orient3d(positions, a, b, c, q) === 0;
  const stretch = coplanar ? clipEdge(positions, axis, p, q, a, b, c) : undefined;
  const alongEdge = stretch ? (stretch[0] + stretch[1]) / 2 : crossing(positions, p, q, a, b, c);
  const point = pointAlong(positions, p, q, alongEdge);
  return { point, alongEdge, barycentric: weightsOf(positions, axis, point, a, b, c), ...(stretch && { stretch }) };
}

const clamp = (x: number): number => (x > 0 ? (x < 1 ? x : 1) : 0);

function pointAlong(positions: Float64Array, p: number, q: number, t: number): [number, number, number] {
  const at = (axis: number) => positions[3 * p + axis] * (1 - t) + positions[3 * q + axis] * t;
  return [at(0), at(1), at(2)];
}

/** The parameter where line pq crosses the plane of abc. */
function crossing(positions: Float64Array, p: number, q: number, a: number, b: number, c: number): number {
  const part = (v: number, axis: number) => positions[3 * v + axis] - positions[3 * a + axis];
  const nx = part(b, 1) * part(c, 2) - part(b, 2) * part(c, 1);
  const ny = part(b, 2) * part(c, 0) - part(b, 0) * part(c, 2);
  const nz = part(b, 0) * part(c, 1) - part(b, 1) * part(c, 0);
  const height = (v: number) => nx * part(v, 0) + ny * part(v, 1) + nz * part(v, 2);
  const from = Math.abs(height(p));
  const to = Math.abs(height(q)); // ends lie on different sides, so the heights add up
  return from + to > 0 ? from / (from + to) : 0.5;
}

/** Twice the signed area of x, u, v seen along an axis. */
function area(axis: number, x: readonly number[], u: readonly number[], v: readonly number[]): number {
  const i = (axis + 1) % 3;
  const j = (axis + 2) % 3;
  return (u[i] - x[i]) * (v[j] - x[j]) - (u[j] - x[j]) * (v[i] - x[i]);
}

function vertexAt(positions: Float64Array, v: number): [number, number, number] {
  return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
}

function weightsOf(
  positions: Float64Array,
  axis: number,
  point: readonly number[],
  a: number,
  b: number,
  c: number,
): [number, number, number] {
  const corners = [vertexAt(positions, a), vertexAt(positions, b), vertexAt(positions, c)];
  const sign = area(axis, corners[0], corners[1], corners[2]) < 0 ? -1 : 1;
  const u = Math.max(0, sign * area(axis, point, corners[1], corners[2]));
  const v = Math.max(0, sign * area(axis, point, corners[2], corners[0]));
  const w = Math.max(0, sign * area(axis, point, corners[0], corners[1]));
  const sum = u + v + w;
  return sum > 0 ? [u / sum, v / sum, w / sum] : [1 / 3, 1 / 3, 1 / 3];
}

/** The part of the coplanar edge pq inside abc: cut by the three sides one after the other. */
function clipEdge(
  positions: Float64Array,
  axis: number,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): [number, number] {
  const corners = [vertexAt(positions, a), vertexAt(positions, b), vertexAt(positions, c)];
  const start = vertexAt(positions, p);
  const stop = vertexAt(positions, q);
  const sign = area(axis, corners[0], corners[1], corners[2]) < 0 ? -1 : 1;
  let from = 0;
  let to = 1;
  for (let k = 0; k < 3; k++) {
    const atStart = sign * area(axis, start, corners[k], corners[(k + 1) % 3]);
    const atStop = sign * area(axis, stop, corners[k], corners[(k + 1) % 3]);
    if (atStart < 0 && atStop > atStart) from = Math.max(from, clamp(atStart / (atStart - atStop)));
    if (atStop < 0 && atStart > atStop) to = Math.min(to, clamp(atStart / (atStart - atStop)));
  }
  if (from <= to) return [from, to];
  const middle = (from + to) / 2; // a touch in one point, with the two cuts in the wrong order by rounding
  return [middle, middle];
}

/** The triangle has no area: it is the longest of its sides. */
function locateOnSegment(
  positions: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): ContactLocation {
  const corners = [a, b, c];
  const length = (i: number) => {
    const [x, y] = [vertexAt(positions, corners[i]), vertexAt(positions, corners[(i + 1) % 3])];
    return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  };
  const side = length(0) >= length(1) ? (length(0) >= length(2) ? 0 : 2) : length(1) >= length(2) ? 1 : 2;
  const r = corners[side];
  const s = corners[(side + 1) % 3];
  const collinear = axisThatSees(positions, p, q, r) < 0 && axisThatSees(positions, p, q, s) < 0;
  const rAlong = parameterOf(positions, p, q, vertexAt(positions, r));
  const sAlong = parameterOf(positions, p, q, vertexAt(positions, s));
  const stretch: [number, number] | undefined = collinear
    ? [clamp(Math.min(rAlong, sAlong)), clamp(Math.max(rAlong, sAlong))]
    : undefined;
  const alongEdge = stretch ? (stretch[0] + stretch[1]) / 2 : nearestParameter(positions, p, q, r, s);
  const point = pointAlong(positions, p, q, alongEdge);
  const share = clamp(parameterOf(positions, r, s, point));
  const weights: [number, number, number] = [0, 0, 0];
  weights[side] += 1 - share;
  weights[(side + 1) % 3] += share;
  return { point, alongEdge, barycentric: weights, ...(stretch && { stretch }) };
}

/** Parameter of the foot of x on line pq; 0 if p and q coincide. */
function parameterOf(positions: Float64Array, p: number, q: number, x: readonly number[]): number {
  let dot = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = positions[3 * q + axis] - positions[3 * p + axis];
    dot += d * (x[axis] - positions[3 * p + axis]);
    square += d * d;
  }
  return square > 0 ? dot / square : 0;
}

/** Parameter on pq of the point nearest to line rs. */
function nearestParameter(positions: Float64Array, p: number, q: number, r: number, s: number): number {
  let dd = 0;
  let de = 0;
  let ee = 0;
  let dw = 0;
  let ew = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = positions[3 * q + axis] - positions[3 * p + axis];
    const e = positions[3 * s + axis] - positions[3 * r + axis];
    const w = positions[3 * p + axis] - positions[3 * r + axis];
    dd += d * d;
    de += d * e;
    ee += e * e;
    dw += d * w;
    ew += e * w;
  }
  const denominator = dd * ee - de * de;
  if (denominator > 0) return clamp((de * ew - ee * dw) / denominator);
  return clamp(parameterOf(positions, p, q, vertexAt(positions, r)));
}
