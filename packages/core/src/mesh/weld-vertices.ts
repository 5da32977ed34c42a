import { MeshError } from '../errors.ts';
import { readPositions, readTriangles } from './read-arrays.ts';
import { describe } from './validate-mesh.ts';
import { weldPositions } from './weld-positions.ts';

export interface WeldOptions {
  /** Vertex numbers, three a triangle. If given, vertices that no triangle names stay alone: they may move anywhere. */
  readonly triangles?: ArrayLike<number>;
  /** A label a triangle: vertices of different objects are not welded. A vertex belongs to the first triangle that names it. */
  readonly objects?: ArrayLike<number>;
}

/**
 * Which vertices count as one: for every vertex the lowest-numbered one at the same position, itself if there is none. Positions are equal
 * bit for bit, except that −0 equals 0; there is no tolerance.
 *
 * @throws {@link MeshError} if an array has the wrong length, a coordinate is not finite or a vertex does not exist.
 *
 * @example
 * const weld = weldVertices(positions, { triangles });
 * const joined = weldTriangles(triangles, weld);
 */
export function weldVertices(positions: ArrayLike<number>, options: WeldOptions = {}): Uint32Array {
  const caller = 'weldVertices';
  for (const key of Object.keys(options)) {
    if (key !== 'triangles' && key !== 'objects') {
      throw new RangeError(`${caller}: options are triangles and objects, got ${describe(key)}.`);
    }
  }
  const points = readPositions(caller, positions);
  const { objects } = options;
  if (options.triangles === undefined) {
    if (objects !== undefined) throw new RangeError(`${caller}: objects need triangles, got none.`);
    return weldPositions(points);
  }
  const triangles = readTriangles(caller, options.triangles, points.length / 3);
  if (objects !== undefined) checkLabelCount(caller, objects, triangles.length / 3);
  const group = new Float64Array(points.length / 3).fill(-1);
  // backwards, so that the first triangle has the last word
  for (let i = triangles.length - 1; i >= 0; i--) {
    group[triangles[i]] = objects === undefined ? 0 : labelOf(caller, objects, Math.floor(i / 3));
  }
  return weldPositions(points, group);
}

/**
 * The weld with those vertices parted that are apart in this pose: copies stay one while they are together. Never joins vertices that
 * `weld` keeps apart, so a seam that has opened stays open if the result is used from then on.
 *
 * @returns the same array if nothing parts.
 *
 * @example
 * weld = partWeld(weld, posed); // for each frame, in order
 */
export function partWeld(weld: Uint32Array, positions: ArrayLike<number>): Uint32Array {
  const points = readPositions('partWeld', positions);
  if (weld.length !== points.length / 3) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `partWeld: positions must hold three numbers for each of the ${weld.length} vertices, got length ${points.length}.`,
    );
  }
  for (let v = 0; v < weld.length; v++) {
    const first = weld[v];
    for (let axis = 0; axis < 3; axis++) {
      if (points[3 * v + axis] !== points[3 * first + axis]) return weldPositions(points, Float64Array.from(weld));
    }
  }
  return weld;
}

/** Triangles whose corners name the vertices that theirs are welded to. */
export function weldTriangles(triangles: ArrayLike<number>, weld: Uint32Array): Uint32Array {
  const read = readTriangles('weldTriangles', triangles, weld.length);
  const welded = new Uint32Array(read.length);
  for (let i = 0; i < read.length; i++) welded[i] = weld[read[i]];
  return welded;
}

/**
 * Triangles and their vertices out of a soup, in which every three points are a triangle. Vertices are numbered as they first come up.
 * With `objects`, a label a triangle, vertices of different objects are not welded.
 *
 * @example
 * const { positions, triangles } = weldSoup(corners); // nine numbers a triangle
 */
export function weldSoup(
  corners: ArrayLike<number>,
  objects?: ArrayLike<number>,
): { positions: Float64Array; triangles: Uint32Array } {
  const caller = 'weldSoup';
  const points = readPositions(caller, corners);
  if (points.length % 9 !== 0) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: corners must hold nine numbers a triangle, got length ${points.length}.`,
    );
  }
  const group = new Float64Array(points.length / 3);
  if (objects !== undefined) {
    checkLabelCount(caller, objects, points.length / 9);
    for (let i = 0; i < group.length; i++) group[i] = labelOf(caller, objects, Math.floor(i / 3));
  }
  const weld = weldPositions(points, group);
  const triangles = new Uint32Array(weld.length);
  const positions = new Float64Array(points.length);
  let count = 0;
  for (let corner = 0; corner < weld.length; corner++) {
    if (weld[corner] < corner) {
      triangles[corner] = triangles[weld[corner]];
      continue;
    }
    for (let axis = 0; axis < 3; axis++) positions[3 * count + axis] = points[3 * corner + axis] + 0; // −0 + 0 is 0
    triangles[corner] = count++;
  }
  return { positions: positions.slice(0, 3 * count), triangles };
}

function checkLabelCount(caller: string, objects: ArrayLike<number>, triangleCount: number): void {
  if (objects.length === triangleCount) return;
  throw new MeshError(
    'OBJECTS_LENGTH',
    `${caller}: objects must hold a label for each of the ${triangleCount} triangles, got length ${objects.length}.`,
  );
}

function labelOf(caller: string, objects: ArrayLike<number>, triangle: number): number {
  const label = objects[triangle];
  if (label >= 0 && label < Number.POSITIVE_INFINITY) return label;
  throw new RangeError(`${caller}: objects must hold numbers from 0, got ${describe(label)} for triangle ${triangle}.`);
}
