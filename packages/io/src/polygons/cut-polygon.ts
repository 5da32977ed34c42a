import { clipEars, MARGINS } from './clip-ears.ts';
import { FlatPolygon } from './flat-polygon.ts';
import { leastBadCut, MAX_LEAST_BAD } from './least-bad-cut.ts';

/** A face counts as planar if its corners stray from its plane by no more than this part of its size. */
const FLATNESS = 1e-3;
/** A face counts as concave if a corner turns inwards by more than this part of its size squared: less is rounding. */
const INWARDS = 2 ** -40;

/** Ears of larger faces are not looked for: where a damaged file makes one that crosses itself, that takes minutes. */
export const MAX_CORNERS = 10_000;

export interface CutPolygon {
  /** Places among the corners, three a triangle, n − 2 triangles for n corners, wound as the face is, in the order of these. */
  readonly triangles: readonly number[];
  readonly concave: boolean;
  readonly planar: boolean;
}

/**
 * Cuts a face of four corners or more into triangles, adding no vertex and leaving none out: a corner left out would touch
 * the edge that passes it, and be a contact that the model does not have. Corners at the place of the one before become triangles without area.
 *
 * Works in the plane of two coordinates in which the face looks largest. A planar face is covered exactly, concave or not: seen along
 * the third coordinate no two triangles overlap, by exact signs, so none can meet beyond what they share. A face that is not planar can be cut
 * in several ways that mean different shapes: a quad takes its shorter diagonal, a larger face its ears in turn. Which way is taken depends on
 * where the corners are alone, not on their numbers, nor on which the file names first, nor on the way round.
 */
export function cutPolygon(corners: readonly number[], positions: Float64Array): CutPolygon {
  const places = partedPlaces(corners, positions);
  const doubled: Places[] = [];
  for (let k = 0; k < places.length; k++) {
    const from = places[k];
    const end = places[(k + 1) % places.length];
    const gap = (end - from + corners.length) % corners.length || corners.length;
    // a run at one place: its corners lie between the first and what comes behind
    for (let i = 1; i < gap; i++) {
      const at = (from + i) % corners.length;
      doubled.push([(at + corners.length - 1) % corners.length, at, end]);
    }
  }
  if (places.length < 3) return { triangles: fan(corners.length), concave: false, planar: true };
  const canonical = canonicalOrder(places, corners, positions);
  const { polygon, planar, order, turned } = flatten(canonical.order, corners, positions);
  const { count } = polygon;
  let concave = false;
  for (let k = 0; k < count; k++) {
    if (polygon.turn(k, (k + 1) % count, (k + 2) % count) < -INWARDS * polygon.area) concave = true;
  }
  const against = turned !== canonical.reversed;
  const cut = cutFlat(polygon, order, corners, positions);
  const triangles = doubled;
  for (let t = 0; t < cut.length; t += 3) {
    const [a, b, c] = [order[cut[t]], order[cut[t + 1]], order[cut[t + 2]]];
    triangles.push(against ? [a, c, b] : [a, b, c]);
  }
  return { triangles: triangles.map(fromLowest).sort(byPlaces).flat(), concave, planar };
}

type Places = readonly [number, number, number];

function fromLowest([a, b, c]: Places): Places {
  return a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b];
}

function byPlaces(s: Places, t: Places): number {
  return s[0] - t[0] || s[1] - t[1] || s[2] - t[2];
}

/** Places among the corners, those left out that are where the one before is. */
function partedPlaces(corners: readonly number[], positions: Float64Array): number[] {
  const places: number[] = [];
  for (let i = 0; i < corners.length; i++) {
    const before = corners[(i + corners.length - 1) % corners.length];
    if (comparePlaces(positions, corners[i], before) !== 0) places.push(i);
  }
  return places;
}

