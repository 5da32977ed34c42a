import { objectLabels } from '@selfcollide/io';
import { describeFailure } from '../failure.ts';
import type { Source } from '../source/source.ts';
import { listFindings, listPairs, ROW } from './contact-rows.ts';
import { chooseSearch, type DetectOptions } from './detect-options.ts';
import { findPlaces, type Places } from './find-places.ts';
import { type FrameFindings, findFindings } from './frame-findings.ts';
import {
  countFindings,
  type FileHeader,
  type FindingCounts,
  type FramePose,
  type FrameResult,
  failedFrame,
  PLACE_LIMIT,
  WORST_FRAMES,
} from './frame-result.ts';
import { PictureMaker } from './picture-mesh.ts';
import { type PreparedMesh, type PrepareOptions, prepareMesh } from './prepared-mesh.ts';
import { findRestFindings, type RestFindings } from './rest-findings.ts';
import { findTrianglePairs, type TrianglePairs } from './triangle-pairs.ts';
import { countWelded, refineWeld, type Weld, weldEqual } from './weld.ts';

/** Meshes kept for poses in which welded vertices are apart; a mouth that opens and closes needs one. */
const MAX_PARTED_MESHES = 3;

/**
 * Finds contacts in the frames of one opened source, in any order: what a frame gives depends on that frame and the rest pose
 * only, so frames can be spread over threads.
 */
export class FrameChecker {
  readonly #source: Source;
  readonly #options: PrepareOptions;
  readonly #mesh: PreparedMesh;
  readonly #rest: RestFindings | undefined;
  readonly #picture: PictureMaker;
  readonly #partedMeshes: PreparedMesh[] = [];
  /** The most contacts or pairs that frames had so far, descending. */
  readonly #worstScores: number[] = [];

  /** `prepared` is what `preparation` of a checker for the same source gives. */
  constructor(source: Source, options: DetectOptions, prepared?: Uint8Array) {
    const { base, rest, restKind } = source;
    const search = chooseSearch(options, source.frameCount);
    const weld = weldEqual(rest, base.triangles, objectLabels(base));
    const prepare = { ...options, ...search, prepared, spareContacts: 0 };
    this.#source = source;
    if (options.ignoreRest) {
      // without limit: contacts to be left out must be known all
      const unlimited = prepareMesh(base, rest, weld, { ...prepare, maxContacts: undefined });
      this.#rest = findRestFindings(unlimited, rest, options);
      this.#options = { ...prepare, spareContacts: this.#rest.contacts };
      this.#mesh = options.maxContacts === undefined ? unlimited : prepareMesh(base, rest, weld, this.#options);
    } else {
      this.#options = prepare;
      this.#mesh = prepareMesh(base, rest, weld, prepare);
      // for the header, which those who join a first checker are not asked for
      if (!prepared && (restKind === 'bind pose' || restKind === 'mesh file')) {
        this.#rest = findRestFindings(this.#mesh, rest, options);
      }
    }
    this.#picture = new PictureMaker(this.#mesh);
  }

