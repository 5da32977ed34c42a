import { type RegionAnswer, Regions } from './certify-regions.ts';
import { createDetector } from './create-detector.ts';
import { prepareSubspaceDetector } from './create-subspace-detector.ts';
import { createSubspace } from './find/subspace/subspace.ts';
import { createSurface } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { checkKnown, checkOneOf, checkPositive, checkProgress } from './options.ts';
import { finishInSlices, finishSteps, type ProgressOptions, part, type Steps } from './partition/progress.ts';
import { checkModes, readRange, type SubspaceModes } from './subspace-modes.ts';

export interface CertifyOptions extends ProgressOptions {
  /** Lowest and highest weight of each target, instead of `modes.low` and `modes.high`; 0 must be between them. */
  readonly ranges?: ArrayLike<readonly [number, number]>;
  /** A proved range ends at most so far before a real contact, in weights. Default 0.01. */
  readonly tolerance?: number;
  /** Also every two targets together, each within what is free alone. Default false. */
  readonly pairs?: boolean;
  /** Also all targets together, in their whole ranges. Seldom free, and often too much to decide. Default false. */
  readonly together?: boolean;
  /** Also `prepared`, for a detector: may take longer than all the rest. Default false. */
  readonly prepare?: boolean;
  /** As for {@link createSubspaceDetector}. */
  readonly weld?: boolean;
  readonly objects?: ArrayLike<number>;
}

/** A pose in which two triangles have a contact that does not exist at rest. */
export interface Witness {
  /** One a target. */
  readonly weights: Float64Array;
  readonly triangles: readonly [number, number];
}

export interface CertifiedTarget {
  readonly low: number;
  readonly high: number;
  /** No contact but those that exist at rest while this weight is between these, ends included, and all others are 0. */
  readonly freeLow: number;
  readonly freeHigh: number;
  /** What comes next on either side, within the tolerance if the side is decided; null where the whole side is free, or nothing was found. */
  readonly stoppedBy: { readonly low: Witness | null; readonly high: Witness | null };
  /** Pairs of triangles with contacts somewhere in the range that do not exist at rest. */
  readonly touchingPairs: number;
  /** A side ends where neither a proof nor a contact within the tolerance was found. */
  readonly undecided: boolean;
}

export interface CertifiedPair {
  /** Numbers of two targets. */
  readonly a: number;
  readonly b: number;
  readonly status: 'free' | 'collides' | 'undecided';
  /** Proved free while both weights stay within this share of what is free for each alone. */
  readonly freeShare: number;
  readonly witness: Witness | null;
}

/** What was proved of a mesh that moves by weights; triangles in the caller's numbers. */
export interface CertifyReport {
  /** Edges that meet triangles with all weights 0. */
  readonly restContacts: number;
  /** Pairs of triangles with contacts that exist at rest, by exact arithmetic, as far as they were met on the way. Claims speak of all other contacts, also of the same two. Numbers of triangles, two a pair. */
  readonly restPairs: Uint32Array;
  readonly targets: readonly CertifiedTarget[];
  /** Empty unless asked for. */
  readonly pairs: readonly CertifiedPair[];
  /** All targets together; null unless asked for. */
  readonly joint: { readonly proven: boolean; readonly freeShare: number; readonly witness: Witness | null } | null;
  /** Share of its range at which one target alone first makes the triangle touch; infinite where none does. */
  readonly firstTouch: Float64Array;
  /** Triangles that nothing was found to touch, nor left open, in all that was asked for. */
  readonly freeTriangles: number;
  /** Claims that were neither proved nor refuted. */
  readonly undecided: number;
  /** For {@link createSubspaceDetector} with the same mesh and modes; null unless asked for. */
  readonly prepared: Uint8Array | null;
}

const OPTIONS = [
  ...['ranges', 'tolerance', 'pairs', 'together', 'prepare', 'weld', 'objects'],
  ...['onProgress', 'signal'],
];

