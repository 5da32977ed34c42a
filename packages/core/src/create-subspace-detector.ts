import type { IgnoredGroups, PairChoice } from './confirm/pair-filter.ts';
import { everyQuery } from './every-query.ts';
import type { Certificates } from './find/certificates.ts';
import { NO_NOTES } from './find/pair-finder.ts';
import { MAX_LEAF } from './find/patches/leaf-pairs.ts';
import { USUAL_CULLING } from './find/patches/patch-culling.ts';
import { everyPatchExtra } from './find/patches/patch-extras.ts';
import { PatchFinder } from './find/patches/patch-finder.ts';
import {
  arraysOf,
  assemblePreparation,
  type Preparation,
  type PreparationArrays,
  preparePatches,
} from './find/patches/preparation.ts';
import { prepareTree } from './find/patches/prepare-tree.ts';
import { readPrepared, topologyHash, writePrepared } from './find/prepared-bytes.ts';
import { budgetNodes } from './find/subspace/budget-nodes.ts';
import { certifyNodes, type NodesToCertify } from './find/subspace/certify-nodes.ts';
import { findLimits } from './find/subspace/find-limits.ts';
import { KernelRoom } from './find/subspace/kernel-room.ts';
import { MovedBoxes } from './find/subspace/moved-boxes.ts';
import { NodeBounds } from './find/subspace/node-bounds.ts';
import { NodeMotions } from './find/subspace/node-motions.ts';
import { SUBDIVISIONS } from './find/subspace/pair-bound.ts';
import { patchRadii } from './find/subspace/patch-radii.ts';
import { certificateArrays, PREPARED_SUBSPACE, readCertificates } from './find/subspace/prepared-subspace.ts';
import { SparseFinder } from './find/subspace/sparse-finder.ts';
import { createSubspace, createSubspaceInSteps, type Subspace, widen } from './find/subspace/subspace.ts';
import { foldsAreContacts } from './mesh/folds-are-contacts.ts';
import { meanEdge } from './mesh/mean-edge.ts';
import { createSurface, createSurfaceInSteps, type Surface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { IMPACT_TOLERANCE, MeshDetector } from './mesh-detector.ts';
import { checkIgnored, checkKnown, checkOneOf, checkProgress, checkWhole } from './options.ts';
import type { PatchTree } from './partition/patch-tree.ts';
import { finishInSlices, finishSteps, type ProgressOptions, part, type Steps } from './partition/progress.ts';
import { createPose, updatePose } from './pose/pose.ts';
import { ReducedDetector } from './reduced-detector.ts';
import type { SubspaceDetector } from './subspace-detector.ts';
import { checkModes, readRange, type SubspaceModes } from './subspace-modes.ts';

/** Cuts a mesh into patches; triangles have the numbers of the subspace's vertices. */
export type SubspaceTree = (subspace: Subspace, triangles: Uint32Array) => Steps<PatchTree>;

/** Sets radii to 0 that are not to be kept. */
export type CertificateFilter = (nodes: NodesToCertify, certificates: Certificates) => Certificates;

export interface SubspaceOptions extends ProgressOptions {
  /** The norm that radii are meant in is √Σ weight·q². Default: 1 each, for modes that are scaled already. */
  readonly weights?: ArrayLike<number>;
  /** Treat vertices of one object at bit-identical positions as one; copies must then have equal modes. Default true. */
  readonly weld?: boolean;
  /** A label per triangle, so that several bodies can be one mesh. */
  readonly objects?: ArrayLike<number>;
  /** Which contacts to report, by the labels of edge and triangle. Radii speak of all pairs. Default `'all'`. */
  readonly pairs?: PairChoice;
  /** As for `createDetector`: which groups are ignored in queries. Radii speak of all pairs. */
  readonly groups?: ArrayLike<number>;
  readonly ignore?: IgnoredGroups;
  /** Report at most this many contacts. */
  readonly maxContacts?: number;
  /** How often a pair of triangles is cut into parts at most, 0 to 8: larger radii, a longer preparation. Default 8. */
  readonly subdivisions?: number;
  /**
   * Also work out what each coordinate costs of the gaps, upwards and downwards: proves far more where coordinates
   * act apart from each other, as morph targets do, for a longer preparation and two numbers a mode and patch. Default false.
   */
  readonly budgets?: boolean;
  /** Which radii are kept, such as `paperCertificates` of `@selfcollide/papers`; to compare with. Default: all. */
  readonly certificates?: CertificateFilter;
  /** Of what radii are worked out, such as `kMeansTree` of `@selfcollide/papers`. Default: patches that hang together. */
  readonly tree?: SubspaceTree;
  /** Bytes from `serialize()` of a detector for the same mesh, modes and weights: saves the preparation. They have their tree and radii: `tree` and `subdivisions` change nothing then. */
  readonly prepared?: Uint8Array;
}

export const SUBSPACE_OPTIONS = [
  'weights',
  'weld',
  'objects',
  'pairs',
  'groups',
  'ignore',
  'maxContacts',
  'subdivisions',
  'budgets',
  'certificates',
  'tree',
  'prepared',
  'onProgress',
  'signal',
];

/**
 * Prepares detection for a mesh that moves in a subspace: by modes of vibration, or by morph targets. Works out once how far the
 * coordinates may go before any two triangles can touch, for the whole mesh and for each of its patches. A pose within the radius of the whole then
 * costs one norm; beyond it, patches that are proved free are skipped and the rest is searched by contours.
 *
 * Positions given as 32-bit numbers are computed and judged as such.
 *
 * @throws {@link MeshError} for a bad mesh, or if welded vertices have different modes.
 * @throws RangeError if modes or an option have a value they cannot take.
 *
 * @example
 * const detector = createSubspaceDetector(mesh, modes);
 * detector.update(q);
 * if (!detector.certified) console.log(detector.findIntersections().count);
 */
export function createSubspaceDetector(
  mesh: TriangleMesh,
  modes: SubspaceModes,
  options: SubspaceOptions = {},
): SubspaceDetector {
  const caller = 'createSubspaceDetector';
  checkKnown(caller, options, SUBSPACE_OPTIONS);
  checkProgress(caller, options);
  return finishSteps(prepareSubspaceDetector(caller, mesh, modes, options), options);
}

/**
 * The same as {@link createSubspaceDetector}, in slices of a few milliseconds, between which events and frames get their turn. The mesh and modes must
 * not change meanwhile. For no slice at all on this thread, `prepareSubspace` of `selfcollide/threads` prepares in another.
 */
export async function createSubspaceDetectorAsync(
  mesh: TriangleMesh,
  modes: SubspaceModes,
  options: SubspaceOptions = {},
): Promise<SubspaceDetector> {
  const caller = 'createSubspaceDetectorAsync';
  checkKnown(caller, options, SUBSPACE_OPTIONS);
  checkProgress(caller, options);
  return finishInSlices(prepareSubspaceDetector(caller, mesh, modes, options), options);
}

/** Share of the work that goes into patches, before there is anything to certify. */
const PATCHES = 0.05;
/** … and that has gone when there are radii. */
const CERTIFIED = 0.99;

export function* prepareSubspaceDetector(
  caller: string,
  mesh: TriangleMesh,
  modes: SubspaceModes,
  options: SubspaceOptions,
): Steps<SubspaceDetector> {
  const {
    weld = true,
    pairs = 'all',
    maxContacts = Number.POSITIVE_INFINITY,
    objects,
    groups,
    ignore,
    prepared,
  } = options;
  const { subdivisions = SUBDIVISIONS, weights = null, budgets = false, certificates: filter, tree } = options;
  checkOneOf(caller, 'weld', weld, [true, false]);
  checkOneOf(caller, 'budgets', budgets, [true, false]);
  for (const [name, value] of Object.entries({ certificates: filter, tree })) {
    if (value === undefined || typeof value === 'function') continue;
    throw new RangeError(`${caller}: ${name} must be a function, got ${describe(value)}.`);
  }
  if (filter && budgets) throw new RangeError(`${caller}: certificates must be left out with budgets: true, got both.`);
  checkOneOf(caller, 'pairs', pairs, ['all', 'same-object', 'between-objects']);
  checkIgnored(caller, options);
  checkOneOf(caller, 'subdivisions', subdivisions, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  if (options.maxContacts !== undefined) checkWhole(caller, 'maxContacts', options.maxContacts, 1);
  const isNew = prepared === undefined;
  // progress begins with what takes long
  const surface = isNew
    ? yield* part(createSurfaceInSteps(caller, mesh, { weld, objects, groups }), 0, 0)
    : createSurface(caller, mesh, { weld, objects, groups });
  if (isNew) yield 0;
  const rank = checkModes(caller, modes, surface);
  if (weights !== null) checkWeights(caller, weights, rank);
  const range = readRange(caller, modes, rank);
  if (isNew) yield 0;
  const asGiven = isNew
    ? yield* part(createSubspaceInSteps(surface, mesh.positions, modes.vectors, weights), 0, 0)
    : createSubspace(surface, mesh.positions, modes.vectors, weights);

  if (isNew) yield 0;
  const rest = createPose(surface);
  updatePose(caller, rest, surface, mesh.positions, true);
  if (isNew) yield 0;
  const arrays = prepared === undefined ? null : readPrepared(caller, prepared, PREPARED_SUBSPACE, surface);
  const known = arrays === null ? null : readCertificates(caller, asGiven, arrays);
  const preparation =
    arrays === null
      ? yield* part(
          tree === undefined ? preparePatches(surface, rest.positions) : prepareWith(tree, asGiven, surface),
          0,
          PATCHES,
        )
      : assemblePreparation(arrays as PreparationArrays);
  if (isNew) yield PATCHES;
  const room = new KernelRoom(asGiven, preparation);
  const finder = new PatchFinder(
    surface,
    preparation,
    { ...USUAL_CULLING, taskTimes: false, trace: false, engine: 'auto' },
    { ...everyPatchExtra, layOutForEngine: room.layOut },
  );
  const subspace =
    room.arrays === null ? asGiven : { ...asGiven, rest: room.arrays.modeRest, rows: room.arrays.modeRows };
  const { triangles, vertexSource } = finder.surface;
  if (isNew) yield PATCHES;
  // by a loop: `from` calls a function for each, which took half of the longest pause
  const corners = new Uint32Array(triangles.length);
  for (let i = 0; i < corners.length; i++) corners[i] = vertexSource[triangles[i]];
  if (isNew) yield PATCHES;
  const nodes = { ...finder.preparation, leafStride: MAX_LEAF, corners };
  const made = known ?? (yield* part(certify(subspace, nodes, subdivisions, budgets), PATCHES, CERTIFIED));
  const certificates = room.take(filter ? filter(nodes, made) : made);
  if (budgets && certificates.budgets === null) {
    throw new RangeError(`${caller}: prepared must have been made with budgets: true, got it without.`);
  }
  const kernel = room.use(certificates, subspace.single);
  // where the kernel searches what they leave, the walk by contours is asked only when they prove little
  if (kernel === null) finder.certificates = room.mark(certificates);
  const motions = yield* part(NodeMotions.of(subspace, nodes.tree, corners, room.arrays), CERTIFIED, 1);
  const boxes = new MovedBoxes(subspace, nodes.tree, motions, triangles, finder.surface.vertexCount, corners);
  const sparse = new SparseFinder(finder, { subspace, nodes, certificates, boxes, kernel });
  const topology = topologyHash(surface);
  return new ReducedDetector({
    subspace,
    certificates,
    impactsAreContacts: foldsAreContacts(surface),
    ...range,
    finder: sparse,
    detector: new MeshDetector({ finder: sparse, notes: NO_NOTES }, mesh.positions, {
      method: 'star-contour',
      keepWeld: false,
      pairs,
      ignore,
      maxContacts,
      exactOnly: false,
      restRadius: 0,
      tolerance: IMPACT_TOLERANCE * meanEdge(surface.callerTriangles, mesh.positions),
      partCopies: null,
      queries: everyQuery,
    }),
    patchRadii: (level) => {
      const radii = patchRadii(nodes, certificates, level);
      const { triangleSource } = finder.surface;
      const byCaller = new Float32Array(radii.length);
      for (let t = 0; t < radii.length; t++) byCaller[triangleSource[t]] = radii[t];
      return byCaller;
    },
    findLimits: (levels) => {
      const bounds = finishSteps(NodeBounds.of(subspace, nodes.tree, corners), {});
      return findLimits(subspace, nodes, certificates, bounds, levels).map(({ pose, triangles: [a, b], ...rest }) => ({
        ...rest,
        q: pose.map((x, i) => x / subspace.scale[i]),
        triangles: [finder.surface.triangleSource[a], finder.surface.triangleSource[b]],
      }));
    },
    serialize: () => {
      const all = { ...arraysOf(finder.preparation), ...certificateArrays(subspace, certificates) };
      return writePrepared({ ...PREPARED_SUBSPACE, arrays: all }, topology);
    },
  });
}

function prepareWith(tree: SubspaceTree, subspace: Subspace, surface: Surface): Steps<Preparation> {
  const corners = Uint32Array.from(surface.triangles, (v) => surface.vertexSource[v]);
  return prepareTree(surface, tree(subspace, corners));
}

/** How far radii are looked for, in turn: further only while nothing nearer limits that of the whole. */
const WIDTHS = [1, 2, 4];
/** Small patches have larger radii; how much larger is paid for by gaps that count as touching, which matters with 32 bits. */
const SMALL_WIDTHS = { single: 2, double: 16 } as const;

function* certify(
  subspace: Subspace,
  nodes: NodesToCertify,
  subdivisions: number,
  budgets: boolean,
): Steps<Certificates> {
  const end = budgets ? 0.5 : 1;
  for (let i = 0; ; i++) {
    const farthest = WIDTHS[i] * subspace.farthest;
    const wide = widen(subspace, WIDTHS[i] * (subspace.single ? SMALL_WIDTHS.single : SMALL_WIDTHS.double));
    // each width may be the last but one: halves of what is left
    const from = end * (1 - 0.5 ** i);
    const to = i + 1 === WIDTHS.length ? end : end * (1 - 0.5 ** (i + 1));
    const certificates = yield* part(certifyNodes(wide, nodes, subdivisions, farthest), from, to);
    const root = certificates.nodeRadius[0];
    if (root > 0 && root >= 0.99 * farthest && i + 1 < WIDTHS.length) continue;
    if (budgets) certificates.budgets = yield* part(budgetNodes(wide, nodes, certificates), end, 1);
    return certificates;
  }
}

function checkWeights(caller: string, weights: ArrayLike<number>, rank: number): void {
  if (typeof weights !== 'object' || weights.length !== rank) {
    throw new RangeError(`${caller}: weights must hold ${rank} numbers, one a mode, got length ${weights?.length}.`);
  }
  for (let i = 0; i < rank; i++) {
    if (weights[i] > 0 && weights[i] < Number.POSITIVE_INFINITY) continue;
    throw new RangeError(`${caller}: weights must be finite and above 0, got ${describe(weights[i])} for mode ${i}.`);
  }
}
