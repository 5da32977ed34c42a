import { AabbFinder } from './detect/aabb/aabb-finder.ts';
import { BruteForceFinder } from './detect/brute-force/brute-force-finder.ts';
import type { PairFinder } from './detect/pair-finder.ts';
import type { Detector } from './detector.ts';
import { createPose, updatePose } from './mesh/pose.ts';
import { createSurface, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { MeshDetector } from './mesh-detector.ts';
import { checkKnown, checkOneOf, checkWhole } from './options.ts';

/** The methods that `createDetector` knows. */
export const detectorMethods = ['aabb', 'brute-force'] as const;

export type DetectorMethod = (typeof detectorMethods)[number];

export interface DetectorOptions {
  /** How candidates are found. Every method but `unsafe-normal-cone` gives the same result; only the cost differs. */
  readonly method?: DetectorMethod;
  /**
   * Treat vertices at bit-identical positions (−0 equals 0) as one. Default true. Copies must then move together, or
   * `update` throws; with `'keep'` the lowest-numbered copy counts and the others are ignored.
   */
  readonly weld?: boolean | 'keep';
  /** A label per triangle, so that several bodies can be one mesh. */
  readonly objects?: ArrayLike<number>;
  /** Which contacts to report, by the labels of edge and triangle. Default `'all'`. */
  readonly pairs?: 'all' | 'same-object' | 'between-objects';
  /** Stop after this many contacts and set `truncated`. Without it nothing is ever cut. */
  readonly maxContacts?: number;
  /** Triangles a leaf of the `aabb` tree holds at most. Default 4. */
  readonly maxLeafTriangles?: number;
}

const KNOWN = ['method', 'weld', 'objects', 'pairs', 'maxContacts', 'maxLeafTriangles'];

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
 * const detector = createDetector(mesh, { method: 'aabb' });
 * detector.update(movedPositions);
 * const { count, edgeA, edgeB, triangle } = detector.findIntersections(); // valid until the next call
 */
export function createDetector(mesh: TriangleMesh, options: DetectorOptions = {}): Detector {
  checkKnown('createDetector', options, KNOWN);
  const method = options.method ?? 'aabb';
  const weld = options.weld ?? true;
  const pairs = options.pairs ?? 'all';
  const maxContacts = options.maxContacts ?? Number.POSITIVE_INFINITY;
  checkOneOf('createDetector', 'method', method, detectorMethods);
  checkOneOf('createDetector', 'weld', weld, [true, false, 'keep']);
  checkOneOf('createDetector', 'pairs', pairs, ['all', 'same-object', 'between-objects']);
  if (options.maxContacts !== undefined) checkWhole('createDetector', 'maxContacts', maxContacts, 1);
  if (options.maxLeafTriangles !== undefined) {
    checkWhole('createDetector', 'maxLeafTriangles', options.maxLeafTriangles, 1);
  }

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
  return new AabbFinder(surface, rest.positions, options.maxLeafTriangles ?? 4);
}
