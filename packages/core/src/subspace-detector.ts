import type { Detector, FindIntersectionsOptions, FindTrianglesOptions } from './detector.ts';
import { type Certificates, certificateBytes, isNodeFree, listedCount, spent } from './find/certificates.ts';
import { deform, type Subspace } from './find/subspace/subspace.ts';
import type { ContactLocation } from './locate/locate-contact.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { checkPositionsType, describe } from './mesh/validate-mesh.ts';
import type { MeshDetector } from './mesh-detector.ts';
import type { Counters } from './results/counters.ts';
import { resetCounters } from './results/counters.ts';
import type { IntersectingTriangles, Intersections } from './results/intersections.ts';

/**
 * A mesh whose vertices move as rest + Σ q_i·mode i. `update` takes q. While q stays within `radius` a pose is proved free of contact by its
 * norm alone; beyond it, what is not proved is searched, and the result is as exact as that of any detector.
 */
export interface SubspaceDetector
  extends Pick<
    Detector,
    | 'vertexCount'
    | 'triangleCount'
    | 'counters'
    | 'memoryBytes'
    | 'findIntersections'
    | 'findIntersectingTriangles'
    | 'selfIntersects'
    | 'locate'
    | 'serialize'
    | 'objectOf'
  > {
  /** Numbers in q. */
  readonly modeCount: number;
  /**
   * No pose with a norm √Σ weight·q² below this has a contact, but for pairs that touch at rest, or as good as. 0 where nothing could be proved,
   * as for a mesh that touches itself everywhere at rest.
   */
  readonly radius: number;
  /** Pairs of triangles that touch at rest, or as good as: no radius speaks of them, and every query tests them. */
  readonly restPairCount: number;
  /**
   * Whether the current pose is proved free of contact but for the `restPairCount` pairs that are always tested: its norm is below `radius`, or q
   * within the budget, and within the range of the modes, if they have one.
   */
  readonly certified: boolean;
  /** √Σ weight·q² of the current pose. */
  readonly norm: number;

  /**
   * Takes coordinates, one a mode; costs time in proportion to their number. Allocates nothing. A wrong length or a number that is not
   * finite throws before anything changes. Numbers outside a mode's range are never certified, but searched as exactly.
   */
  update(q: ArrayLike<number>): void;
  /** The largest t from 0 to 1 for which t·q is certified: 0 if not even the rest pose is. */
  limit(q: ArrayLike<number>): number;
  /** Writes where the vertices are for q: the very numbers that `update` with this q is judged by. */
  deform(q: ArrayLike<number>, out: Positions): void;
}

export interface SubspaceParts {
  readonly subspace: Subspace;
  readonly detector: MeshDetector;
  readonly certificates: Certificates;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
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
  readonly #parts: SubspaceParts;
  readonly #scaled: Float64Array;
  readonly #positions: Positions;
  /** Coordinates of a call that is not `update`. */
  readonly #other: Float64Array;
  #certified = false;
  /** The inner detector has not been told of the current pose. */
  #pending = false;
  /** It was told, with positions. */
  #placed = false;

  constructor(parts: SubspaceParts) {
    const { rank, single, rest } = parts.subspace;
    this.#parts = parts;
    this.restPairCount = listedCount(parts.certificates);
    this.#scaled = new Float64Array(rank);
    this.#other = new Float64Array(rank);
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
    const { subspace, detector, certificates } = this.#parts;
    const modes = subspace.rows.byteLength + subspace.rest.byteLength + this.#positions.byteLength;
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

  update(q: ArrayLike<number>): void {
    this.#check('update', q);
    const { certificates, subspace } = this.#parts;
    const norm = this.#scale(q, this.#other);
    if (!(norm < subspace.safeNorm)) this.#checkPositions();
    this.#scaled.set(this.#other);
    certificates.norm = norm;
    if (certificates.budgets !== null) certificates.budgets.q = this.#scaled;
    this.#certified = isNodeFree(certificates, 0) && this.#inRange(q);
    this.#pending = true;
    this.#placed = false;
  }

  limit(q: ArrayLike<number>): number {
    this.#check('limit', q);
    const { low, high } = this.#parts;
    const { radius } = this;
    if (radius === 0) return 0;
    const norm = this.#scale(q, this.#other);
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

  deform(q: ArrayLike<number>, out: Positions): void {
    this.#check('deform', q);
    checkPositionsType('deform', out);
    const { subspace } = this.#parts;
    const length = 3 * subspace.vertexCount;
    if (out.length !== length) {
      throw new RangeError(
        `deform: out must hold ${length} numbers (${subspace.vertexCount} vertices), got length ${out.length}.`,
      );
    }
    this.#scale(q, this.#other);
    deform(subspace, this.#other, out);
    if (subspace.single && out instanceof Float64Array) for (let i = 0; i < length; i++) out[i] = Math.fround(out[i]);
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

  locate(index: number): ContactLocation {
    this.#settle(false);
    return this.#parts.detector.locate(index);
  }

  serialize(): Uint8Array {
    return this.#parts.serialize();
  }

  objectOf(triangle: number): number {
    return this.#parts.detector.objectOf(triangle);
  }

  #isFree(): boolean {
    return this.#certified && this.restPairCount === 0;
  }

  /** Tells the inner detector of the current pose; where there is nothing to be found, without positions. */
  #settle(withPositions: boolean): void {
    const { detector, subspace } = this.#parts;
    if (this.#placed || !(this.#pending || withPositions)) return;
    this.#pending = false;
    if (!withPositions && this.#isFree()) {
      detector.updateWithoutPositions();
      return;
    }
    deform(subspace, this.#scaled, this.#positions);
    detector.update(this.#positions);
    this.#placed = true;
  }

  #check(caller: string, q: ArrayLike<number>): void {
    const { rank } = this.#parts.subspace;
    if (typeof q !== 'object' || q === null || q.length !== rank) {
      const got = typeof q === 'object' && q !== null ? `length ${q.length}` : describe(q);
      throw new RangeError(`${caller}: q must hold ${rank} numbers, one a mode, got ${got}.`);
    }
    for (let i = 0; i < rank; i++) {
      if (Number.isFinite(q[i])) continue;
      throw new RangeError(`${caller}: q must hold finite numbers, got ${describe(q[i])} for mode ${i}.`);
    }
  }

  /** Throws if the coordinates in `other` lead to positions that are not finite. */
  #checkPositions(): void {
    const positions = this.#positions;
    deform(this.#parts.subspace, this.#other, positions);
    for (let i = 0; i < positions.length; i++) {
      if (Number.isFinite(positions[i])) continue;
      throw new RangeError(
        `update: q must lead to finite positions, got ${positions[i]} for ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}.`,
      );
    }
  }

  #scale(q: ArrayLike<number>, out: Float64Array): number {
    const { scale } = this.#parts.subspace;
    let square = 0;
    for (let i = 0; i < out.length; i++) {
      const x = q[i] * scale[i];
      out[i] = x;
      square += x * x;
    }
    return Math.sqrt(square);
  }

  #inRange(q: ArrayLike<number>): boolean {
    const { low, high } = this.#parts;
    if (low === null || high === null) return true;
    for (let i = 0; i < q.length; i++) if (q[i] < low[i] || q[i] > high[i]) return false;
    return true;
  }
}
