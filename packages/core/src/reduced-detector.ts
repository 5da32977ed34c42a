import type { FindIntersectionsOptions, FindTrianglesOptions } from './detector.ts';
import { type Certificates, certificateBytes, isNodeFree, listedCount, spent } from './find/certificates.ts';
import type { SparseFinder } from './find/subspace/sparse-finder.ts';
import { deform, type Subspace } from './find/subspace/subspace.ts';
import { checkImpactOptions, type FindImpactsOptions, type ImpactOptions } from './impact-options.ts';
import type { ContactLocation } from './locate/locate-contact.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { checkPositionsType } from './mesh/validate-mesh.ts';
import type { MeshDetector } from './mesh-detector.ts';
import { checkWhole } from './options.ts';
import { ownBytes } from './pose/arena.ts';
import type { FindProximitiesOptions } from './proximity-calls.ts';
import { refuseDisposed } from './refuse-call.ts';
import { refuseCoordinates } from './refuse-coordinates.ts';
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

/** A little less, so that the norm of t·q, off by roundings of 2⁻⁵² each, is below the radius. */
const INSIDE = 1 - 1e-12;

function share(of: number, limit: number): number {
  return of < limit ? 1 : (limit / of) * INSIDE;
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
    return this.#parts.detector.vertexCount;
  }

  get triangleCount(): number {
    return this.#parts.detector.triangleCount;
  }

  get modeCount(): number {
    return this.#parts.subspace.rank;
  }

  get counters(): Counters {
    return this.#parts.detector.counters;
  }

  get memoryBytes(): number {
    if (this.#held === null) return 0;
    const { subspace, detector, certificates } = this.#parts;
    // arrays in the kernel's memory are counted with that
    const modes = ownBytes(subspace.rows) + ownBytes(subspace.rest) + this.#positions.byteLength;
    return detector.memoryBytes + modes + certificateBytes(certificates);
  }

  get radius(): number {
    return this.#parts.certificates.nodeRadius[0];
  }

  get certified(): boolean {
    return this.#certified;
  }

  get norm(): number {
    return this.#parts.certificates.norm;
  }

  update(q: ArrayLike<number>, body?: number): void {
    const { certificates, subspace } = this.#parts;
    if (body !== undefined && (body !== this.#body || body < 0)) checkWhole('update', 'body', body, 0);
    const norm = this.#scale('update', q, this.#other);
    if (!(norm < subspace.safeNorm)) this.#checkPositions('update', this.#positions);
    const scaled = this.#other;
    this.#other = this.#scaled;
    this.#scaled = scaled;
    this.#body = body ?? -1;
    certificates.norm = norm;
    if (certificates.budgets !== null) certificates.budgets.q = scaled;
    this.#certified = isNodeFree(certificates, 0) && this.#inRange(q);
    this.#pending = true;
    this.#placed = false;
  }

  limit(q: ArrayLike<number>): number {
    const norm = this.#scale('limit', q, this.#other);
    const { low, high } = this.#parts;
    const { radius } = this;
    if (radius === 0) return 0;
    let t = Math.max(share(norm, radius), this.#limitByBudget(norm));
    for (let i = 0; low !== null && high !== null && i < q.length; i++) {
      // 0 is in the range, so where it ends has the sign of q
      if (q[i] * t > high[i]) t = Math.min(t, (high[i] / q[i]) * INSIDE);
      else if (q[i] * t < low[i]) t = Math.min(t, (low[i] / q[i]) * INSIDE);
    }
    return t;
  }

  /** For the coordinates in `other`. */
  #limitByBudget(norm: number): number {
    const { budgets } = this.#parts.certificates;
    if (budgets === null || budgets.nodeRow[0] < 0) return 0;
    return Math.min(share(norm, budgets.reach), share(spent(budgets, budgets.nodeRow[0], this.#other), 1));
  }

  patchRadii(level: number): Float32Array {
    return this.#parts.patchRadii(level);
  }

  deform(q: ArrayLike<number>, out: Positions): void {
    this.#scale('deform', q, this.#other);
    checkPositionsType('deform', out);
    const { subspace } = this.#parts;
    const length = 3 * subspace.vertexCount;
    if (out.length !== length) {
      throw new RangeError(
        `deform: out must hold ${length} numbers (${subspace.vertexCount} vertices), got length ${out.length}.`,
      );
    }
    deform(subspace, this.#other, out);
    if (subspace.single && !(out instanceof Float32Array))
      for (let i = 0; i < length; i++) out[i] = Math.fround(out[i]);
  }

  findIntersections(options?: FindIntersectionsOptions): Intersections {
    this.#settle(false);
    return this.#parts.detector.findIntersections(options);
  }

  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles {
    // neighbours that are folded flat onto each other have no contact, and no radius speaks of them
    this.#settle(options?.includeNeighbours === true);
    return this.#parts.detector.findIntersectingTriangles(options);
  }

  selfIntersects(): boolean {
    if (this.#isFree()) {
      resetCounters(this.counters);
      return false;
    }
    this.#settle(false);
    return this.#parts.detector.selfIntersects();
  }

  findProximities(options: SubspaceProximitiesOptions): Proximities {
    this.#settle(true);
    const against = options?.against;
    if (!(against instanceof ReducedDetector)) {
      return this.#parts.detector.findProximities(options as FindProximitiesOptions);
    }
    if (against === this) throw new RangeError('findProximities: against must be another detector, got the same.');
    against.#settle(true);
    return this.#parts.detector.findProximities({ ...options, against: against.#parts.detector });
  }

  findImpacts(q0: ArrayLike<number>, q1: ArrayLike<number>, options?: FindImpactsOptions): Impacts {
    const { detector } = this.#parts;
    if (this.#isStepFree('findImpacts', q0, q1, options)) return detector.findNoImpacts(options);
    if (this.#turnToStep('findImpacts', q0, q1, options)) return detector.findPlacedImpacts(options);
    return detector.findImpacts(this.#placeStep('findImpacts', q0, q1), options);
  }

  earliestImpact(q0: ArrayLike<number>, q1: ArrayLike<number>, options?: ImpactOptions): Impact | null {
    const { detector } = this.#parts;
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
    const first = this.#isCertified(caller, q0);
    const second = this.#isCertified(caller, q1);
    const touching = (options?.minSeparation ?? 0) === 0;
    return first && second && touching && this.restPairCount === 0 && this.#parts.impactsAreContacts;
  }

  #isCertified(caller: string, q: ArrayLike<number>): boolean {
    const { certificates } = this.#parts;
    const { budgets, norm: current } = certificates;
    const norm = this.#scale(caller, q, this.#other);
    certificates.norm = norm;
    if (budgets !== null) budgets.q = this.#other;
    const free = isNodeFree(certificates, 0);
    certificates.norm = current;
    if (budgets !== null) budgets.q = this.#scaled;
    return free && this.#inRange(q);
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
    const fromNorm = this.#scale(caller, q0, this.#other);
    const toNorm = this.#scale(caller, q1, this.#end);
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
    this.#scale(caller, q1, this.#other);
    this.#checkPositions(caller, this.#next);
    this.#scale(caller, q0, this.#other);
    this.#checkPositions(caller, this.#positions);
    // the inner detector is elsewhere now, and is told of the current pose when that is next asked about
    this.#pending = true;
    this.#placed = false;
    detector.update(this.#positions);
    return this.#next;
  }

  locate(index: number): ContactLocation {
    this.#settle(false);
    return this.#parts.detector.locate(index);
  }

  findLimits(levels = 1): SubspaceLimit[] {
    checkWhole('findLimits', 'levels', levels, 1);
    return this.#parts.findLimits(levels);
  }

  serialize(): Uint8Array {
    return this.#parts.serialize();
  }

  objectOf(triangle: number): number {
    return this.#parts.detector.objectOf(triangle);
  }

  dispose(): void {
    this.#held?.detector.dispose();
    this.#held = null;
  }

  get #parts(): SubspaceParts {
    return this.#held ?? refuseDisposed('SubspaceDetector');
  }

  #isFree(): boolean {
    return this.#certified && this.restPairCount === 0;
  }

  /** Tells the inner detector of the current pose; where there is nothing to be found, without positions. */
  #settle(withPositions: boolean): void {
    const { detector, subspace, finder, certificates } = this.#parts;
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
  #checkPositions(caller: string, positions: Positions): void {
    deform(this.#parts.subspace, this.#other, positions);
    for (let i = 0; i < positions.length; i++) {
      if (Number.isFinite(positions[i])) continue;
      throw new RangeError(
        `${caller}: q must lead to finite positions, got ${positions[i]} for ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}.`,
      );
    }
  }

  /** Scaled coordinates and their norm; throws for what is no q. Before anything changes but `out`. */
  #scale(caller: string, q: ArrayLike<number>, out: Float64Array): number {
    const { scale, rank } = this.#parts.subspace;
    if (typeof q !== 'object' || q === null || q.length !== rank) refuseCoordinates(caller, q, rank);
    let square = 0;
    for (let i = 0; i < rank; i++) {
      const x = q[i] * scale[i];
      out[i] = x;
      square += x * x;
    }
    // a number that is not finite makes the sum so; so do very large ones, which are looked at one by one
    if (!(square < Number.POSITIVE_INFINITY)) refuseCoordinates(caller, q, rank);
    return Math.sqrt(square);
  }

  #inRange(q: ArrayLike<number>): boolean {
    const { low, high } = this.#parts;
    if (low === null || high === null) return true;
    for (let i = 0; i < q.length; i++) if (q[i] < low[i] || q[i] > high[i]) return false;
    return true;
  }
}