/**
 * Proves which weights of morph targets, or other modes, keep a mesh free of contacts beyond those it has at rest: for each target alone, for every
 * two of them, and for all together. What is called free is proved, for the positions that `deform` computes; what is not comes with a pose in which
 * triangles really touch, or is counted as undecided.
 *
 * @throws {@link MeshError} for a bad mesh, or if welded vertices have different displacements.
 * @throws RangeError if modes, ranges or an option have a value they cannot take.
 *
 * @example
 * const report = certify(mesh, modes, { pairs: true });
 * for (const [i, { freeHigh, high }] of report.targets.entries()) {
 *   if (freeHigh < high) console.log(`target ${i} is free up to ${freeHigh}`);
 * }
 */
export function certify(mesh: TriangleMesh, modes: SubspaceModes, options: CertifyOptions = {}): CertifyReport {
  checkKnown('certify', options, OPTIONS);
  checkProgress('certify', options);
  return finishSteps(certifySteps(mesh, modes, options), options);
}

/**
 * The same as {@link certify}, in slices of a few milliseconds, between which events and frames get their turn. The mesh and modes must not change
 * meanwhile.
 */
export async function certifyAsync(
  mesh: TriangleMesh,
  modes: SubspaceModes,
  options: CertifyOptions = {},
): Promise<CertifyReport> {
  checkKnown('certifyAsync', options, OPTIONS);
  checkProgress('certifyAsync', options);
  return finishInSlices(certifySteps(mesh, modes, options), options);
}

function* certifySteps(mesh: TriangleMesh, modes: SubspaceModes, options: CertifyOptions): Steps<CertifyReport> {
  const { tolerance = 0.01, pairs = false, together = false, prepare = false, weld = true, objects } = options;
  checkPositive('certify', 'tolerance', tolerance);
  for (const [name, value] of Object.entries({ pairs, together, prepare, weld })) {
    checkOneOf('certify', name, value, [true, false]);
  }
  const surface = createSurface('certify', mesh, { weld, objects });
  const rank = checkModes('certify', modes, surface);
  const { low, high } = readRanges(modes, options.ranges, rank);
  const rest = createDetector(mesh, { weld, ...(objects && { objects }) });
  const restContacts = rest.findIntersections().count;
  const regions = new Regions(createSubspace(surface, mesh.positions, modes.vectors, null), surface, tolerance);

  // sides, then pairs: progress counts regions
  const total = 2 * rank + (pairs ? (rank * (rank - 1)) / 2 : 0) + (together ? rank : 0) + (prepare ? 2 * rank : 0);
  let done = 0;
  const answer = function* (coordinates: number[], lows: number[], highs: number[]): Steps<RegionAnswer> {
    const steps = regions.answer(coordinates, Float64Array.from(lows), Float64Array.from(highs));
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        done++;
        return step.value;
      }
      yield done / total;
    }
  };
  const witnessOf = (coordinates: readonly number[], found: RegionAnswer): Witness | null => {
    if (found.touch === Number.POSITIVE_INFINITY) return null;
    const weights = new Float64Array(rank);
    coordinates.forEach((i, j) => {
      weights[i] = found.witness[j];
    });
    return { weights, triangles: [found.first, found.second] };
  };

  const targets: CertifiedTarget[] = [];
  for (let i = 0; i < rank; i++) {
    yield done / total;
    const below = low[i] < 0 ? yield* answer([i], [low[i]], [0]) : null;
    const above = high[i] > 0 ? yield* answer([i], [0], [high[i]]) : null;
    done = 2 * i + 2;
    targets.push({
      low: low[i],
      high: high[i],
      freeLow: below ? low[i] * below.free : 0,
      freeHigh: above ? high[i] * above.free : 0,
      stoppedBy: { low: below && witnessOf([i], below), high: above && witnessOf([i], above) },
      touchingPairs: (below?.touching ?? 0) + (above?.touching ?? 0),
      undecided: below?.undecided === true || above?.undecided === true,
    });
  }
  const pairReports: CertifiedPair[] = [];
  for (let a = 0; pairs && a < rank; a++) {
    for (let b = a + 1; b < rank; b++) {
      yield done / total;
      const lows = [targets[a].freeLow, targets[b].freeLow];
      const highs = [targets[a].freeHigh, targets[b].freeHigh];
      const found = yield* answer([a, b], lows, highs);
      const witness = witnessOf([a, b], found);
      const status = witness ? 'collides' : found.free < 1 ? 'undecided' : 'free';
      pairReports.push({ a, b, status, freeShare: found.free, witness });
    }
  }
  let joint: CertifyReport['joint'] = null;
  if (together) {
    const known = targets.flatMap(({ stoppedBy }) => [stoppedBy.low, stoppedBy.high]).find((each) => each !== null);
    const knownPair = pairReports.find(({ witness }) => witness)?.witness;
    if (known || knownPair) joint = { proven: false, freeShare: 0, witness: known ?? knownPair ?? null };
    else {
      const all = Array.from({ length: rank }, (_, i) => i);
      const found = yield* answer(all, [...low], [...high]);
      // of two targets, what only one of them moves was looked at alone
      const alone = targets.every((target) => target.freeLow === target.low && target.freeHigh === target.high);
      joint = { proven: alone && found.free === 1, freeShare: alone ? found.free : 0, witness: witnessOf(all, found) };
    }
    done += rank;
  }
  const restPairs = Uint32Array.from(
    [...regions.atRest]
      .sort((x, y) => x - y)
      .flatMap((key) => [Math.floor(key / surface.triangleCount), key % surface.triangleCount]),
  );
  let undecided = targets.filter((target) => target.undecided).length;
  undecided += pairReports.filter(({ status }) => status === 'undecided').length;
  if (joint && !joint.proven && !joint.witness) undecided++;
  let prepared: Uint8Array | null = null;
  if (prepare) {
    const own = { budgets: true, weld, ...(objects && { objects }) };
    const detector = yield* part(prepareSubspaceDetector('certify', mesh, modes, own), done / total, 1);
    prepared = detector.serialize();
  }
  return {
    ...{ restContacts, restPairs, targets, pairs: pairReports, joint, undecided, prepared },
    firstTouch: regions.firstTouch,
    freeTriangles: regions.concerned.reduce((sum, concerned) => sum + 1 - concerned, 0),
  };
}