function comparePlaces(positions: Float64Array, a: number, b: number): number {
  for (let axis = 0; axis < 3; axis++) {
    const difference = positions[3 * a + axis] - positions[3 * b + axis];
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Of all ways to go round, from any corner in either direction, the one that comes first in alphabetical order of coordinates. */
function canonicalOrder(places: readonly number[], corners: readonly number[], positions: Float64Array) {
  const count = places.length;
  const compare = (a: number, b: number): number => comparePlaces(positions, corners[a], corners[b]);
  const from = (list: readonly number[]): number[] => {
    const first = firstRotation(list, compare);
    return [...list.slice(first), ...list.slice(0, first)];
  };
  const forwards = from(places);
  const backwards = from([...places].reverse());
  for (let k = 0; k < count; k++) {
    const difference = compare(forwards[k], backwards[k]);
    if (difference !== 0)
      return difference < 0 ? { order: forwards, reversed: false } : { order: backwards, reversed: true };
  }
  return { order: forwards, reversed: false };
}

/**
 * The rotation that comes first in alphabetical order: from the lowest on and, if that is there twice, by what follows. Two candidates
 * are compared; where they differ after k corners, none of the loser's next k can start a better one, so it moves past them: linear.
 */
function firstRotation(list: readonly number[], compare: (a: number, b: number) => number): number {
  const count = list.length;
  let i = 0;
  let j = 1;
  let k = 0;
  while (i < count && j < count && k < count) {
    const difference = compare(list[(i + k) % count], list[(j + k) % count]);
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

interface Flattened {
  readonly polygon: FlatPolygon;
  /** Corner of the polygon → place among those of the face. */
  readonly order: readonly number[];
  /** They run against the order given, or the polygon would be clockwise. */
  readonly turned: boolean;
  readonly planar: boolean;
}

function flatten(given: readonly number[], corners: readonly number[], positions: Float64Array): Flattened {
  const count = given.length;
  const origin = 3 * corners[given[0]];
  const at = (place: number, axis: number): number =>
    positions[3 * corners[given[place]] + axis] - positions[origin + axis];
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
  const turned = normal[axis] < 0;
  const order = turned ? [given[0], ...given.slice(1).reverse()] : given;
  const length = Math.hypot(normal[0], normal[1], normal[2]);
  const xy = new Float64Array(2 * count);
  let low = 0;
  let high = 0;
  for (let k = 0; k < count; k++) {
    const from = 3 * corners[order[k]];
    xy[2 * k] = positions[from + ((axis + 1) % 3)];
    xy[2 * k + 1] = positions[from + ((axis + 2) % 3)];
    const height = (normal[0] * at(k, 0) + normal[1] * at(k, 1) + normal[2] * at(k, 2)) / length;
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  return { polygon: new FlatPolygon(xy), order, turned, planar: !(high - low > FLATNESS * size) };
}

function cutFlat(
  polygon: FlatPolygon,
  order: readonly number[],
  corners: readonly number[],
  positions: Float64Array,
): readonly number[] {
  const { count } = polygon;
  if (count === 3) return [0, 1, 2];
  if (count > MAX_CORNERS) return fan(count);
  if (count > 4) return clipEars(polygon) ?? (count > MAX_LEAST_BAD ? fan(count) : leastBadCut(polygon));
  const length = (a: number, b: number): number => {
    const from = 3 * corners[order[a]];
    const to = 3 * corners[order[b]];
    return Math.hypot(
      positions[to] - positions[from],
      positions[to + 1] - positions[from + 1],
      positions[to + 2] - positions[from + 2],
    );
  };
  return cutQuad(polygon, length(0, 2), length(1, 3));
}

/** By the diagonal that lies inside; if both do, or neither, by the shorter one; if they are alike, by that of the first corner. */
function cutQuad(polygon: FlatPolygon, evenLength: number, oddLength: number): number[] {
  const [EVEN, ODD] = [
    [0, 1, 2, 0, 2, 3],
    [0, 1, 3, 1, 2, 3],
  ];
  for (const margin of MARGINS) {
    const even = polygon.turnsLeft(0, 1, 2, margin) && polygon.turnsLeft(0, 2, 3, margin);
    const odd = polygon.turnsLeft(0, 1, 3, margin) && polygon.turnsLeft(1, 2, 3, margin);
    if (even !== odd) return even ? EVEN : ODD;
    if (even) break;
  }
  return evenLength <= oddLength ? EVEN : ODD;
}

function fan(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, k) => [0, k + 1, k + 2]).flat();
}
