import { createDetector, type Detector, type IgnoredGroups, type Positions, type TriangleMesh } from 'selfcollide';
import { Constraints } from './constraints.ts';
import { buildVertexRings, growRings, type VertexRings } from './vertex-rings.ts';

export interface ResponseOptions {
  /** How far apart pairs are pushed that would have met, in the mesh's unit. */
  readonly gap: number;
  /** A collision group per triangle, and the pairs of groups that may pass through each other; as `createDetector` has them. */
  readonly groups?: ArrayLike<number>;
  readonly ignore?: IgnoredGroups;
  /** Vertices that must stay where they are wanted: 1 each, 0 for the others. */
  readonly hold?: ArrayLike<number>;
  /** How many edges far a push spreads over the surface, so that it leaves no dent. Default 2; 0: only what would meet moves. */
  readonly smooth?: number;
}

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

const OPTIONS = ['gap', 'groups', 'ignore', 'hold', 'smooth'];
/** Pushing is tried this often: each time pairs join that the push itself brought together. */
const ROUNDS = 12;
const SWEEPS = 150;
/** How often what still meets is held back, in wider and wider islands. */
const ISLANDS = 5;

/**
 * Keeps a mesh out of itself: from positions that are free, moves towards wanted ones, pushes apart what would meet, and takes over only what is proved to be
 * reached without touching anything. So the result is free, whatever the pushing did.
 *
 * Vertices must be joined: triangles that belong together share vertex numbers (see `weldTriangles` of `selfcollide/mesh`).
 */
export function createResponse(mesh: TriangleMesh, options: ResponseOptions): Response {
  return new MeshResponse(mesh, options);
}

class MeshResponse implements Response {
  readonly #detector: Detector;
  readonly #gap: number;
  readonly #smooth: number;
  readonly #rings: VertexRings;
  readonly #constraints: Constraints;
  /** How far a unit of force moves a vertex, with its neighbours at rest; 0 for those that are held. */
  readonly #compliance: Float64Array;
  readonly #forces: Float64Array;
  readonly #is32: boolean;
  /** Where vertices are, are wanted, were wanted last, and are to go. */
  readonly #now: Float64Array;
  readonly #wanted: Float64Array;
  readonly #wantedBefore: Float64Array;
  readonly #next: Float64Array;
  readonly #out: Positions;

