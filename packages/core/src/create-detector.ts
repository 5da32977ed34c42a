import type { Detector } from './detector.ts';
import { everyQuery } from './every-query.ts';
import { BoxTreeFinder } from './find/boxes/box-tree-finder.ts';
import { BruteForceFinder } from './find/brute-force/brute-force-finder.ts';
import { KdopFinder } from './find/kdop/kdop-finder.ts';
import type { PairFinder } from './find/pair-finder.ts';
import { USUAL_CULLING } from './find/patches/patch-culling.ts';
import { everyPatchExtra, type PatchExtras } from './find/patches/patch-extras.ts';
import { PatchFinder } from './find/patches/patch-finder.ts';
import {
  assemblePreparation,
  PREPARED_PATCHES,
  type PreparationArrays,
  preparePatches,
} from './find/patches/preparation.ts';
import { readPrepared } from './find/prepared-bytes.ts';
import { SpatialHashFinder } from './find/spatial-hash/spatial-hash-finder.ts';
import { meanEdge } from './mesh/mean-edge.ts';
import { createSurface, createSurfaceInSteps, partCopies, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { IMPACT_TOLERANCE, MeshDetector } from './mesh-detector.ts';
import { type AnyOptions, checkOptions, type DetectorMethod, type DetectorOptions } from './method-options.ts';
import { finishInSlices, finishSteps, type Steps } from './partition/progress.ts';
import { createPose, updatePose } from './pose/pose.ts';

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
  const method = checkOptions('createDetector', options as AnyOptions);
  return finishSteps(prepareDetector('createDetector', method, mesh, options as AnyOptions), options);
}

/**
 * The same as {@link createDetector}, in slices of a few milliseconds, between which events and frames get their turn. Putting the mesh in order, the first cuts and the
 * last step are a slice each (up to about 0.2 s for 300,000 triangles). The mesh must not change meanwhile. For no slice at all on
 * this thread, prepare in a worker and hand over `serialize()`.
 */
export async function createDetectorAsync(mesh: TriangleMesh, options: DetectorOptions = {}): Promise<Detector> {
  const method = checkOptions('createDetectorAsync', options as AnyOptions);
  return finishInSlices(prepareDetector('createDetectorAsync', method, mesh, options as AnyOptions), options);
}

function* prepareDetector(
  caller: string,
  method: DetectorMethod,
  mesh: TriangleMesh,
  options: AnyOptions,
): Steps<Detector> {
  const {
    weld = true,
    pairs = 'all',
    maxContacts = Number.POSITIVE_INFINITY,
    restRadius = 0,
    objects,
    groups,
    ignore,
  } = options;
  const surface = yield* createSurfaceInSteps(caller, mesh, { weld: weld !== false, objects, groups });
  const finder = yield* createFinder(caller, method, surface, mesh, options);
  const rest = { positions: mesh.positions.slice(), triangles: mesh.triangles };
  return new MeshDetector(finder, mesh.positions, {
    method,
    keepWeld: weld === 'keep',
    pairs,
    ignore,
    maxContacts,
    restRadius,
    engine: options.engine,
    exactOnly: method === 'brute-force',
    tolerance: IMPACT_TOLERANCE * meanEdge(surface.callerTriangles, mesh.positions),
    queries: everyQuery,
    partCopies:
      weld !== 'while-together'
        ? null
        : (whole, positions) => {
            const parted = createSurface('update', rest, { weld: partCopies(whole, positions), objects, groups });
            return finishSteps(createFinder('update', method, parted, rest, { ...options, prepared: undefined }), {});
          },
  });
}

/** @param extras What a method that walks over patches may be asked for. */
export function* createFinder(
  caller: string,
  method: DetectorMethod,
  surface: Surface,
  mesh: TriangleMesh,
  options: AnyOptions,
  extras: PatchExtras = everyPatchExtra,
): Steps<PairFinder> {
  const { engine = 'auto' } = options;
  const rest = createPose(surface);
  updatePose(caller, rest, surface, mesh.positions, true);
  if (method === 'brute-force') return new BruteForceFinder(surface);
  if (method === 'spatial-hash') return new SpatialHashFinder(surface, options.cellSize);
  if (method === 'aabb' && options.precomputeAdjacency === false) {
    return new BoxTreeFinder(surface, rest.positions, options.maxLeafTriangles ?? 4, engine);
  }
  if (method === 'kdop') {
    const { dop = 6, arity = 4, inflation = 'swept', lazyDistance = 0, separationList = false } = options;
    return new KdopFinder(surface, rest.positions, { dop, arity, inflation, lazyDistance, separationList, engine });
  }
  const preparation =
    options.prepared === undefined
      ? yield* preparePatches(surface, rest.positions)
      : assemblePreparation(readPrepared(caller, options.prepared, PREPARED_PATCHES, surface) as PreparationArrays);
  return new PatchFinder(
    surface,
    preparation,
    {
      cull: method === 'aabb' ? 'none' : method === 'star-contour' ? 'contour' : 'orientation',
      contourTest: options.contourTest ?? USUAL_CULLING.contourTest,
      directions: options.directions ?? USUAL_CULLING.directions,
      retry: options.retry ?? USUAL_CULLING.retry,
      taskTimes: options.taskTimes ?? false,
      trace: options.trace ?? false,
      engine,
    },
    extras,
  );
}
