import type { Detector } from './detector.ts';
import { BoxTreeFinder } from './find/boxes/box-tree-finder.ts';
import { BruteForceFinder } from './find/brute-force/brute-force-finder.ts';
import type { PairFinder } from './find/pair-finder.ts';
import { PatchFinder } from './find/patches/patch-finder.ts';
import { preparePatches } from './find/patches/preparation.ts';
import { deserializePreparation } from './find/patches/serialize-preparation.ts';
import { SpatialHashFinder } from './find/spatial-hash/spatial-hash-finder.ts';
import { createSurface, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { MeshDetector } from './mesh-detector.ts';
import { checkKnown, checkOneOf, checkPositive, checkWhole } from './options.ts';
import type { ProgressOptions } from './partition/progress.ts';
import { createPose, updatePose } from './pose/pose.ts';

/** The methods that `createDetector` knows. */
export const detectorMethods = ['star-contour', 'aabb', 'spatial-hash', 'brute-force', 'unsafe-normal-cone'] as const;

export type DetectorMethod = (typeof detectorMethods)[number];

export interface DetectorOptions extends ProgressOptions {
  /** How candidates are found. Every method but `unsafe-normal-cone` gives the same result; only the cost differs. */
  readonly method?: DetectorMethod;
  /**
   * Treat vertices of one object at bit-identical positions (−0 equals 0) as one. Default true. Copies must then move together, or
   * `update` throws; with `'keep'` the lowest-numbered copy counts and the others are ignored.
   */
  readonly weld?: boolean | 'keep';
  /** A label per triangle, so that several bodies can be one mesh. */
  readonly objects?: ArrayLike<number>;
  /** Which contacts to report, by the labels of edge and triangle; an edge has those of all its triangles. Default `'all'`. */
  readonly pairs?: 'all' | 'same-object' | 'between-objects';
  /** Stop after this many contacts and set `truncated`. Without it nothing is ever cut. */
  readonly maxContacts?: number;
  /** Triangles a leaf of the `aabb` tree holds at most, if `precomputeAdjacency` is false. Default 4. */
  readonly maxLeafTriangles?: number;
  /**
   * Makes `aabb` work out beforehand which patches are adjacent and start below them (star paper §8): faster queries, a preparation as
   * long as that of `star-contour`. False builds a plain tree, for meshes that are looked at once. Default true.
   */
  readonly precomputeAdjacency?: boolean;
  /** Edge of a cell of `spatial-hash`, in the mesh's unit. Default: the mean edge length of each pose. */
  readonly cellSize?: number;
  /**
   * How `star-contour` shows that a projected contour does not meet itself: the star paper's test, an exact one, or the first
   * and, where it fails, the second. All are safe; the star test culls less. Default `'exact'`.
   */
  readonly contourTest?: 'star' | 'exact' | 'star-then-exact';
  /** Directions in which `star-contour` looks for one that faces a whole patch: the star paper's 14, or 31. Default 31. */
  readonly directions?: 14 | 31;
  /**
   * When a contour test that failed is tried again: after ever more poses if it keeps failing, never if it failed at rest (star paper §8),
   * or in every pose. Default `'back-off'`.
   */
  readonly retry?: 'back-off' | 'rest-shape' | 'always';
  /** Bytes from `serialize()` of a detector for a mesh with the same triangles: saves the preparation. */
  readonly prepared?: Uint8Array;
  /** Measure the tasks of the star paper's Table 1, see `detector.taskTimes`. Slower. Default false. */
  readonly taskTimes?: boolean;
  /** Write down what each query visits, see `detector.trace`. Slower. Default false. */
  readonly trace?: boolean;
}

const KNOWN = [
  ...['method', 'weld', 'objects', 'pairs', 'maxContacts', 'maxLeafTriangles', 'precomputeAdjacency'],
  ...['cellSize', 'contourTest', 'directions', 'retry', 'prepared', 'taskTimes', 'trace', 'onProgress', 'signal'],
];

/**
 * Prepares self-collision detection for one triangle mesh.
 *
 * Triangles are read once, here. Afterwards give moved vertices to `update`, and
 * `findIntersections` lists what intersects. Neither allocates, except to grow the result.
 *
 * @throws {@link MeshError} if an index is out of range or a coordinate is not finite.
 * @throws RangeError if an option has a value it cannot take.
 *
 * @example
 * const detector = createDetector(mesh, { method: 'star-contour' });
 * detector.update(movedPositions);
 * const { count, edgeA, edgeB, triangle } = detector.findIntersections(); // valid until the next call
 */
export function createDetector(mesh: TriangleMesh, options: DetectorOptions = {}): Detector {
  checkKnown('createDetector', options, KNOWN);
  const method = options.method ?? 'star-contour';
  const weld = options.weld ?? true;
  const pairs = options.pairs ?? 'all';
  const maxContacts = options.maxContacts ?? Number.POSITIVE_INFINITY;
  checkOneOf('createDetector', 'method', method, detectorMethods);
  checkOneOf('createDetector', 'weld', weld, [true, false, 'keep']);
  checkOneOf('createDetector', 'pairs', pairs, ['all', 'same-object', 'between-objects']);
  if (options.contourTest !== undefined) {
    checkOneOf('createDetector', 'contourTest', options.contourTest, ['star', 'exact', 'star-then-exact']);
  }
  if (options.directions !== undefined) checkOneOf('createDetector', 'directions', options.directions, [14, 31]);
  if (options.retry !== undefined) {
    checkOneOf('createDetector', 'retry', options.retry, ['back-off', 'rest-shape', 'always']);
  }
  if (options.cellSize !== undefined) checkPositive('createDetector', 'cellSize', options.cellSize);
  if (options.maxContacts !== undefined) checkWhole('createDetector', 'maxContacts', options.maxContacts, 1);
  if (options.maxLeafTriangles !== undefined) {
    checkWhole('createDetector', 'maxLeafTriangles', options.maxLeafTriangles, 1);
  }
  checkOneOf('createDetector', 'directions', options.directions ?? 31, [14, 31]);
  checkOneOf('createDetector', 'precomputeAdjacency', options.precomputeAdjacency ?? false, [true, false]);

  const surface = createSurface('createDetector', mesh, { weld: weld !== false, objects: options.objects });
  const finder = createFinder(method, surface, mesh, options);
  const keepWeld = weld === 'keep';
  return new MeshDetector(finder, mesh.positions, {
    method,
    keepWeld,
    pairs,
    maxContacts,
    exactOnly: method === 'brute-force',
  });
}

function createFinder(
  method: DetectorMethod,
  surface: Surface,
  mesh: TriangleMesh,
  options: DetectorOptions,
): PairFinder {
  const rest = createPose(surface);
  updatePose('createDetector', rest, surface, mesh.positions, true);
  if (method === 'brute-force') return new BruteForceFinder(surface);
  if (method === 'spatial-hash') return new SpatialHashFinder(surface, options.cellSize);
  if (method === 'aabb' && options.precomputeAdjacency === false) {
    return new BoxTreeFinder(surface, rest.positions, options.maxLeafTriangles ?? 4);
  }
  const preparation = options.prepared
    ? deserializePreparation('createDetector', options.prepared, surface)
    : preparePatches(surface, rest.positions, options);
  return new PatchFinder(surface, preparation, {
    cull: method === 'aabb' ? 'none' : method === 'star-contour' ? 'contour' : 'orientation',
    contourTest: options.contourTest ?? 'exact',
    directions: options.directions ?? 31,
    retry: options.retry ?? 'back-off',
    taskTimes: options.taskTimes ?? false,
    trace: options.trace ?? false,
  });
}
