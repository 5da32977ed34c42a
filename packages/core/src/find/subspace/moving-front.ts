import { GrowingWords } from '../growing-words.ts';
import { PairHeap } from './pair-heap.ts';

/** The norm may grow by this much before patches have to be looked at again. */
const GROWTH = 1.1;
/** A front is made anew when following it has cost this many times what making it did: it is only ever refined. */
const WORN = 4;
/** A front may cost as much as so many poses that are searched otherwise before it has to pay. */
const ADVANCE = 3;
/** One that pays after this many poses is worth it. */
const TRIAL = 8;
/** So many poses are searched otherwise where a front costs too much; twice as many each time. */
const WAIT = { first: 32, most: 512 } as const;

/**
 * What keeps a body's patches apart, from pose to pose: pairs of nodes with the length of path after which they may come together. A pose costs what is due by
 * then, as long as steps are short (expiry queue). Lengths are of a norm in which every coordinate counts as much as it moves vertices. Nothing is said of
 * coordinates in between: a step along a straight line is as long as its ends are apart, so what is not due after it stays apart during it.
 */
export class MovingFront {
  /** Node pairs by the path at which they are due. */
  readonly due = new PairHeap();
  /** Path so far. */
  path = 0;
  /** Length of the last step. */
  step = 0;
  /** Patches with this radius or more are left out, while the norm is below it; 0 if there is no front yet. */
  far = 0;
  /** Triangles to be looked at in every pose and step … */
  readonly pairs = new GrowingWords(16);
  /** … those that share vertices or own no edge, in steps … */
  readonly stepPairs = new GrowingWords(16);
  /** … half-edges opposite a shared vertex, in poses … */
  readonly neighbours = new GrowingWords(16);
  /** … and those that touch at rest, in both. */
  readonly restNeighbours = new GrowingWords(16);
  /** One corner of every vertex of all these. */
  readonly corners = new GrowingWords(16);
  readonly #motions: Float64Array;
  readonly #last: Float64Array;
  #largestNorm = 0;
  #hasLast = false;
  #makingCost = 0;
  #cost = 0;
  #poses = 0;
  /** What the last pose cost that was searched without. */
  #otherwise = Number.POSITIVE_INFINITY;
  #wait = 0;
  #nextWait: number = WAIT.first;

  constructor(motions: Float64Array) {
    this.#motions = motions;
    this.#last = new Float64Array(motions.length);
  }

  get byteLength(): number {
    const lists = [this.pairs, this.stepPairs, this.neighbours, this.restNeighbours, this.corners];
    return lists.reduce((sum, { words }) => sum + words.byteLength, 0) + this.due.byteLength + this.#last.byteLength;
  }

  /** Whether a front can help with the next pose. */
  isWorthIt(): boolean {
    if (this.#wait > 0) {
      this.#wait--;
      return false;
    }
    return this.#hasLast;
  }

  /** Goes on to a pose; false if the front has to be made anew there. */
  follow(q: Float64Array, norm: number): boolean {
    const last = this.#last;
    const motions = this.#motions;
    let square = 0;
    for (let i = 0; i < q.length; i++) {
      const d = (q[i] - last[i]) * motions[i];
      square += d * d;
      last[i] = q[i];
    }
    // roundings of a step, and of adding it up, are far below 1e-9 of it
    this.step = Math.sqrt(square) * (1 + 1e-9);
    this.path += this.step;
    this.#hasLast = true;
    this.#largestNorm = Math.max(this.#largestNorm, norm);
    return norm < this.far && this.#cost <= WORN * this.#makingCost;
  }

  /** Starts where nothing is known. */
  begin(): void {
    this.far = GROWTH * this.#largestNorm;
    this.#largestNorm = 0;
    this.#cost = 0;
    this.path = 0;
    this.due.clear();
    this.pairs.length = 0;
    this.stepPairs.length = 0;
    this.neighbours.length = 0;
    this.restNeighbours.length = 0;
    this.corners.length = 0;
  }

  /** Takes what a pose has cost, in tests; gives up for a while if that is more than `most` on average, or than other searches cost. */
  spend(cost: number, isNew: boolean, most: number): void {
    if (isNew) {
      this.#makingCost = cost;
      this.#poses = 0;
    } else this.#cost += cost;
    this.#poses++;
    const spent = this.#makingCost + this.#cost;
    const allowed = Math.min(most, this.#otherwise);
    if (spent > (this.#poses + ADVANCE) * allowed) this.giveUp();
    else if (this.#poses === TRIAL) this.#nextWait = WAIT.first;
  }

  /** Whether making it costs too much for it ever to pay. */
  isTooDear(cost: number, most: number): boolean {
    return cost > ADVANCE * Math.min(most, this.#otherwise);
  }

  /** Takes what a pose has cost that was searched otherwise; infinite if that failed. */
  compareWith(cost: number): void {
    this.#otherwise = cost;
  }

  giveUp(): void {
    this.far = 0;
    this.#wait = this.#nextWait;
    this.#nextWait = Math.min(WAIT.most, 2 * this.#nextWait);
  }
}
