import type { Detector } from './detector.ts';
import { everyQuery } from './every-query.ts';
import { BoxTreeFinder } from './find/boxes/box-tree-finder.ts';
import { BruteForceFinder } from './find/brute-force/brute-force-finder.ts';
import type { FinderFactory } from './find/finder-factory.ts';
import { NO_NOTES, type PairFinder, type Prepared } from './find/pair-finder.ts';
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
import { refuseKernel } from './kernel/refuse-kernel.ts';
import { meanEdge } from './mesh/mean-edge.ts';
import { createSurface, createSurfaceInSteps, partCopies, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { IMPACT_TOLERANCE, MeshDetector } from './mesh-detector.ts';
import {
  type AnyOptions,
  checkOptions,
  type DetectorMethod,
  type DetectorOptions,
  type FinderOptions,
  nameOf,
} from './method-options.ts';
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
export function createDetector<F extends PairFinder>(mesh: TriangleMesh, options: FinderOptions<F>): Detector<F>;
export function createDetector(mesh: TriangleMesh, options?: DetectorOptions): Detector;
export function createDetector(mesh: TriangleMesh, options: DetectorOptions = {}): Detector {
  const method = checkOptions('createDetector', options as AnyOptions);
  return finishSteps(prepareDetector('createDetector', method, mesh, options as AnyOptions), options);
}

/**
 * The same as {@link createDetector}, in slices of a few milliseconds, between which events and frames get their turn. Putting the mesh in order, the first cuts and the
 * last step are a slice each (up to about 0.2 s for 300,000 triangles). The mesh must not change meanwhile. For no slice at all on
 * this thread, prepare in a worker and hand over `serialize()`.
 */
export function createDetectorAsync<F extends PairFinder>(
  mesh: TriangleMesh,
  options: FinderOptions<F>,
): Promise<Detector<F>>;
export function createDetectorAsync(mesh: TriangleMesh, options?: DetectorOptions): Promise<Detector>;
export async function createDetectorAsync(mesh: TriangleMesh, options: DetectorOptions = {}): Promise<Detector> {
  const method = checkOptions('createDetectorAsync', options as AnyOptions);
  return finishInSlices(prepareDetector('createDetectorAsync', method, mesh, options as AnyOptions), options);
}

function* prepareDetector(
  caller: string,
  method: DetectorMethod | FinderFactory,
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
  const prepared = yield* prepareMethod(caller, method, surface, mesh, options);
  const rest = { positions: mesh.positions.slice(), triangles: mesh.triangles };
  return new MeshDetector(prepared, mesh.positions, {
    method: nameOf(method),
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
            return finishSteps(prepareMethod('update', method, parted, rest, { ...options, prepared: undefined }), {});
          },
  });
}

function* prepareMethod(
  caller: string,
  method: DetectorMethod | FinderFactory,
  surface: Surface,
  mesh: TriangleMesh,
  options: AnyOptions,
): Steps<Prepared> {
  if (method === 'star-contour') {
    const finder = yield* prepareStarContour(caller, surface, mesh, options);
    return { finder, notes: finder };
  }
  const { engine = 'auto', maxLeafTriangles = 4 } = options;
  const rest = restOf(caller, surface, mesh);
  if (method === 'brute-force') return { finder: new BruteForceFinder(surface), notes: NO_NOTES };
  if (method === 'box-tree') {
    return { finder: new BoxTreeFinder(surface, rest, maxLeafTriangles, engine), notes: NO_NOTES };
  }
  const made = method.createFinder({ surface, rest, engine });
  const finder = 'next' in made ? yield* made : made;
  const { reason } = finder.engine;
  if (reason !== '') refuseKernel(caller, engine, reason);
  return { finder, notes: NO_NOTES };
}

/** @param extras What a method that walks over patches may be asked for. */
export function* prepareStarContour(
  caller: string,
  surface: Surface,
  mesh: TriangleMesh,
  { engine = 'auto', prepared, trace = false }: AnyOptions,
  extras: PatchExtras = everyPatchExtra,
): Steps<PatchFinder> {
  const rest = restOf(caller, surface, mesh);
  const preparation =
    prepared === undefined
      ? yield* preparePatches(surface, rest)
      : assemblePreparation(readPrepared(caller, prepared, PREPARED_PATCHES, surface) as PreparationArrays);
  return new PatchFinder(surface, preparation, { ...USUAL_CULLING, taskTimes: false, trace, engine }, extras);
}

function restOf(caller: string, surface: Surface, mesh: TriangleMesh): Float64Array {
  const rest = createPose(surface);
  updatePose(caller, rest, surface, mesh.positions, true);
  return rest.positions;
}
