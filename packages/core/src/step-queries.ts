import { Approach, relativeMotion } from './confirm/impacts/approach.ts';
import type { ImpactLimits, Step } from './confirm/impacts/confirm-impacts.ts';
import { writeEdges } from './confirm/impacts/earliest-impact.ts';
import { ImpactQuery } from './confirm/impacts/impact-query.ts';
import type { ImpactSink } from './confirm/impacts/impact-sink.ts';
import type { PairFilter } from './confirm/pair-filter.ts';
import type { Query } from './confirm/query.ts';
import type { Horizon, PairFinder, Search } from './find/pair-finder.ts';
import {
  type CollisionFreeStepOptions,
  checkImpactOptions,
  type FindImpactsOptions,
  type ImpactOptions,
} from './impact-options.ts';
import { ImpactLocator } from './locate/locate-impact.ts';
import type { Surface } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe, isFloatArray } from './mesh/validate-mesh.ts';
import { checkOneOf } from './options.ts';
import { bringToOneScale, CREATE_WITH, createPose, PART_FIRST, type Pose, updatePose } from './pose/pose.ts';
import type { Counters } from './results/counters.ts';
import { type Impact, type ImpactKind, ImpactResult, type Impacts } from './results/impacts.ts';

export interface StepSettings {
  readonly keepWeld: boolean;
  /** Whether an update takes copies apart that have parted; a step never does. */
  readonly partsCopies: boolean;
  readonly exactOnly: boolean;
  readonly maxContacts: number;
  /** Default of the option `tolerance`. */
  readonly tolerance: number;
}

/** Lengths outside these, once on the scale of the poses, are as good as the nearest of them: none is lost to overflow or underflow. */
const LEAST_LENGTH = 2 ** -900;
const GREATEST_LENGTH = 2 ** 310;

const NONE: ImpactOptions = {};
const KINDS: readonly ImpactKind[] = ['vertex-triangle', 'edge-edge'];

