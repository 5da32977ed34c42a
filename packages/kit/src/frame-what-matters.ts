import { findGround } from './find-ground.ts';

export interface Sphere {
  readonly center: readonly [number, number, number];
  /** Box around what is inside. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly radius: number;
}

/** Vertices looked at to find out what lies far away; more change nothing that one would see. */
const SAMPLES = 20_000;
/** Coordinates left out at either end when asking where most of the mesh is. */
const STRAYS = 0.02;
/** A part this many times its own size away from the rest would make a dot of both. */
const FAR = 5;

interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/**
 * A sphere around what a picture should show: everything, unless some of it is so far away that the rest would shrink to a dot. Then what
 * has contacts counts (`points`, xyz each), or what has most vertices.
 */
export function frameWhatMatters(positions: ArrayLike<number>, points: ArrayLike<number> = []): Sphere {
  const count = Math.floor(positions.length / 3);
  if (count === 0) return { center: [0, 0, 0], low: [-1, -1, -1], high: [1, 1, 1], radius: 1 };
  const whole = boxOf(positions);
  const box = chooseBox(positions, points, whole);
  const center = [0, 1, 2].map((axis) => box.low[axis] / 2 + box.high[axis] / 2) as [number, number, number];
  let radius = 0;
  for (let v = 0; v < count; v++) {
    if (!isInside(positions, v, box)) continue;
    const x = positions[3 * v] - center[0];
    const y = positions[3 * v + 1] - center[1];
    const z = positions[3 * v + 2] - center[2];
    radius = Math.max(radius, Math.hypot(x, y, z));
  }
  return { center, low: box.low, high: box.high, radius: radius > 0 ? radius : sizeOf(whole) || 1 };
}

/**
 * The same for several poses of a mesh together, so that one camera shows all of them. With `triangles`, a ground on which everything else would
 * be a dot is left out.
 */
export function frameAllPoses(
  poses: readonly ArrayLike<number>[],
  points: ArrayLike<number> = [],
  triangles: ArrayLike<number> = [],
): Sphere {
  const ground = poses.length > 0 ? findGround(poses[0], triangles) : undefined;
  const each = Math.max(1, Math.floor((3 * SAMPLES) / Math.max(1, poses.length)));
  const some = poses.flatMap((pose) => {
    const vertices = ground ? range(pose.length / 3).filter((v) => !ground[v]) : range(pose.length / 3);
    const stride = Math.max(1, Math.floor(vertices.length / each));
    const kept: number[] = [];
    for (let i = 0; i < vertices.length; i += stride) {
      const at = 3 * vertices[i];
      kept.push(pose[at], pose[at + 1], pose[at + 2]);
    }
    return kept;
  });
  return frameWhatMatters(some, points);
}

function chooseBox(positions: ArrayLike<number>, points: ArrayLike<number>, whole: Box): Box {
  const count = positions.length / 3;
  const stride = Math.max(1, Math.floor(count / SAMPLES));
  let sample = Array.from({ length: Math.floor((count - 1) / stride) + 1 }, (_, i) => i * stride);

  // single vertices that flew away
  const most = boxOfMost(positions, sample);
  if (sizeOf(whole) > FAR * sizeOf(most) && sizeOf(most) > 0) {
    const wide = grow(most, sizeOf(most));
    sample = sample.filter((v) => isInside(positions, v, wide));
  }
  // parts that stand far apart
  for (let farther = true; farther && sample.length > 1; ) {
    const parts = splitAtGap(positions, sample);
    farther = parts !== undefined;
    if (parts) sample = moreOf(parts, positions, points);
  }
  const near = boxOf(positions, sample);
  const grown = grow(near, sizeOf(near));
  if (points.length > 0 && !range(points.length / 3).some((i) => isInside(points, i, grown))) return boxOf(points);
  // vertices between those looked at belong to it too
  return clip(positions, stride === 1 ? near : grow(near, 0.2 * sizeOf(near)));
}

/** Both sides of the widest gap along any axis, if it is wide for what is on either side. */
function splitAtGap(positions: ArrayLike<number>, sample: readonly number[]): [number[], number[]] | undefined {
  for (let axis = 0; axis < 3; axis++) {
    const sorted = sample.toSorted((v, w) => positions[3 * v + axis] - positions[3 * w + axis]);
    let at = 0;
    let widest = 0;
    for (let i = 1; i < sorted.length; i++) {
      const gap = positions[3 * sorted[i] + axis] - positions[3 * sorted[i - 1] + axis];
      if (gap > widest) [widest, at] = [gap, i];
    }
    if (at === 0) continue;
    const parts: [number[], number[]] = [sorted.slice(0, at), sorted.slice(at)];
    if (widest > FAR * Math.max(...parts.map((part) => sizeOf(boxOf(positions, part))))) return parts;
  }
  return undefined;
}

/** The part with more contacts; of two with equally many, that with more vertices. */
function moreOf(
  parts: readonly [number[], number[]],
  positions: ArrayLike<number>,
  points: ArrayLike<number>,
): number[] {
  const boxes = parts.map((part) => boxOf(positions, part));
  const wide = boxes.map((box) => grow(box, Math.max(...boxes.map(sizeOf))));
  const [first, second] = wide.map((box) => range(points.length / 3).filter((i) => isInside(points, i, box)).length);
  if (first !== second) return first > second ? parts[0] : parts[1];
  return parts[0].length >= parts[1].length ? parts[0] : parts[1];
}

function boxOfMost(positions: ArrayLike<number>, sample: readonly number[]): Box {
  const ends = [0, 1, 2].map((axis) => {
    const sorted = Float64Array.from(sample, (v) => positions[3 * v + axis]).sort();
    const left = Math.floor(STRAYS * sorted.length);
    return [sorted[left], sorted[sorted.length - 1 - left]];
  });
  return { low: ends.map(([low]) => low), high: ends.map(([, high]) => high) };
}

function boxOf(positions: ArrayLike<number>, vertices?: readonly number[]): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const count = vertices?.length ?? positions.length / 3;
  for (let i = 0; i < count; i++) {
    const v = vertices ? vertices[i] : i;
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * v + axis];
      if (x < low[axis]) low[axis] = x;
      if (x > high[axis]) high[axis] = x;
    }
  }
  return { low, high };
}

/** What of a box the vertices inside it fill. */
function clip(positions: ArrayLike<number>, box: Box): Box {
  return boxOf(
    positions,
    range(positions.length / 3).filter((v) => isInside(positions, v, box)),
  );
}

/** The longest side. Halves, since a side may be longer than the largest number. */
function sizeOf({ low, high }: Box): number {
  return 2 * Math.max(...high.map((x, axis) => x / 2 - low[axis] / 2));
}

function grow({ low, high }: Box, by: number): Box {
  return { low: low.map((x) => x - by), high: high.map((x) => x + by) };
}

function isInside(positions: ArrayLike<number>, v: number, { low, high }: Box): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = positions[3 * v + axis];
    if (!(x >= low[axis] && x <= high[axis])) return false;
  }
  return true;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
