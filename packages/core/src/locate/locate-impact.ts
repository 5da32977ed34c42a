import { DISTANCE_WORKSPACE } from '../predicates/distance-workspace.ts';
import { triangleDistance } from '../predicates/triangle-distance.ts';
import type { ImpactKind, ImpactLocation } from '../results/impacts.ts';

type Vector = [number, number, number];

/** A vector shorter than this part of the features has lost its direction to rounding. */
const CLEAR = 2 ** -30;

/**
 * Where four points meet at `time`: vertex and three corners, or two ends and two ends, at t0, then at t1, x y z each, divided by `scale`.
 */
export function locateImpact(points: Float64Array, kind: ImpactKind, time: number, scale: number): ImpactLocation {
  const work = new Float64Array(DISTANCE_WORKSPACE);
  const at = new Float64Array(12);
  for (let i = 0; i < 12; i++) at[i] = points[i] * (1 - time) + points[i + 12] * time;
  const isVertex = kind === 'vertex-triangle';
  const weights = closestWeights(at, isVertex, work);
  const signs = isVertex ? [1, -1, -1, -1] : [1, 1, -1, -1];
  const sum = (values: Float64Array, offset: number, sign: (i: number) => number): Vector => {
    const total: Vector = [0, 0, 0];
    for (let i = 0; i < 4; i++)
      for (let k = 0; k < 3; k++) total[k] += sign(i) * weights[i] * values[offset + 3 * i + k];
    return total;
  };
  const between = sum(at, 0, (i) => signs[i]);
  const before = sum(points, 0, (i) => signs[i]);
  const after = sum(points, 12, (i) => signs[i]);
  const velocity = minus(after, before);
  const normal = chooseNormal(at, points, isVertex, between, velocity, work);
  const middle = sum(at, 0, () => 0.5);
  return {
    time,
    point: [middle[0] / scale, middle[1] / scale, middle[2] / scale],
    weights,
    normal,
    closingSpeed: -dot(normal, velocity) / scale,
  };
}

/** Of the closest points of four points' two features. */
function closestWeights(at: Float64Array, isVertex: boolean, work: Float64Array): [number, number, number, number] {
  if (isVertex) {
    triangleDistance(at, 0, 0, 0, 1, 2, 3, Number.POSITIVE_INFINITY, work);
    return [1, work[3], work[4], work[5]];
  }
  triangleDistance(at, 0, 1, 1, 2, 3, 3, Number.POSITIVE_INFINITY, work);
  return [work[0], work[1] + work[2], work[3], work[4] + work[5]];
}

/**
 * The direction between the closest points if they are apart; else across both features, towards where the first came from; else from where it
 * came, or was closest at t0; where nothing of this is known (edges that lie on one line and do not move), any that is across.
 */
function chooseNormal(
  at: Float64Array,
  points: Float64Array,
  isVertex: boolean,
  between: Vector,
  velocity: Vector,
  work: Float64Array,
): Vector {
  const edge = (i: number, j: number): Vector => [
    at[3 * j] - at[3 * i],
    at[3 * j + 1] - at[3 * i + 1],
    at[3 * j + 2] - at[3 * i + 2],
  ];
  const u = isVertex ? edge(1, 2) : edge(0, 1);
  const v = isVertex ? edge(1, 3) : edge(2, 3);
  const size = length(u) + length(v);
  if (length(between) > CLEAR * size) return unit(between);
  const across = cross(u, v);
  const weights = closestWeights(points.subarray(0, 12) as Float64Array, isVertex, work);
  const start: Vector = [0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const sign = i === 0 || (i === 1 && !isVertex) ? weights[i] : -weights[i];
    for (let k = 0; k < 3; k++) start[k] += sign * points[3 * i + k];
  }
  const back: Vector = [-velocity[0], -velocity[1], -velocity[2]];
  if (length(across) > CLEAR * length(u) * length(v)) {
    const side = dot(across, length(back) > 0 ? back : start);
    return unit(side < 0 ? [-across[0], -across[1], -across[2]] : across);
  }
  if (length(start) > CLEAR * size) return unit(start);
  return length(back) > 0 ? unit(back) : unitAcross(length(u) > length(v) ? u : v);
}

/** Of a vector that is not 0. */
function unit(v: Vector): Vector {
  const l = length(v);
  return [v[0] / l, v[1] / l, v[2] / l];
}

/** Across a vector and the axis that it is least along; the first axis if it is 0. */
function unitAcross(v: Vector): Vector {
  const [x, y, z] = v.map(Math.abs);
  const axis: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  return length(v) > 0 ? unit(cross(v, axis)) : axis;
}

const length = (v: Vector): number => Math.hypot(v[0], v[1], v[2]);
const minus = (u: Vector, v: Vector): Vector => [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
const dot = (u: Vector, v: Vector): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const cross = (u: Vector, v: Vector): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];
