import earcut from 'earcut';

/** A face counts as planar if its corners stray from its plane by no more than this part of its size. */
const FLATNESS = 1e-3;

/** Ears of larger faces are not looked for: where a damaged file makes one that crosses itself, that takes minutes. */
export const MAX_CORNERS = 10_000;

export interface CutPolygon {
  /** Places among the corners, three a triangle, n − 2 triangles for n corners, wound as the face is. */
  readonly triangles: readonly number[];
  readonly concave: boolean;
  readonly planar: boolean;
}

/**
 * Cuts a face of four corners or more into triangles, adding no vertex and leaving none out: a corner left out would touch
 * the edge that passes it, and be a contact that the model does not have.
 *
 * Works in the plane of two coordinates in which the face looks largest. A planar face is covered exactly, concave or not. One that is not
 * planar can be cut in several ways that mean different shapes: a quad takes its shorter diagonal, a larger face its ears in turn. Which way
 * is taken depends on where the corners are and on their numbers, not on which of them the file names first.
 */
export function cutPolygon(corners: readonly number[], positions: Float64Array): CutPolygon {
  const count = corners.length;
  const first = canonicalStart(corners);
  const flat = flatten(corners, first, positions);
  const cut = count === 4 ? cutQuad(corners, first, flat.xy, positions) : cutEars(flat.xy, count);
  const { concave } = flat;
  return { triangles: cut.map((place) => (place + first) % count), concave, planar: flat.planar };
}

/**
 * The rotation that comes first in alphabetical order: from the lowest number on and, if that is there twice, by what follows. Two candidates
 * are compared; where they differ after k corners, none of the loser's next k can start a better one, so it moves past them: linear.
 */
function canonicalStart(corners: readonly number[]): number {
  const count = corners.length;
  let i = 0;
  let j = 1;
  let k = 0;
  while (i < count && j < count && k < count) {
    const difference = corners[(i + k) % count] - corners[(j + k) % count];
    if (difference === 0) {
      k++;
      continue;
    }
    if (difference > 0) i += k + 1;
    else j += k + 1;
    if (i === j) j++;
    k = 0;
  }
  return Math.min(i, j);
}

interface FlatPolygon {
  /** Two coordinates a corner, from the first on, in an order that makes the face run counter-clockwise. */
  readonly xy: Float64Array;
  readonly concave: boolean;
  readonly planar: boolean;
}

function flatten(corners: readonly number[], first: number, positions: Float64Array): FlatPolygon {
  const count = corners.length;
  const origin = 3 * corners[first];
  const at = (place: number, axis: number): number =>
    positions[3 * corners[(first + place) % count] + axis] - positions[origin + axis];
  const normal = [0, 0, 0];
  let size = 0;
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis] += at(k, i) * at((k + 1) % count, j) - at(k, j) * at((k + 1) % count, i);
      size = Math.max(size, Math.abs(at(k, axis)));
    }
  }
  let axis = 0;
  for (const other of [1, 2]) if (Math.abs(normal[other]) > Math.abs(normal[axis])) axis = other;
  const swap = normal[axis] < 0;
  const [i, j] = swap ? [(axis + 2) % 3, (axis + 1) % 3] : [(axis + 1) % 3, (axis + 2) % 3];
  const xy = new Float64Array(2 * count);
  const length = Math.hypot(normal[0], normal[1], normal[2]);
  let low = 0;
  let high = 0;
  for (let k = 0; k < count; k++) {
    xy[2 * k] = at(k, i);
    xy[2 * k + 1] = at(k, j);
    const height = (normal[0] * at(k, 0) + normal[1] * at(k, 1) + normal[2] * at(k, 2)) / length;
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  let concave = false;
  for (let k = 0; k < count; k++) if (turn(xy, k, (k + 1) % count, (k + 2) % count) < 0) concave = true;
  return { xy, concave, planar: !(high - low > FLATNESS * size) };
}

/** Twice the area of a triangle, negative if it runs clockwise. */
function turn(xy: Float64Array, a: number, b: number, c: number): number {
  return (
    (xy[2 * b] - xy[2 * a]) * (xy[2 * c + 1] - xy[2 * a + 1]) -
    (xy[2 * b + 1] - xy[2 * a + 1]) * (xy[2 * c] - xy[2 * a])
  );
}

/** By the diagonal that lies inside; if both do, or neither, by the shorter one; if they are alike, by that of the lowest number. */
function cutQuad(corners: readonly number[], first: number, xy: Float64Array, positions: Float64Array): number[] {
  const even = turn(xy, 0, 1, 2) > 0 && turn(xy, 0, 2, 3) > 0;
  const odd = turn(xy, 0, 1, 3) > 0 && turn(xy, 1, 2, 3) > 0;
  const length = (a: number, b: number): number => {
    const from = 3 * corners[(first + a) % 4];
    const to = 3 * corners[(first + b) % 4];
    return Math.hypot(
      positions[to] - positions[from],
      positions[to + 1] - positions[from + 1],
      positions[to + 2] - positions[from + 2],
    );
  };
  const takesEven = even === odd ? length(0, 2) <= length(1, 3) : even;
  return takesEven ? [0, 1, 2, 0, 2, 3] : [0, 1, 3, 1, 2, 3];
}

function cutEars(xy: Float64Array, count: number): number[] {
  if (count > MAX_CORNERS) return fan(count);
  const ears = earcut(xy);
  // a face that crosses itself, or has no area, cannot be covered: any cut that uses every corner is as good as another
  if (ears.length !== 3 * (count - 2) || new Set(ears).size !== count) return fan(count);
  for (let t = 0; t < ears.length; t += 3) {
    const [a, b, c] = [ears[t], ears[t + 1], ears[t + 2]];
    const asFace = (a < b && b < c) || (b < c && c < a) || (c < a && a < b);
    if (!asFace) [ears[t + 1], ears[t + 2]] = [c, b];
  }
  return ears;
}

function fan(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, k) => [0, k + 1, k + 2]).flat();
}
