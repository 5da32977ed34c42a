import { describeFailure } from '../failure.ts';
import { measurePlaces } from '../measure/measure-places.ts';
import { depthForLimit, type MeasuredPlace } from '../measure/place-measure.ts';
import { keepPoses } from '../source/keep-poses.ts';
import { endsClip, frameTime, type Source, type SourcePose } from '../source/source.ts';
import { listFindings, listPairs } from './contact-rows.ts';
import { countObjectPairs, describePlaces, describeProximity, NO_PLACES } from './describe-frame.ts';
import { chooseSearch, type DetectOptions, type FailOver } from './detect-options.ts';
import { findPlaces } from './find-places.ts';
import { FINDING_KINDS } from './finding-kinds.ts';
import { type FrameFindings, findFindings } from './frame-findings.ts';
import {
  countFindings,
  countsOf,
  type FileHeader,
  type FileLimits,
  FRAMES_TO_LOOK_AGAIN,
  type FramePose,
  type FrameResult,
  failedFrame,
  PLACE_LIMIT,
} from './frame-result.ts';
import { findStep } from './frame-step.ts';
import { describeUnmatched } from './ignore-rules.ts';
import { LeaveOut } from './leave-out.ts';
import { MeshByWeld } from './mesh-by-weld.ts';
import { paintedTriangles } from './painted-triangles.ts';
import { PictureMaker } from './picture-mesh.ts';
import { type PreparedMesh, type PrepareOptions, prepareMesh } from './prepared-mesh.ts';
import {
  type Length,
  lengthIn,
  type MeasuredFile,
  type ProximityLengths,
  proximityLengths,
  type Unit,
  unitOf,
} from './proximity-lengths.ts';
import { findRestFindings, type RestFindings } from './rest-findings.ts';
import { CELL_SHARE, groupCells, SurfaceCells } from './surface-cells.ts';
import { findTrianglePairs } from './triangle-pairs.ts';
import { countWelded, createWelder, diagonalOf, SEAM_SHARE, type Weld, type Welder } from './weld.ts';
import { WorstSoFar } from './worst-so-far.ts';

/**
 * Finds contacts in the frames of one opened source, in any order: what a frame gives depends on that frame and the rest pose
 * only, so frames can be spread over threads.
 */
export class FrameChecker {
  readonly #source: Source;
  readonly #pose: (frame: number) => Promise<SourcePose>;
  readonly #options: PrepareOptions & { readonly leaveOut: LeaveOut };
  readonly #mesh: PreparedMesh;
  readonly #meshes: MeshByWeld;
  readonly #rest: RestFindings | undefined;
  /** The header says what the rest pose has. */
  readonly #tellsRest: boolean;
  readonly #lengths: ProximityLengths | undefined;
  readonly #welder: Welder;
  readonly #leaveOut: LeaveOut;
  readonly #diagonal: number;
  readonly #picture: PictureMaker;
  #seamsCounted = false;
  readonly #worst = new WorstSoFar();

  /** `prepared` is what `preparation` of a checker for the same source gives. */
  constructor(source: Source, options: DetectOptions, prepared?: Uint8Array) {
    const { base, rest, restKind } = source;
    const search = chooseSearch(options, source.frameCount);
    const file = { name: source.name, format: source.format, fileUnit: options.fileUnit };
    const lengths = options.proximity && proximityLengths(file, options.proximity);
    this.#diagonal = diagonalOf(rest, base.triangles);
    this.#welder = createWelder(options.weld ? weldTolerance(file, options.weld, this.#diagonal) : 0);
    this.#leaveOut = new LeaveOut(options);
    const weld = this.#welder.weld(base, rest);
    const prepare = {
      ...options,
      ...search,
      ...lengths,
      prepared,
      spareContacts: this.#leaveOut.isActive ? Number.POSITIVE_INFINITY : 0,
      leaveOut: this.#leaveOut,
    };
    this.#source = source;
    this.#lengths = lengths;
    this.#pose = options.betweenFrames ? keepPoses(source) : (frame) => source.pose(frame);
    if (options.ignoreRest) {
      // without limit: contacts to be left out must be known all
      const unlimited = prepareMesh(base, rest, weld, { ...prepare, maxContacts: undefined });
      this.#rest = findRestFindings(unlimited, rest, { ...prepare, leaveOut: undefined });
      const { contacts, proximities } = this.#rest.counts;
      this.#options = { ...prepare, spareContacts: prepare.spareContacts + contacts + proximities };
      this.#mesh = options.maxContacts === undefined ? unlimited : prepareMesh(base, rest, weld, this.#options);
    } else {
      this.#options = prepare;
      this.#mesh = prepareMesh(base, rest, weld, prepare);
    }
    // those who join a first checker are not asked
    this.#tellsRest = !prepared && (restKind === 'bind pose' || restKind === 'mesh file');
    this.#meshes = new MeshByWeld(source, this.#mesh, this.#options);
    this.#picture = new PictureMaker(this.#mesh);
  }

