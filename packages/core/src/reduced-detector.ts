import { checkFinitePositions, isInRange, largestShare, scaleCoordinates } from './coordinates.ts';
import type { FindIntersectionsOptions, FindTrianglesOptions } from './detector.ts';
import { MeshError } from './errors.ts';
import { type Certificates, certificateBytes, isNodeFree, listedCount } from './find/certificates.ts';
import type { SparseFinder } from './find/subspace/sparse-finder.ts';
import { deform, type Subspace } from './find/subspace/subspace.ts';
import { checkImpactOptions, type FindImpactsOptions, type ImpactOptions } from './impact-options.ts';
import type { ContactLocation } from './locate/locate-contact.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe, isFloatArray } from './mesh/validate-mesh.ts';
import type { MeshDetector } from './mesh-detector.ts';
import { checkWhole } from './options.ts';
import { ownBytes } from './pose/arena.ts';
import type { FindProximitiesOptions } from './proximity-calls.ts';
import { refuseDisposed } from './refuse-call.ts';
import type { Counters } from './results/counters.ts';
import { resetCounters } from './results/counters.ts';
import type { Impact, Impacts } from './results/impacts.ts';
import type { IntersectingTriangles, Intersections } from './results/intersections.ts';
import type { Proximities } from './results/proximities.ts';
import type { SubspaceDetector, SubspaceLimit, SubspaceProximitiesOptions } from './subspace-detector.ts';

export interface SubspaceParts {
  readonly subspace: Subspace;
  /** The detector's. */
  readonly finder: SparseFinder;
  readonly detector: MeshDetector;
  readonly certificates: Certificates;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
  /** Whatever touches on the way between poses also makes an edge meet a triangle without common vertex. */
  readonly impactsAreContacts: boolean;
  /** By triangle of the caller, at a level of patches. */
  readonly patchRadii: (level: number) => Float32Array;
  /** What limits the radii of the upper levels. */
  readonly findLimits: (levels: number) => SubspaceLimit[];
  /** The preparation as bytes. */
  readonly serialize: () => Uint8Array;
}

export class ReducedDetector implements SubspaceDetector {
  readonly restPairCount: number;
  /** Null once disposed of. */
  #held: SubspaceParts | null;
  readonly #positions: Positions;
  /** At the end of a step; made when first asked for. */
  #next: Positions | null = null;
  /** The current pose, and coordinates of a call that is not `update`; `update` swaps them. */
  #scaled: Float64Array;
  #other: Float64Array;
  /** Where a step ends. */
  readonly #end: Float64Array;
  #certified = false;
  /** Whose pose was taken last; −1 where nothing is to be kept of it. */
  #body = -1;
  /** The inner detector has not been told of the current pose. */
  #pending = false;
  /** It was told, with positions. */
  #placed = false;

  constructor(parts: SubspaceParts) {
    const { rank, single, rest } = parts.subspace;
    this.#held = parts;
    this.restPairCount = listedCount(parts.certificates);
    this.#scaled = new Float64Array(rank);
    this.#other = new Float64Array(rank);
    this.#end = new Float64Array(rank);
    this.#positions = single ? new Float32Array(rest.length) : new Float64Array(rest.length);
    this.update(new Float64Array(rank));
  }

  get vertexCount(): number {
    return this.#use('vertexCount').detector.vertexCount;
  }

  get triangleCount(): number {
    return this.#use('triangleCount').detector.triangleCount;
  }

  get modeCount(): number {
    return this.#use('modeCount').subspace.rank;
  }

  get counters(): Counters {
    return this.#use('counters').detector.counters;
  }

