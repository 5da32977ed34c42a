import { createDetector, type Detector, type Impacts, type Positions, type TriangleMesh } from 'selfcollide';
import { Constraints, type Sway } from './constraints.ts';
import { ContactList, type ResponseContacts } from './contact-list.ts';
import { ImpactReader } from './impact-reader.ts';
import { checkResponseOptions, type ResponseOptions } from './response-options.ts';
import { StiffSurface } from './stiff-surface.ts';

/** What one step did. Valid until the next. */
export interface ResponseStep {
  /** Free of contact, and reached from the last positions without touching anything; in the number format of the mesh. */
  readonly positions: Positions;
  /** Vertices that are not where they were wanted. */
  readonly moved: number;
  /** How far the farthest of them is from there. */
  readonly largest: number;
  /** Pairs that were pushed apart. */
  readonly pairs: number;
  /** Vertices that were held back because pushing was not enough; 0 mostly. */
  readonly heldBack: number;
  readonly contacts: ResponseContacts;
}

export interface Response {
  /** Begins at these positions. Returns how many contacts they have: with any, no step can be taken. */
  reset(positions: Positions): number;
  /** Moves towards the wanted positions. What can get there without touching anything is there to the last bit. */
  advance(wanted: Positions): ResponseStep;
  /** Pairs of edges and triangles that intersect now, beyond the ignored groups: always 0 after a step. */
  countContacts(): number;
  dispose(): void;
}

/** Pushing is tried this often: each time pairs join that the push itself brought together. */
const ROUNDS = 12;
const SWEEPS = 150;
/** Sweeps stop where no pair changes by more than this part of its gap. */
const NEARLY = 0.05;
/** How often what still meets is held back, in wider and wider islands. */
const ISLANDS = 5;

/**
 * Keeps a mesh out of itself: from positions that are free, moves towards wanted ones, pushes apart what would meet, and takes over only what is proved to be
 * reached without touching anything. So the result is free, whatever the pushing did.
 *
 * Vertices must be joined: triangles that belong together share vertex numbers (see `weldTriangles` of `selfcollide/mesh`).
 *
 * @throws RangeError if an option has a value that it cannot take.
 *
 * @example
 * const response = createResponse(mesh, { gap: 0.001 });
 * response.reset(mesh.positions);
 * const { positions } = response.advance(next); // every step of the simulation
 */
export function createResponse(mesh: TriangleMesh, options: ResponseOptions): Response {
  return new MeshResponse(mesh, options);
}

class MeshResponse implements Response {
  readonly #detector: Detector;
  readonly #smooth: number;
  readonly #friction: number;
  readonly #nearly: number;
  readonly #search: { readonly minSeparation: number } | undefined;
  readonly #surface: StiffSurface;
  readonly #constraints = new Constraints();
  readonly #impacts: ImpactReader;
  readonly #contacts = new ContactList();
  readonly #sway: Sway;
  /** Where vertices are, are wanted, were wanted last, and are to go. */
  readonly #now: Float64Array;
  readonly #wanted: Float64Array;
  readonly #wantedBefore: Float64Array;
  readonly #next: Float64Array;
  /** Of `next`, if numbers have 32 bits. */
  readonly #next32: Float32Array | null;
  readonly #step: { -readonly [K in keyof ResponseStep]: ResponseStep[K] };