/** Questions about the step from the detector's pose to another, which leave the pose as it is. */
export class StepQueries {
  readonly #finder: PairFinder;
  readonly #surface: Surface;
  readonly #settings: StepSettings;
  readonly #counters: Counters;
  readonly #run: (query: Query, search: Search) => void;
  readonly #query: ImpactQuery;
  readonly #result: ImpactResult;
  readonly #next: Pose;
  /** The pose once more, where it needs another scale so that both have the same. */
  #scaled: Pose | null = null;
  readonly #spare = (): Pose => (this.#scaled ??= createPose(this.#surface));
  readonly #search: {
    pose: Pose;
    reach: number;
    margin: number;
    next: Pose;
    horizon: Horizon;
    from: number;
    end: number;
  };
  readonly #step: Step;
  readonly #limits: ImpactLimits = { minSeparation: 0, maxTime: 1, tolerance: 1 };
  readonly #approach = new Approach();
  readonly #locator = new ImpactLocator();
  /** Of one pair, at both ends of the step. */
  readonly #points = new Float64Array(24);
  readonly #ends = new Uint32Array(4);
  readonly #endsOf: (i: number, out: Uint32Array) => void;
  /** From the caller's numbers to the surface's, once an impact was to be located. */
  #places: { readonly vertex: Uint32Array; readonly triangle: Uint32Array } | null = null;
  /** Number of the step: locations found for an earlier one no longer hold. */
  #stamp = 0;
  #searched = false;
  /** How many coordinates a caller gives, if all are of vertices that count; −1 if some are copies, or of no triangle. */
  readonly #whole: number;

  /** @param run Hands the finder's candidates over to a query. */
  constructor(
    finder: PairFinder,
    filter: PairFilter,
    settings: StepSettings,
    counters: Counters,
    run: (query: Query, search: Search) => void,
  ) {
    const { surface, pose } = finder;
    this.#finder = finder;
    this.#surface = surface;
    this.#settings = settings;
    this.#counters = counters;
    this.#run = run;
    this.#query = new ImpactQuery(surface, filter, counters, settings.exactOnly, finder.engine.featureSieve);
    this.#result = new ImpactResult((caller, kind, i, count, stamp, features, times) => {
      checkOneOf(caller, 'kind', kind, KINDS);
      if (!Number.isInteger(i) || i < 0 || i >= count) {
        const rule = count > 0 ? `a whole number from 0 to ${count - 1}` : `that of an impact, but none was found`;
        throw new RangeError(`${caller}: i must be ${rule}, got ${describe(i)}.`);
      }
      if (stamp !== this.#stamp) {
        throw new RangeError(`${caller}: impacts must be of the last step asked for, got those of an earlier one.`);
      }
      const isVertex = kind === 'vertex-triangle';
      this.#readPoints(isVertex, features, i);
      this.#locator.locate(this.#points, isVertex, times[i], this.#search.pose.scale);
      return this.#locator;
    });
    this.#next = finder.engine.createNext(surface);
    this.#whole = surface.vertexCount === surface.callerVertexCount ? 3 * surface.vertexCount : -1;
    this.#search = { pose, reach: 0, margin: 0, next: this.#next, horizon: this.#query, from: 0, end: finder.steps };
    this.#step = { from: pose.positions, to: this.#next.positions, exactOnly: false };
    const { edges } = this.#query.list;
    this.#endsOf = (i, out) => writeEdges(surface, edges.first[i], edges.second[i], out, 0);
  }

  get byteLength(): number {
    const poses = this.#next.positions.byteLength + (this.#scaled?.positions.byteLength ?? 0);
    const places = this.#places === null ? 0 : this.#places.vertex.byteLength + this.#places.triangle.byteLength;
    return poses + places + this.#query.byteLength + this.#result.byteLength;
  }

  /** The pose was updated: what was located no longer holds. */
  forget(): void {
    this.#stamp++;
    this.#searched = false;
  }

  /** Whether positions are those that the last step went to, with no other pose in between. */
  wentTo(positions: Positions): boolean {
    return this.#searched && isAt(this.#next, this.#surface.vertexSource, positions);
  }

  findImpacts(next: Positions, options: FindImpactsOptions = NONE): Impacts {
    this.#take('findImpacts', next, options);
    return this.#findAll(options);
  }

  /** For a step whose ends have been written, as far as candidates go, to the finder's pose and to what its `createNext` gave. */
  findPlaced(options: FindImpactsOptions = NONE): Impacts {
    this.#takePlaced('findImpacts', options);
    const found = this.#findAll(options);
    this.#searched = false;
    return found;
  }

  #findAll(options: FindImpactsOptions): Impacts {
    const { list } = this.#query;
    list.clear(options.maxContacts ?? this.#settings.maxContacts, options.start === 'ignore');
    this.#ask('findImpacts', list);
    return this.#writeList();
  }

  /** For a step that is known to have none, without a look at it. */
  findNone(options: FindImpactsOptions = NONE): Impacts {
    checkImpactOptions('findImpacts', options);
    this.#stamp++;
    this.#query.list.clear(this.#settings.maxContacts, false);
    return this.#writeList();
  }

  #writeList(): Impacts {
    const { list } = this.#query;
    const { vertices, edges } = list;
    const result = this.#result;
    result.writeVertices(vertices.count, vertices.first, vertices.second, vertices.times, this.#surface);
    result.writeEdges(edges.count, edges.times, this.#ends, this.#endsOf);
    result.earliest = list.earliest;
    result.startCount = list.startCount;
    result.truncated = list.overflowed;
    result.stamp = this.#stamp;
    this.#counters.impacts = list.count;
    return result;
  }

  earliestImpact(next: Positions, options: ImpactOptions = NONE, caller = 'earliestImpact'): Impact | null {
    this.#take(caller, next, options);
    return this.#findEarliest(options);
  }

  earliestPlaced(options: ImpactOptions = NONE): Impact | null {
    this.#takePlaced('earliestImpact', options);
    const found = this.#findEarliest(options);
    this.#searched = false;
    return found;
  }

  #findEarliest(options: ImpactOptions): Impact | null {
    const { earliest } = this.#query;
    earliest.clear(options.start === 'ignore', this.#measureApproach());
    this.#ask('earliestImpact', earliest);
    if (!earliest.found) return null;
    const [a, b, c, d] = earliest.features;
    this.#counters.impacts = 1;
    const time = earliest.latest;
    return earliest.isVertex
      ? { kind: 'vertex-triangle', time, vertex: a, triangle: b }
      : { kind: 'edge-edge', time, edgeA: a, edgeB: b, edgeC: c, edgeD: d };
  }

  collisionFreeStep(next: Positions, options: CollisionFreeStepOptions = NONE, caller = 'collisionFreeStep'): number {
    this.#take(caller, next, options);
    const { stepLimit } = this.#query;
    const { keepGap = 0.1 } = options;
    const exactOnly = this.#step.exactOnly || this.#settings.exactOnly;
    stepLimit.clear(this.#limits.maxTime, keepGap, options.start === 'ignore', exactOnly, this.#measureApproach());
    this.#ask('collisionFreeStep', stepLimit);
    return stepLimit.limit;
  }

  /** Checks everything before anything changes. */
  #take(caller: string, next: Positions, options: ImpactOptions): void {
    checkImpactOptions(caller, options);
    const pose = this.#finder.pose;
    const isSame = isAt(this.#next, this.#surface.vertexSource, next);
    const { keepWeld, partsCopies } = this.#settings;
    // what was checked and taken before need not be again, if it is all that there is
    if (!isSame || next.length !== this.#whole) {
      updatePose(caller, this.#next, this.#surface, next, keepWeld, partsCopies ? PART_FIRST : CREATE_WITH);
    }
    if (!isSame) this.#stamp++;
    this.#limit(bringToOneScale(pose, this.#next, this.#spare), options);
  }

  #takePlaced(caller: string, options: ImpactOptions): void {
    checkImpactOptions(caller, options);
    this.#stamp++;
    this.#limit(this.#finder.pose, options);
  }

  #limit(from: Pose, options: ImpactOptions): void {
    const search = this.#search;
    search.pose = from;
    const { minSeparation = 0, maxTime = 1, tolerance = this.#settings.tolerance } = options;
    this.#limits.minSeparation = minSeparation === 0 ? 0 : this.#scaledLength(minSeparation);
    this.#limits.maxTime = maxTime;
    this.#limits.tolerance = this.#scaledLength(tolerance);
    search.reach = this.#limits.minSeparation;
    // pairs that come within both may be listed, so that culling may leave out no more: then all methods list the same
    search.margin = this.#limits.minSeparation + this.#limits.tolerance;
    this.#step.from = from.positions;
    this.#step.exactOnly = from.exactOnly || this.#next.exactOnly;
  }

  /** One pass over the vertices: only for questions that it saves more. */
  #measureApproach(): Approach {
    const { from, to, exactOnly } = this.#step;
    const { minSeparation, tolerance } = this.#limits;
    this.#approach.distance = minSeparation + tolerance;
    this.#approach.speed = exactOnly ? Number.POSITIVE_INFINITY : relativeMotion(from, to);
    return this.#approach;
  }

  /** Rounded up at worst, so that nothing is missed. */
  #scaledLength(length: number): number {
    const { scale, exactOnly } = this.#next;
    if (exactOnly) return length;
    return Math.min(Math.max(length * scale, LEAST_LENGTH), GREATEST_LENGTH);
  }

  #ask(name: string, sink: ImpactSink): void {
    this.#query.begin(name, this.#step, this.#limits, sink);
    this.#searched = false; // what a search throws is not what it left behind
    this.#run(this.#query, this.#search);
    this.#searched = true;
  }

  /** The eight points of a pair given in the caller's numbers. */
  #readPoints(isVertex: boolean, features: readonly Uint32Array[], i: number): void {
    const { triangles } = this.#surface;
    this.#places ??= {
      vertex: inverseOf(this.#surface.vertexSource, this.#surface.callerVertexCount),
      triangle: inverseOf(this.#surface.triangleSource, this.#surface.triangleCount),
    };
    const { vertex, triangle } = this.#places;
    const t = isVertex ? triangle[features[1][i]] : 0;
    const { from, to } = this.#step;
    for (let n = 0; n < 4; n++) {
      const v = isVertex && n > 0 ? triangles[3 * t + n - 1] : vertex[features[n][i]];
      for (let k = 0; k < 3; k++) {
        this.#points[3 * n + k] = from[3 * v + k];
        this.#points[12 + 3 * n + k] = to[3 * v + k];
      }
    }
  }
}

/** Whether a pose is that of these positions. */
function isAt({ positions, scale }: Pose, vertexSource: Uint32Array, at: Positions): boolean {
  if (!isFloatArray(at)) return false; // `updatePose` says what is wrong
  for (let v = 0; v < vertexSource.length; v++) {
    const i = 3 * vertexSource[v];
    if (positions[3 * v] !== at[i] * scale) return false;
    if (positions[3 * v + 1] !== at[i + 1] * scale) return false;
    if (positions[3 * v + 2] !== at[i + 2] * scale) return false;
  }
  return true;
}

function inverseOf(source: Uint32Array, count: number): Uint32Array {
  const inverse = new Uint32Array(count);
  for (let i = 0; i < source.length; i++) inverse[source[i]] = i;
  return inverse;
}