  /** `prepareMs` is what opening and preparing took. */
  header(prepareMs: number, withMesh: boolean): FileHeader {
    const { name, format, base, clips, frameCount, warnings, restKind } = this.#source;
    const rest = this.#rest;
    return {
      name,
      format,
      vertexCount: base.positions.length / 3,
      triangleCount: base.triangles.length / 3,
      objects: base.objects.map((object) => object.name),
      objectKind: this.#mesh.labels.kind,
      clips: clips.map((clip) => ({ ...clip })),
      frameCount,
      ...(rest && { rest: { pose: restKind, ...countsOf(rest) } }),
      welded: countWelded(this.#mesh.weld),
      method: this.#options.method,
      warnings: this.#options.ignoreRest && restKind === 'only pose' ? [...warnings, ONLY_POSE] : warnings,
      ...(withMesh && { mesh: this.#picture.mesh }),
      prepareMs,
    };
  }

  /** What took long to work out, for checkers of the same source in other threads; undefined if nothing did. */
  preparation(): Uint8Array<SharedArrayBuffer> | undefined {
    const { method, plain } = this.#options;
    if (method === 'brute-force' || method === 'spatial-hash' || (method === 'aabb' && plain)) return undefined;
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
    const { positions, model } = await this.#source.pose(frame);
    const mesh = model
      ? prepareMesh(model, positions, weldEqual(positions, model.triangles, objectLabels(model)), this.#freshOptions())
      : this.#meshFor(positions);
    mesh.detector.update(positions);
    // contacts of other triangles than those of the rest pose cannot be compared with it
    const rest = ignoreRest && !model ? this.#rest : undefined;
    const findings = findFindings(mesh, positions, rest, this.#options);
    const pairs = findTrianglePairs(mesh, findings, scope);
    const counts = countsOf({ ...findings, trianglePairs: pairs.count });
    const wantsPlaces = this.#options.places === 'all' || this.#mayBeWorst(countFindings(counts, pairKind));
    const places = wantsPlaces ? findPlaces(mesh, findings) : NO_PLACES;
    const asPairs = pairKind === 'triangles';
    return {
      frame,
      ...counts,
      ignored: findings.ignored,
      truncated: findings.truncated,
      ...describePlaces(mesh, findings, places),
      objectPairs: countObjectPairs(mesh, findings),
      ...(asPairs
        ? listPairs(mesh, pairs, findings, places.placeOf, listLimit)
        : listFindings(mesh, findings, places.placeOf, listLimit)),
      parted: model || mesh === this.#mesh ? 0 : countWelded(this.#mesh.weld) - countWelded(mesh.weld),
      ...(model && { ownObjects: model.objects.map((object) => object.name) }),
      ...(withPose && { pose: this.#takePose(mesh, positions, pairs, model !== undefined) }),
      ms: performance.now() - started,
    };
  }

  /**
   * Whether a frame may be among the worst of the input: few that were checked here had more. Others in other threads may, but none that
   * is left out can be among the worst.
   */
  #mayBeWorst(score: number): boolean {
    const scores = this.#worstScores;
    if (score === 0 || (scores.length === WORST_FRAMES && score < scores[WORST_FRAMES - 1])) return false;
    scores.push(score);
    scores.sort((a, b) => b - a);
    if (scores.length > WORST_FRAMES) scores.pop();
    return true;
  }

  /** For a mesh that is used once, the method that is ready soonest; all give the same. */
  #freshOptions(): PrepareOptions {
    const { method } = this.#options;
    return {
      ...this.#options,
      method: method === 'star-contour' ? 'aabb' : method,
      plain: true,
      prepared: undefined,
    };
  }

  /** The mesh whose weld holds in this pose: vertices are one that coincide both in the rest pose and here. */
  #meshFor(positions: Float64Array): PreparedMesh {
    const weld = refineWeld(this.#mesh.weld, positions);
    if (weld === this.#mesh.weld) return this.#mesh;
    const known = this.#partedMeshes.find((mesh) => sameWeld(mesh.weld, weld));
    if (known) return known;
    // prepared in the rest pose, so that it does not matter which frame came first
    const mesh = prepareMesh(this.#source.base, this.#source.rest, weld, this.#freshOptions());
    this.#partedMeshes.push(mesh);
    if (this.#partedMeshes.length > MAX_PARTED_MESHES) this.#partedMeshes.shift();
    return mesh;
  }

  #takePose(mesh: PreparedMesh, positions: Float64Array, pairs: TrianglePairs, ownMesh: boolean): FramePose {
    const painted = Uint32Array.from(new Set([...pairs.a, ...pairs.b])).sort();
    // where welded vertices are apart the picture needs both
    const own = ownMesh || mesh !== this.#mesh;
    const picture = own ? new PictureMaker(mesh) : this.#picture;
    return { positions: picture.takePositions(positions), painted, ...(own && { mesh: picture.mesh }) };
  }
}

const ONLY_POSE = 'There is only one pose, so --ignore-rest leaves out everything that intersects.';

const NO_PLACES: Places = { places: [], placeOf: new Uint32Array(0) };

function describePlaces(mesh: PreparedMesh, findings: FrameFindings, { places, placeOf }: Places) {
  return {
    places: places.slice(0, PLACE_LIMIT).map(({ typical, ...place }) => ({
      ...place,
      example: listFindings(mesh, only(findings, typical), placeOf.subarray(typical), 1).rows.slice(0, ROW),
      exampleKind: findings.kind[typical],
    })),
    placeCount: places.length,
  };
}

/** Findings per pair of objects, most first. */
function countObjectPairs({ labels }: PreparedMesh, { count, halfEdge, triangle }: FrameFindings) {
  const counts = new Map<number, number>();
  const size = labels.labels.length; // there are no more labels than triangles
  for (let i = 0; i < count; i++) {
    const a = labels.labels[Math.floor(halfEdge[i] / 3)];
    const b = labels.labels[triangle[i]];
    const key = Math.min(a, b) * size + Math.max(a, b);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Array.from(counts, ([key, contacts]) => ({ key, contacts }))
    .sort((p, q) => q.contacts - p.contacts || p.key - q.key)
    .map(({ key, contacts }) => ({
      objects: [labels.name(Math.floor(key / size)), labels.name(key % size)] as const,
      contacts,
    }));
}

/** The same findings, starting at one of them. */
function only({ kind, halfEdge, triangle, points, ...rest }: FrameFindings, i: number): FrameFindings {
  const point = points().subarray(3 * i, 3 * i + 3);
  return {
    ...rest,
    count: 1,
    kind: kind.subarray(i, i + 1),
    halfEdge: halfEdge.subarray(i, i + 1),
    triangle: triangle.subarray(i, i + 1),
    points: () => point,
  };
}

function countsOf({ contacts, folded, duplicates, trianglePairs }: FindingCounts): FindingCounts {
  return { contacts, folded, duplicates, trianglePairs };
}

function sameWeld(a: Weld, b: Weld): boolean {
  for (let v = 0; v < a.length; v++) if (a[v] !== b[v]) return false;
  return true;
}