  constructor(mesh: TriangleMesh, options: ResponseOptions) {
    const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
    if (unknown !== undefined) {
      throw new RangeError(`createResponse: options are ${OPTIONS.join(', ')}, got '${unknown}'.`);
    }
    const { gap, groups, ignore, hold, smooth = 2 } = options;
    for (const [name, value] of Object.entries({ gap, smooth })) {
      if (!(Number.isFinite(value) && value >= 0)) {
        throw new RangeError(`createResponse: ${name} must be a finite number from 0, got ${value}.`);
      }
    }
    const { positions } = mesh;
    this.#detector = createDetector(mesh, { ...(groups && { groups }), ...(ignore && { ignore }), weld: false });
    const triangles = Uint32Array.from(mesh.triangles ?? Array.from({ length: positions.length / 3 }, (_, v) => v));
    const vertexCount = positions.length / 3;
    if (hold !== undefined && hold.length !== vertexCount) {
      throw new RangeError(`createResponse: hold must have ${vertexCount} entries, got ${hold.length}.`);
    }
    this.#gap = gap;
    this.#smooth = smooth;
    this.#rings = buildVertexRings(triangles, vertexCount);
    this.#constraints = new Constraints(triangles);
    const { start } = this.#rings;
    this.#compliance = Float64Array.from({ length: vertexCount }, (_, v) => {
      if (hold?.[v]) return 0;
      return smooth > 0 ? 1 / (1 / smooth ** 2 + start[v + 1] - start[v]) : 1;
    });
    this.#forces = new Float64Array(positions.length);
    this.#is32 = positions.BYTES_PER_ELEMENT === 4;
    this.#now = Float64Array.from(positions);
    this.#wanted = this.#now.slice();
    this.#wantedBefore = this.#now.slice();
    this.#next = this.#now.slice();
    this.#out = positions.slice();
  }

  reset(positions: Positions): number {
    this.#detector.update(positions);
    for (const array of [this.#now, this.#wanted, this.#wantedBefore]) array.set(positions);
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
    let isFree = this.#isFree();
    for (let round = 0; round < ROUNDS && !isFree; round++) {
      this.#constraints.add(this.#detector.findImpacts(next));
      this.#push(round);
      isFree = this.#isFree();
    }
    let heldBack = 0;
    for (let island = 0; island < ISLANDS && !isFree; island++) {
      heldBack = this.#holdBack(island);
      isFree = this.#isFree();
    }
    // what is left is for the last word, which may end the step early for all
    const { stop, positions } = this.#detector.advance(this.#is32 ? Float32Array.from(next) : next, this.#out);
    if (stop === 'starts-in-contact') {
      throw new RangeError('advance: positions must be free of contact before a step, got a contact; see reset.');
    }
    this.#now.set(positions);
    return this.#describe(stop === 'arrived' ? heldBack : positions.length / 3);
  }

  #isFree(): boolean {
    return this.#detector.earliestImpact(this.#next) === null;
  }

  /**
   * The nearest smooth displacement u that keeps pairs apart: least ε‖u‖² + Σ‖uᵢ − uⱼ‖² over edges, under all constraints so far, by sweeps over forces and
   * vertices in turn. With ε = 1 / smooth² a push fades over about `smooth` edges.
   */
  #push(round: number): void {
    const next = this.#next;
    const wanted = this.#wanted;
    const forces = this.#forces;
    // a pair that meets again in spite of its gap needs a little more
    const gap = this.#gap * (1 + 0.1 * round);
    const active = growRings(this.#rings, this.#constraints.vertices(), Math.ceil(3 * this.#smooth), new Map());
    for (const v of active) {
      for (let i = 3 * v; i < 3 * v + 3; i++) {
        next[i] = wanted[i];
        forces[i] = 0;
      }
    }
    this.#constraints.relax();
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const missing = this.#constraints.press(next, forces, this.#compliance, gap);
      if (missing <= 0.05 * gap && sweep > 0) break;
      if (this.#smooth > 0) this.#spread(active);
    }
    this.#round();
  }

  /** Vertices settle between their neighbours and the forces on them. Beyond the active ones nothing moves. */
  #spread(active: readonly number[]): void {
    const { start, list } = this.#rings;
    const next = this.#next;
    const wanted = this.#wanted;
    for (const v of active) {
      const compliance = this.#compliance[v];
      if (compliance === 0) continue;
      let [x, y, z] = [this.#forces[3 * v], this.#forces[3 * v + 1], this.#forces[3 * v + 2]];
      for (let at = start[v]; at < start[v + 1]; at++) {
        const other = 3 * list[at];
        x += next[other] - wanted[other];
        y += next[other + 1] - wanted[other + 1];
        z += next[other + 2] - wanted[other + 2];
      }
      next[3 * v] = wanted[3 * v] + compliance * x;
      next[3 * v + 1] = wanted[3 * v + 1] + compliance * y;
      next[3 * v + 2] = wanted[3 * v + 2] + compliance * z;
    }
  }

  /**
   * What still meets goes along with the wanted motion but keeps the displacement it has, island by island; where that meets too, it stays where it is. Around an
   * island the two fade into each other.
   */
  #holdBack(island: number): number {
    const impacts = this.#detector.findImpacts(this.#next);
    this.#constraints.clear();
    this.#constraints.add(impacts);
    const reach = 2 << island;
    const ringOf = new Map<number, number>();
    const held = growRings(this.#rings, this.#constraints.vertices(), reach, ringOf);
    const carried = island < ISLANDS - 2;
    for (const v of held) {
      const share = 1 - ringOf.get(v)! / (reach + 1);
      for (let i = 3 * v; i < 3 * v + 3; i++) {
        const back = this.#now[i] + (carried ? this.#wanted[i] - this.#wantedBefore[i] : 0);
        this.#next[i] += share * (back - this.#next[i]);
      }
    }
    this.#round();
    return held.length;
  }

  /** Proofs are about the numbers that are written. */
  #round(): void {
    if (!this.#is32) return;
    for (let i = 0; i < this.#next.length; i++) this.#next[i] = Math.fround(this.#next[i]);
  }

  #describe(heldBack: number): ResponseStep {
    let moved = 0;
    let largest = 0;
    for (let v = 0; v < this.#now.length; v += 3) {
      const away = Math.hypot(...[0, 1, 2].map((axis) => this.#now[v + axis] - this.#wanted[v + axis]));
      if (away > 0) moved++;
      if (away > largest) largest = away;
    }
    return { positions: this.#out, moved, largest, pairs: this.#constraints.count, heldBack };
  }
}