  get memoryBytes(): number {
    if (this.#held === null) return 0;
    const { subspace, detector, certificates } = this.#use('memoryBytes');
    // arrays in the kernel's memory are counted with that
    const modes = ownBytes(subspace.rows) + ownBytes(subspace.rest) + this.#positions.byteLength;
    return detector.memoryBytes + modes + certificateBytes(certificates);
  }

  get radius(): number {
    return this.#use('radius').certificates.nodeRadius[0];
  }

  get certified(): boolean {
    this.#use('certified');
    return this.#certified;
  }

  get norm(): number {
    return this.#use('norm').certificates.norm;
  }

  update(q: ArrayLike<number>, body?: number): void {
    const { certificates, subspace } = this.#use('update');
    if (body !== undefined && (body !== this.#body || body < 0)) checkWhole('update', 'body', body, 0);
    const norm = this.#scale('update', 'q', q, this.#other);
    if (!(norm < subspace.safeNorm)) this.#checkPositions('update', 'q', this.#positions);
    const scaled = this.#other;
    this.#other = this.#scaled;
    this.#scaled = scaled;
    this.#body = body ?? -1;
    certificates.norm = norm;
    if (certificates.budgets !== null) certificates.budgets.q = scaled;
    this.#certified = isNodeFree(certificates, 0) && isInRange(this.#parts, q);
    this.#pending = true;
    this.#placed = false;
  }

  limit(q: ArrayLike<number>): number {
    const norm = this.#scale('limit', 'q', q, this.#other);
    return largestShare(this.#parts, q, this.#other, norm);
  }

  patchRadii(level: number): Float32Array {
    return this.#use('patchRadii').patchRadii(level);
  }

  deform(q: ArrayLike<number>, out: Positions): void {
    const norm = this.#scale('deform', 'q', q, this.#other);
    if (!isFloatArray(out)) {
      const rule = 'out must be a Float32Array or Float64Array';
      throw new MeshError('POSITIONS_TYPE', `deform: ${rule}, got ${describe(out)}.`);
    }
    const { subspace } = this.#parts;
    const length = 3 * subspace.vertexCount;
    if (out.length !== length) {
      throw new RangeError(
        `deform: out must hold ${length} numbers (${subspace.vertexCount} vertices), got length ${out.length}.`,
      );
    }
    if (!(norm < subspace.safeNorm)) {
      this.#next ??= this.#positions.slice();
      this.#checkPositions('deform', 'q', this.#next);
    }
    deform(subspace, this.#other, out);
    if (subspace.single && !(out instanceof Float32Array))
      for (let i = 0; i < length; i++) out[i] = Math.fround(out[i]);
  }

  findIntersections(options?: FindIntersectionsOptions): Intersections {
    this.#settle('findIntersections', false);
    return this.#parts.detector.findIntersections(options);
  }

  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles {
    // neighbours that are folded flat onto each other have no contact, and no radius speaks of them
    this.#settle('findIntersectingTriangles', options?.includeNeighbours === true);
    return this.#parts.detector.findIntersectingTriangles(options);
  }

  selfIntersects(): boolean {
    const { detector } = this.#use('selfIntersects');
    if (this.#isFree()) {
      resetCounters(detector.counters);
      return false;
    }
    this.#settle('selfIntersects', false);
    return detector.selfIntersects();
  }

  findProximities(options: SubspaceProximitiesOptions): Proximities {
    this.#settle('findProximities', true);
    const against = options?.against;
    if (!(against instanceof ReducedDetector)) {
      return this.#parts.detector.findProximities(options as FindProximitiesOptions);
    }
    if (against === this) throw new RangeError('findProximities: against must be another detector, got the same.');
    against.#settle('findProximities', true);
    return this.#parts.detector.findProximities({ ...options, against: against.#parts.detector });
  }

  findImpacts(q0: ArrayLike<number>, q1: ArrayLike<number>, options?: FindImpactsOptions): Impacts {
    const { detector } = this.#use('findImpacts');
    if (this.#isStepFree('findImpacts', q0, q1, options)) return detector.findNoImpacts(options);
    if (this.#turnToStep('findImpacts', q0, q1, options)) return detector.findPlacedImpacts(options);
    return detector.findImpacts(this.#placeStep('findImpacts', q0, q1), options);
  }

  earliestImpact(q0: ArrayLike<number>, q1: ArrayLike<number>, options?: ImpactOptions): Impact | null {
    const { detector } = this.#use('earliestImpact');
    if (options !== undefined) checkImpactOptions('earliestImpact', options);
    if (this.#isStepFree('earliestImpact', q0, q1, options)) return null;
    if (this.#turnToStep('earliestImpact', q0, q1, options)) return detector.earliestPlacedImpact(options);
    return detector.earliestImpact(this.#placeStep('earliestImpact', q0, q1), options);
  }

  /** All regions are convex: what holds at both ends of a straight way holds on it. */
  #isStepFree(
    caller: string,
    q0: ArrayLike<number>,
    q1: ArrayLike<number>,
    options: ImpactOptions | undefined,
  ): boolean {
    const first = this.#isCertified(caller, 'q0', q0);
    const second = this.#isCertified(caller, 'q1', q1);
    const touching = (options?.minSeparation ?? 0) === 0;
    return first && second && touching && this.restPairCount === 0 && this.#parts.impactsAreContacts;
  }

  #isCertified(caller: string, name: string, q: ArrayLike<number>): boolean {
    const { certificates } = this.#parts;
    const { budgets, norm: current } = certificates;
    const norm = this.#scale(caller, name, q, this.#other);
    certificates.norm = norm;
    if (budgets !== null) budgets.q = this.#other;
    const free = isNodeFree(certificates, 0);
    certificates.norm = current;
    if (budgets !== null) budgets.q = this.#scaled;
    return free && isInRange(this.#parts, q);
  }

  /** Whether few enough vertices matter for a step to be searched without positions of the others. */
  #turnToStep(
    caller: string,
    q0: ArrayLike<number>,
    q1: ArrayLike<number>,
    options: ImpactOptions | undefined,
  ): boolean {
    const { finder, subspace } = this.#parts;
    if ((options?.minSeparation ?? 0) !== 0) return false;
    const fromNorm = this.#scale(caller, 'q0', q0, this.#other);
    const toNorm = this.#scale(caller, 'q1', q1, this.#end);
    // other coordinates may lead to positions that are not finite: whoever computes all of them says so
    if (!(fromNorm < subspace.safeNorm && toNorm < subspace.safeNorm)) return false;
    this.#pending = true;
    this.#placed = false;
    return finder.turnToStep(this.#other, fromNorm, this.#end, toNorm, this.#body);
  }

  /** Puts the inner detector at the beginning of a step, and returns the positions at its end. */
  #placeStep(caller: string, q0: ArrayLike<number>, q1: ArrayLike<number>): Positions {
    const { detector } = this.#parts;
    this.#next ??= this.#positions.slice();
    this.#scale(caller, 'q1', q1, this.#other);
    this.#checkPositions(caller, 'q1', this.#next);
    this.#scale(caller, 'q0', q0, this.#other);
    this.#checkPositions(caller, 'q0', this.#positions);
    // the inner detector is elsewhere now, and is told of the current pose when that is next asked about
    this.#pending = true;
    this.#placed = false;
    detector.update(this.#positions);
    return this.#next;
  }

  locate(index: number): ContactLocation {
    this.#settle('locate', false);
    return this.#parts.detector.locate(index);
  }

  findLimits(levels = 1): SubspaceLimit[] {
    checkWhole('findLimits', 'levels', levels, 1);
    return this.#use('findLimits').findLimits(levels);
  }

  serialize(): Uint8Array {
    return this.#use('serialize').serialize();
  }

  objectOf(triangle: number): number {
    return this.#use('objectOf').detector.objectOf(triangle);
  }

  dispose(): void {
    this.#held?.detector.dispose();
    this.#held = null;
  }

  #use(caller: string): SubspaceParts {
    return this.#held ?? refuseDisposed(caller);
  }

  /** For calls that have made sure that there are some. */
  get #parts(): SubspaceParts {
    return this.#held as SubspaceParts;
  }

  #isFree(): boolean {
    return this.#certified && this.restPairCount === 0;
  }

  /** Tells the inner detector of the current pose; where there is nothing to be found, without positions. */
  #settle(caller: string, withPositions: boolean): void {
    const { detector, subspace, finder, certificates } = this.#use(caller);
    if (this.#placed || !(this.#pending || withPositions)) return;
    this.#pending = false;
    const isSafe = certificates.norm < subspace.safeNorm;
    if (!withPositions && isSafe && finder.turnTo(this.#scaled, certificates.norm, this.#body)) {
      detector.updateWithoutPositions();
      return;
    }
    deform(subspace, this.#scaled, this.#positions);
    detector.update(this.#positions);
    this.#placed = true;
  }

  /** Writes positions for the coordinates in `other`; throws if they are not finite. */
  #checkPositions(caller: string, name: string, positions: Positions): void {
    deform(this.#parts.subspace, this.#other, positions);
    checkFinitePositions(caller, name, positions);
  }

  /** Scaled coordinates and their norm; throws for what is no q. Before anything changes but `out`. */
  #scale(caller: string, name: string, q: ArrayLike<number>, out: Float64Array): number {
    return scaleCoordinates(caller, name, q, this.#use(caller).subspace.scale, out);
  }
}