function readRanges(
  modes: SubspaceModes,
  ranges: CertifyOptions['ranges'],
  rank: number,
): { low: Float64Array; high: Float64Array } {
  if (ranges !== undefined && !(typeof ranges === 'object' && ranges?.length === rank)) {
    throw new RangeError(
      `certify: ranges must hold ${rank} pairs of numbers, one a mode, got length ${ranges?.length}.`,
    );
  }
  const given = ranges && { low: new Float64Array(rank), high: new Float64Array(rank) };
  for (let i = 0; given && i < rank; i++) {
    const range: unknown = ranges[i];
    const { 0: from, 1: to } = Object(range) as Readonly<Record<number, unknown>>;
    if (typeof from !== 'number' || typeof to !== 'number' || !(from <= 0 && to >= 0 && to - from < Infinity)) {
      const got = typeof range === 'object' ? `${describe(from)} to ${describe(to)}` : describe(range);
      throw new RangeError(
        `certify: ranges must be pairs of finite numbers with 0 between them, got ${got} for mode ${i}.`,
      );
    }
    given.low[i] = from;
    given.high[i] = to;
  }
  const { low, high } = readRange('certify', { vectors: modes.vectors, ...(given ?? modes) }, rank);
  for (let i = 0; i < rank; i++) {
    if (low && high && Number.isFinite(low[i]) && Number.isFinite(high[i])) continue;
    const got = low && high ? `${describe(low[i])} to ${describe(high[i])}` : 'none';
    throw new RangeError(
      `certify: every mode must have a finite range, from modes or ranges, got ${got} for mode ${i}.`,
    );
  }
  return { low: low as Float64Array, high: high as Float64Array };
}
