import type { PairChoice } from './confirm/object-filter.ts';
import type { ContactDetector } from './detector.ts';
import type { PatchExtras } from './find/patches/patch-extras.ts';
import { PatchFinder } from './find/patches/patch-finder.ts';
import {
  assemblePreparation,
  PREPARED_PATCHES,
  type PreparationArrays,
  preparePatches,
} from './find/patches/preparation.ts';
import { readPrepared } from './find/prepared-bytes.ts';
import type { Kernel } from './kernel/index.ts';
import { createSurface, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { MeshDetector } from './mesh-detector.ts';
import { checkKnown, checkOneOf, checkWhole } from './options.ts';
import { finishInSlices, finishSteps, type ProgressOptions, type Steps } from './partition/progress.ts';
import { createPose, updatePose } from './pose/pose.ts';

export type { ContactDetector, FindIntersectionsOptions, FindTrianglesOptions } from './detector.ts';
export { MeshError, type MeshErrorCode } from './errors.ts';
export type { ContactLocation } from './locate/locate-contact.ts';
export type { Positions, TriangleMesh } from './mesh/triangle-mesh.ts';
export type { Counters } from './results/counters.ts';
export type { ContactLocations, IntersectingTriangles, Intersections } from './results/intersections.ts';
export type { Kernel, PairChoice, ProgressOptions };

/** Those of `createDetector` that concern contacts; they mean the same. */
export interface ContactDetectorOptions extends ProgressOptions {
  readonly weld?: boolean | 'keep';
  readonly objects?: ArrayLike<number>;
  readonly pairs?: PairChoice;
  readonly maxContacts?: number;
  readonly prepared?: Uint8Array;
  /** `kernel` of `selfcollide/kernel` makes frames faster. Default: TypeScript works on them. */
  readonly kernel?: Kernel;
}

const KNOWN = ['weld', 'objects', 'pairs', 'maxContacts', 'prepared', 'kernel', 'onProgress', 'signal'];

/**
 * `createDetector` for contacts alone, with method `star-contour`: the same results at a third of the size. For distances, impacts, other
 * methods, a trace or copies that part, there is `createDetector`.
 *
 * @throws {@link MeshError} if an index is out of range or a coordinate is not finite.
 * @throws RangeError if an option has a value it cannot take.
 *
 * @example
 * import { createStarContourDetector } from 'selfcollide/star-contour';
 * const detector = createStarContourDetector(mesh);
 * detector.update(movedPositions);
 * const { count, edgeA, edgeB, triangle } = detector.findIntersections(); // valid until the next call
 */
export function createStarContourDetector(mesh: TriangleMesh, options: ContactDetectorOptions = {}): ContactDetector {
  return finishSteps(prepare('createStarContourDetector', mesh, options), options);
}

/** The same in slices of a few milliseconds, as `createDetectorAsync` does it. */
export async function createStarContourDetectorAsync(
  mesh: TriangleMesh,
  options: ContactDetectorOptions = {},
): Promise<ContactDetector> {
  return finishInSlices(prepare('createStarContourDetectorAsync', mesh, options), options);
}

function* prepare(caller: string, mesh: TriangleMesh, options: ContactDetectorOptions): Steps<ContactDetector> {
  checkKnown(caller, options, KNOWN);
  const { weld = true, objects, pairs = 'all', maxContacts = Number.POSITIVE_INFINITY, prepared, kernel } = options;
  checkOneOf(caller, 'weld', weld, [true, false, 'keep']);
  checkOneOf(caller, 'pairs', pairs, ['all', 'same-object', 'between-objects']);
  if (options.maxContacts !== undefined) checkWhole(caller, 'maxContacts', maxContacts, 1);
  if (kernel !== undefined && kernel?.engine !== 'wasm') {
    throw new RangeError(`${caller}: kernel must be that of selfcollide/kernel, got ${describe(kernel)}.`);
  }
  const surface = createSurface(caller, mesh, { weld: weld !== false, objects });
  const preparation =
    prepared === undefined ? yield* prepareNow(caller, surface, mesh) : load(caller, prepared, surface);
  const layOutForEngine = kernel?.layOut as PatchExtras['layOutForEngine'] | undefined;
  const finder = new PatchFinder(
    surface,
    preparation,
    {
      cull: 'contour',
      contourTest: 'exact',
      directions: 31,
      retry: 'back-off',
      taskTimes: false,
      trace: false,
      engine: 'auto',
    },
    { layOutForEngine },
  );
  return new MeshDetector(finder, mesh.positions, {
    method: 'star-contour',
    keepWeld: weld === 'keep',
    pairs,
    maxContacts,
    exactOnly: false,
    restRadius: 0,
    tolerance: 0,
    partCopies: null,
    queries: null,
  });
}

function* prepareNow(caller: string, surface: Surface, mesh: TriangleMesh) {
  const rest = createPose(surface);
  updatePose(caller, rest, surface, mesh.positions, true);
  return yield* preparePatches(surface, rest.positions);
}

function load(caller: string, prepared: Uint8Array, surface: Surface) {
  return assemblePreparation(readPrepared(caller, prepared, PREPARED_PATCHES, surface) as PreparationArrays);
}
