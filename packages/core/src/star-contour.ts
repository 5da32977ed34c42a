import type { IgnoredGroups, PairChoice } from './confirm/pair-filter.ts';
import type { ContactDetector, PoseContacts } from './detector.ts';
import type { FinderNotes, PairFinder } from './find/pair-finder.ts';
import { ContactFinder } from './find/patches/contact-finder.ts';
import {
  assemblePreparation,
  PREPARED_PATCHES,
  type Preparation,
  type PreparationArrays,
  preparePatches,
} from './find/patches/preparation.ts';
import { preparationWriter } from './find/patches/preparation-writer.ts';
import { readPrepared } from './find/prepared-bytes.ts';
import type { CreateKernelFinder, Kernel } from './kernel.ts';
import { createSurfaceInSteps, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { MeshDetector } from './mesh-detector.ts';
import { checkIgnored, checkKnown, checkOneOf, checkProgress, checkWhole } from './options.ts';
import { finishInSlices, finishSteps, type ProgressOptions, type Steps } from './partition/progress.ts';
import { createPose, updatePose } from './pose/pose.ts';
import { PoseDetector, type PoseDetectorSettings } from './pose-detector.ts';

export type { ContactDetector, FindIntersectionsOptions, FindTrianglesOptions, PoseContacts } from './detector.ts';
export { MeshError, type MeshErrorCode } from './errors.ts';
export type { ContactLocation } from './locate/locate-contact.ts';
export type { Positions, TriangleMesh } from './mesh/triangle-mesh.ts';
export type { Contacts } from './results/contacts.ts';
export type { Counters } from './results/counters.ts';
export type { ContactLocations, IntersectingTriangles, Intersections } from './results/intersections.ts';
export type { Kernel, PairChoice, ProgressOptions };

/** Those of `createDetector` that concern contacts; they mean the same. */
export interface PoseContactsOptions extends ProgressOptions {
  readonly weld?: boolean | 'keep';
  readonly objects?: ArrayLike<number>;
  readonly pairs?: PairChoice;
  readonly groups?: ArrayLike<number>;
  readonly ignore?: IgnoredGroups;
  readonly maxContacts?: number;
  /** `kernel` of `selfcollide/kernel` makes frames faster. Default: TypeScript works on them. */
  readonly kernel?: Kernel;
}

export interface ContactDetectorOptions extends PoseContactsOptions {
  readonly prepared?: Uint8Array;
}

const KNOWN = ['weld', 'objects', 'pairs', 'groups', 'ignore', 'maxContacts', 'kernel', 'onProgress', 'signal'];

/**
 * `createDetector` with method `star-contour` for contacts and nothing else, for pages that count every kilobyte: the same contacts at a quarter of
 * the size. Where contacts are, triangle pairs and `serialize` are added by {@link createContactDetector}; for distances, impacts,
 * other methods, a trace or copies that part, there is `createDetector`. Only what is imported is loaded.
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
export function createStarContourDetector(mesh: TriangleMesh, options: PoseContactsOptions = {}): PoseContacts {
  return finishSteps(prepareLean('createStarContourDetector', mesh, options), options);
}

/** The same in slices of a few milliseconds, as `createDetectorAsync` does it. */
export async function createStarContourDetectorAsync(
  mesh: TriangleMesh,
  options: PoseContactsOptions = {},
): Promise<PoseContacts> {
  return finishInSlices(prepareLean('createStarContourDetectorAsync', mesh, options), options);
}

/** {@link createStarContourDetector} with `locate`, `locateAll`, `findIntersectingTriangles`, `serialize` and the option `prepared`. */
export function createContactDetector(mesh: TriangleMesh, options: ContactDetectorOptions = {}): ContactDetector {
  return finishSteps(prepareWhole('createContactDetector', mesh, options), options);
}

/** The same in slices of a few milliseconds, as `createDetectorAsync` does it. */
export async function createContactDetectorAsync(
  mesh: TriangleMesh,
  options: ContactDetectorOptions = {},
): Promise<ContactDetector> {
  return finishInSlices(prepareWhole('createContactDetectorAsync', mesh, options), options);
}

function* prepareLean(caller: string, mesh: TriangleMesh, options: PoseContactsOptions): Steps<PoseContacts> {
  const settings = readOptions(caller, options, KNOWN);
  const surface = yield* readSurface(caller, mesh, options);
  const preparation = yield* prepareNow(caller, surface, mesh);
  return new PoseDetector(createFinder(surface, preparation, options), mesh.positions, settings);
}

function* prepareWhole(caller: string, mesh: TriangleMesh, options: ContactDetectorOptions): Steps<ContactDetector> {
  const settings = readOptions(caller, options, [...KNOWN, 'prepared']);
  const surface = yield* readSurface(caller, mesh, options);
  const { prepared } = options;
  const preparation =
    prepared === undefined
      ? yield* prepareNow(caller, surface, mesh)
      : assemblePreparation(readPrepared(caller, prepared, PREPARED_PATCHES, surface) as PreparationArrays);
  const finder = createFinder(surface, preparation, options, preparationWriter);
  return new MeshDetector({ finder, notes: finder }, mesh.positions, {
    ...settings,
    restRadius: 0,
    tolerance: 0,
    partCopies: null,
    queries: null,
  });
}

function readOptions(caller: string, options: PoseContactsOptions, known: readonly string[]): PoseDetectorSettings {
  checkKnown(caller, options, known);
  checkProgress(caller, options);
  const { weld = true, pairs = 'all', maxContacts = Number.POSITIVE_INFINITY, ignore, kernel } = options;
  checkOneOf(caller, 'weld', weld, [true, false, 'keep']);
  checkOneOf(caller, 'pairs', pairs, ['all', 'same-object', 'between-objects']);
  checkIgnored(caller, options);
  if (options.maxContacts !== undefined) checkWhole(caller, 'maxContacts', maxContacts, 1);
  if (kernel !== undefined && kernel?.engine !== 'kernel') {
    throw new RangeError(`${caller}: kernel must be that of selfcollide/kernel, got ${describe(kernel)}.`);
  }
  return { method: 'star-contour', keepWeld: weld === 'keep', pairs, ignore, maxContacts, exactOnly: false };
}

function readSurface(
  caller: string,
  mesh: TriangleMesh,
  { weld, objects, groups }: PoseContactsOptions,
): Steps<Surface> {
  return createSurfaceInSteps(caller, mesh, { weld: weld !== false, objects, groups });
}

function* prepareNow(caller: string, surface: Surface, mesh: TriangleMesh) {
  const rest = createPose(surface);
  updatePose(caller, rest, surface, mesh.positions, true);
  return yield* preparePatches(surface, rest.positions);
}

/** Settings are the usual ones, with and without the kernel. */
function createFinder(
  surface: Surface,
  preparation: Preparation,
  { kernel }: PoseContactsOptions,
  writer?: typeof preparationWriter,
): PairFinder & FinderNotes {
  if (kernel !== undefined) {
    return (kernel.createFinder as CreateKernelFinder)(surface, preparation, { preparationWriter: writer });
  }
  const write = writer?.(surface);
  return new ContactFinder(surface, preparation, write === undefined ? null : () => write(preparation));
}