  /** `prepareMs` is what opening and preparing took. */
  header(prepareMs: number, withMesh: boolean): FileHeader {
    const { name, format, base, clips, frameCount, warnings, restKind } = this.#source;
    const rest = this.#rest ?? (this.#tellsRest ? this.#findRest() : undefined);
    const { ignoreRest, betweenFrames, ignore = [], nameUnmatched } = this.#options;
    return {
      name,
      format,
      vertexCount: base.positions.length / 3,
      triangleCount: base.triangles.length / 3,
      objects: base.objects.map((object) => object.name),
      objectKind: this.#mesh.labels.kind,
      clips: clips.map((clip) => ({ ...clip })),
      frameCount,
      ...(rest && { rest: { pose: restKind, ...rest.counts } }),
      size: this.#diagonal,
      ...withUnit(unitOf({ format, fileUnit: this.#options.fileUnit })),
      welded: countWelded(this.#mesh.weld),
      method: this.#options.method,
      ignoresRest: ignoreRest,
      warnings: [
        ...warnings,
        ...(ignoreRest && restKind === 'only pose' ? [ONLY_POSE] : []),
        ...(betweenFrames && frameCount === clips.length ? [NO_STEPS] : []),
        ...(nameUnmatched ? describeUnmatched(base, this.#mesh.labels, ignore) : []),
      ],
      ...(this.#lengths && { proximity: this.#lengths }),
      ...(betweenFrames && frameCount > clips.length && { motion: describeMotion(this.#source) }),
      ...(withMesh && { mesh: this.#picture.mesh }),
      ...(this.#options.failOver && { limits: this.#limits(this.#options.failOver) }),
      ...(this.#options.record && { cell: this.#cell() }),
      prepareMs,
    };
  }

  #findRest(): RestFindings {
    this.#mesh.detector.update(this.#source.rest);
    return findRestFindings(this.#mesh, this.#source.rest, { ...this.#options, leaveOut: undefined });
  }

  #limits({ depth, ...limits }: FailOver): FileLimits {
    const { name, format } = this.#source;
    const file = { name, format, fileUnit: this.#options.fileUnit };
    return { ...limits, ...(depth && { depth: lengthIn(file, '--fail-over depth', depth) }) };
  }

  /** What took long to work out, for checkers of the same source in other threads; undefined if nothing did. */
  preparation(): Uint8Array<SharedArrayBuffer> | undefined {
    if (this.#options.method !== 'star-contour') return undefined;
    const bytes = this.#mesh.detector.serialize();
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return shared;
  }

  async check(frame: number, withPose: boolean): Promise<FrameResult> {
    const started = performance.now();
    try {
      return await this.#checkPose(frame, withPose, started);
    } catch (error) {
      const failure = describeFailure(this.#source.name, error);
      return failedFrame(frame, failure, performance.now() - started);
    }
  }

  async #checkPose(frame: number, withPose: boolean, started: number): Promise<FrameResult> {
    const { scope, pairs: pairKind, listLimit, ignoreRest } = this.#options;
    const pose = await this.#pose(frame);
    const { positions, model } = pose;
    const weld = model ? this.#welder.weld(model, positions) : this.#mesh.weld;
    const mesh = this.#meshes.find(this.#welder.part(weld, positions), model, positions);
    // contacts of other triangles than those of the rest pose cannot be compared with it
    const rest = ignoreRest && !model ? this.#rest : undefined;
    mesh.detector.update(positions);
    const { clips } = this.#source;
    const looksOn = this.#options.betweenFrames && !endsClip(clips, frame);
    const step = !looksOn ? undefined : await this.#checkStep(frame, pose, mesh, weld, rest);
    // where triangles are others than in the rest pose, places can only be named as they are
    const namingPose = model ? positions : this.#source.rest;
    const findings = findFindings(mesh, positions, rest, { ...this.#options, namingPose }, step?.impacts);
    const pairs = findTrianglePairs(mesh, findings, scope);
    const counts = countsOf({ ...findings, trianglePairs: pairs.count });
    const mayBeWorst = this.#worst.mayHold(frame, countFindings(counts, pairKind));
    const { measure } = this.#options;
    // which are the worst is known at the end: those come again, for their shape
    const comesAgain = measure === 'afterwards' && this.#source.frameCount >= FRAMES_TO_LOOK_AGAIN;
    const looksCloser = comesAgain ? withPose : mayBeWorst;
    const wantsPlaces = this.#options.places === 'all' || looksCloser;
    const places = wantsPlaces ? findPlaces(mesh, findings) : NO_PLACES;
    const asPairs = pairKind === 'triangles';
    const measured = places.places.length > 0 && measure !== undefined && (measure === 'all' || looksCloser);
    // a limit holds for the small places too
    const limitsDepth = this.#options.failOver?.depth !== undefined;
    const measureLimit = limitsDepth ? Number.POSITIVE_INFINITY : PLACE_LIMIT;
    const all = measured ? measurePlaces(mesh, positions, findings, places.placeOf, measureLimit, this.#diagonal) : [];
    const measures = all.slice(0, PLACE_LIMIT);
    return {
      frame,
      ...counts,
      ignored: findings.ignored,
      suppressed: findings.suppressed,
      known: findings.known,
      truncated: findings.truncated,
      ...describePlaces(
        mesh,
        findings,
        places,
        measures.map((each) => each?.measure),
      ),
      ...(limitsDepth && { deepest: deepestOf(all) }),
      objectPairs: countObjectPairs(mesh, findings),
      ...(asPairs
        ? listPairs(mesh, pairs, findings, places.placeOf, listLimit)
        : listFindings(mesh, findings, places.placeOf, listLimit)),
      parted: model || mesh === this.#mesh ? 0 : countWelded(this.#mesh.weld) - countWelded(mesh.weld),
      ...(model && { ownObjects: model.objects.map((object) => object.name) }),
      ...describeProximity(mesh, findings, places.placeOf),
      ...(step && { step: step.state, ...(step.impacts.count > 0 && { firstImpact: step.impacts.value?.[0] }) }),
      ...(this.#options.record && { cells: this.#nameCells(mesh, positions, namingPose, findings) }),
      ...(findings.count > 0 && this.#countNearSeams()),
      ...(withPose && {
        pose: {
          ...this.#draw(mesh, positions),
          ...paintedTriangles(pairs, findings, this.#options.gapLines),
          curves: curvesOf(measures),
        },
      }),
      ms: performance.now() - started,
    };
  }

  /** Where welded vertices are apart, or triangles are others, the picture needs a mesh of its own. */
  #draw(mesh: PreparedMesh, positions: Float64Array): Pick<FramePose, 'positions' | 'mesh'> {
    if (mesh === this.#mesh) return { positions: this.#picture.takePositions(positions) };
    const own = new PictureMaker(mesh);
    return { positions: own.takePositions(positions), mesh: own.mesh };
  }

  async #checkStep(frame: number, pose: SourcePose, mesh: PreparedMesh, weld: Weld, rest: RestFindings | undefined) {
    const { scope } = this.#options;
    const { positions, model } = pose;
    const maxContacts = this.#leaveOut.isActive ? undefined : this.#options.maxContacts;
    return await findStep(pose, () => this.#pose(frame + 1), {
      ...{ scope, maxContacts, rest, weld, atStart: mesh.weld, welder: this.#welder },
      frameTime: (time) => frameTime(this.#source.clips, frame, time),
      meshFor: (common) => {
        if (common === mesh.weld) return mesh;
        const parted = this.#meshes.find(common, model, positions);
        parted.detector.update(positions);
        return parted;
      },
    });
  }

  /** Where findings are on the surface, for a baseline; by kind and objects. */
  #nameCells(mesh: PreparedMesh, positions: Float64Array, rest: Float64Array, findings: FrameFindings) {
    const names = new SurfaceCells(this.#cell()).find(mesh, positions, rest, {
      ...findings,
      ignored: 0,
      truncated: false,
    });
    return FINDING_KINDS.flatMap((kind, number) =>
      groupCells(
        kind,
        names.filter((_, i) => findings.kind[i] === number),
      ),
    );
  }

  /** Once, and only where something was found: it takes as long as welding. */
  #countNearSeams(): { nearSeams?: number } {
    if (this.#options.weld || this.#seamsCounted) return {};
    this.#seamsCounted = true;
    const { base, rest } = this.#source;
    const near = createWelder(SEAM_SHARE * this.#diagonal || 1).weld(base, rest);
    return { nearSeams: countWelded(near) - countWelded(this.#mesh.weld) };
  }

  /** A model without extent has one place. */
  #cell(): number {
    return CELL_SHARE * this.#diagonal || 1;
  }
}

function withUnit(unit: Unit | undefined): { unit?: Unit } {
  return unit === undefined ? {} : { unit };
}

/** A plain number is a share of the diagonal, since most formats have no unit. */
function weldTolerance(file: MeasuredFile, weld: Length, diagonal: number): number {
  return weld.unit === undefined ? weld.value * diagonal : lengthIn(file, '--weld', weld);
}

const ONLY_POSE = 'There is only one pose, so --ignore-rest leaves out everything that intersects.';

const NO_STEPS = 'No animation has two frames, so --between-frames has nothing to look at.';

/** What is assumed about the way from frame to frame. */
function describeMotion({ sampling }: Source): string {
  return `Between frames every vertex is taken to move straight from one sample to the next${sampling ? ` (${sampling})` : ''}.`;
}

/** Of all places that have a depth: what is merely near, or meets later, has none. */
function deepestOf(measured: readonly (MeasuredPlace | undefined)[]): number | 'unknown' {
  const deepest = measured.reduce((most, place) => Math.max(most, place ? depthForLimit(place.measure) : 0), 0);
  return Number.isFinite(deepest) ? deepest : 'unknown';
}

/** Where surfaces cross, a polyline a place. */
function curvesOf(measured: readonly (MeasuredPlace | undefined)[]): FramePose['curves'] {
  return measured
    .flatMap((each) => each ?? [])
    .map(({ measure: { severity }, curve }) => ({
      severity,
      points: Float32Array.from(curve.flatMap(({ from, to }) => [...from, ...to])),
    }));
}