  constructor(mesh: TriangleMesh, options: ResponseOptions) {
    checkResponseOptions(mesh, options);
    const { groups, ignore, hold, masses, friction = 0, smooth = 2 } = options;
    const { positions } = mesh;
    this.#detector = createDetector(mesh, { ...(groups && { groups }), ...(ignore && { ignore }), weld: false });
    const triangles = Uint32Array.from(mesh.triangles ?? Array.from({ length: positions.length / 3 }, (_, v) => v));
    this.#smooth = smooth;
    this.#friction = friction;
    this.#surface = new StiffSurface(positions, triangles, smooth, options.links ?? [], (v) =>
      hold?.[v] ? Number.POSITIVE_INFINITY : (masses?.[v] ?? 1),
    );
    this.#impacts = new ImpactReader(positions, triangles, options);
    const { reach } = this.#impacts;
    this.#search = reach > 0 ? { minSeparation: reach } : undefined;
    this.#nearly = NEARLY * Math.max(options.gap, reach);
    this.#now = Float64Array.from(positions);
    this.#wanted = this.#now.slice();
    this.#wantedBefore = this.#now.slice();
    this.#next = this.#now.slice();
    this.#next32 = positions.BYTES_PER_ELEMENT === 4 ? Float32Array.from(positions) : null;
    const forces = new Float64Array(positions.length);
    this.#sway = { now: this.#now, next: this.#next, forces, compliance: this.#surface.compliance };
    const zeros = { moved: 0, largest: 0, pairs: 0, heldBack: 0 };
    this.#step = { positions: positions.slice(), ...zeros, contacts: this.#contacts };
  }

  reset(positions: Positions): number {
    this.#detector.update(positions);
    this.#now.set(positions);
    this.#wanted.set(positions);
    this.#wantedBefore.set(positions);
    return this.countContacts();
  }

  countContacts(): number {
    return this.#detector.findIntersections().count;
  }

  dispose(): void {
    this.#detector.dispose();
  }

  advance(wanted: Positions): ResponseStep {
    const next = this.#next;
    this.#wantedBefore.set(this.#wanted);
    this.#wanted.set(wanted);
    next.set(wanted);
    this.#round();
    this.#constraints.clear();
    let isFree = this.#pushApart();
    const pairs = this.#constraints.count;
    let heldBack = 0;
    for (let island = 0; island < ISLANDS && !isFree; island++) {
      heldBack = this.#holdBack(island);
      isFree = this.#detector.earliestImpact(next) === null;
    }
    // what is left is for the last word, which may end the step early for all
    const step = this.#step;
    const { stop, positions } = this.#detector.advance(this.#next32 ?? next, step.positions);
    if (stop === 'starts-in-contact') {
      throw new RangeError('advance: positions must be free of contact before a step, got a contact; see reset.');
    }
    this.#contacts.take(this.#constraints, next, this.#smooth > 0 ? this.#smooth ** 2 : 1);
    this.#now.set(positions);
    step.pairs = pairs;
    step.heldBack = stop === 'arrived' ? heldBack : positions.length / 3;
    this.#measure();
    return step;
  }

  /** Rounds of pushing, until the way is free. Returns whether it is. */
  #pushApart(): boolean {
    const constraints = this.#constraints;
    for (let round = 0; ; round++) {
      const impacts = this.#detector.findImpacts(this.#next, this.#search);
      if (impacts.vertexCount + impacts.edgeCount === 0) return true;
      const added = this.#impacts.addTo(constraints, impacts);
      const isSettled = this.#search !== undefined && round > 0 && added === 0;
      if (round === ROUNDS || isSettled) {
        return this.#search !== undefined && this.#detector.earliestImpact(this.#next) === null;
      }
      this.#push(round);
    }
  }

  /**
   * The nearest smooth displacement that keeps pairs apart, under all constraints so far, by sweeps over forces and vertices in turn. Begins anew each round: forces of
   * constraints that contradict each other grow without bound, and would be carried on.
   */
  #push(round: number): void {
    const constraints = this.#constraints;
    const surface = this.#surface;
    const { walk } = surface;
    const { forces } = this.#sway;
    walk.grow(constraints.vertices, 4 * constraints.count, Math.ceil(3 * this.#smooth));
    for (let i = 0; i < walk.count; i++) {
      for (let k = 3 * walk.reached[i]; k < 3 * walk.reached[i] + 3; k++) {
        this.#next[k] = this.#wanted[k];
        forces[k] = 0;
      }
    }
    constraints.relax();
    // a pair that meets again in spite of its gap needs a little more
    const widen = 1 + 0.1 * round;
    // one that nothing presses any more may still be on its way back
    let settled = Number.POSITIVE_INFINITY;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const change = constraints.press(this.#sway, widen, this.#friction);
      if (change <= this.#nearly && settled <= this.#nearly) break;
      settled = this.#smooth > 0 ? surface.spread(this.#wanted, this.#next, forces) : 0;
    }
    this.#round();
  }

  /**
   * What still meets goes along with the wanted motion but keeps the displacement it has, island by island; where that meets too, it stays where it is. Around an
   * island the two fade into each other.
   */
  #holdBack(island: number): number {
    const impacts: Impacts = this.#detector.findImpacts(this.#next);
    const { walk } = this.#surface;
    const reach = 2 << island;
    walk.grow(this.#impacts.verticesOf(impacts), this.#impacts.vertexCount, reach);
    const carried = island < ISLANDS - 2;
    for (let i = 0; i < walk.count; i++) {
      const v = walk.reached[i];
      if (this.#surface.compliance[v] === 0) continue; // what is held stays where it is wanted
      const share = 1 - walk.ringOf(v) / (reach + 1);
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        const back = this.#now[k] + (carried ? this.#wanted[k] - this.#wantedBefore[k] : 0);
        this.#next[k] += share * (back - this.#next[k]);
      }
    }
    this.#round();
    return walk.count;
  }

  /** Proofs are about the numbers that are written. */
  #round(): void {
    if (this.#next32 === null) return;
    this.#next32.set(this.#next);
    this.#next.set(this.#next32);
  }

  #measure(): void {
    const now = this.#now;
    const wanted = this.#wanted;
    const step = this.#step;
    step.moved = 0;
    step.largest = 0;
    for (let i = 0; i < now.length; i += 3) {
      const away = Math.hypot(now[i] - wanted[i], now[i + 1] - wanted[i + 1], now[i + 2] - wanted[i + 2]);
      if (away > 0) step.moved++;
      if (away > step.largest) step.largest = away;
    }
  }
}
