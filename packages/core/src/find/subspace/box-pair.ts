import { segmentMeetsTriangle } from '../../predicates/checked-predicates.ts';
import { BoxSeparation } from './box-separation.ts';
import type { Subspace } from './subspace.ts';

/** What is known of a pair of triangles over a box of coordinates. */
export interface BoxAnswer {
  /** No contact in the box shrunk towards 0 to this share of its sides; 1: none at all. */
  free: number;
  /** A pose with contact, on the box's coordinates; how far out it is, as a share; infinite if none was found. */
  readonly witness: Float64Array;
  touch: number;
}

/** At most so many edges of two triangles are tested with the other one, if they share vertices. */
const MAX_TESTS = 6;
/** Sides are halved this often below the tolerance before a pair is given up. */
const DEEPER = 2 ** -10;

/**
 * Two triangles over boxes of coordinates: are they free of contact, or where do they touch first? Contact is that of detectors: of an edge and a triangle
 * without common vertex. What is free is proved by planes; a contact is a pose, computed as `deform` does and judged exactly.
 */
export class BoxPair {
  readonly answer: BoxAnswer;
  /** Boxes looked at. */
  looks = 0;
  readonly #subspace: Subspace;
  readonly #triangles: Uint32Array;
  readonly #vertices: Uint32Array;
  readonly #tests: BoxSeparation[];
  readonly #edges: { p: number; q: number; first: number }[] = [];
  readonly #six = new Uint32Array(6);
  readonly #five = new Uint32Array(5);
  readonly #points = new Float64Array(18);
  /** Boxes to look at: low and high ends, and the least share in them. */
  readonly #low: Float64Array[] = [];
  readonly #high: Float64Array[] = [];
  readonly #share: number[] = [];
  readonly #at: Float64Array;
  #testCount = 0;
  #coordinates: ArrayLike<number> = [];

  /**
   * @param triangles In numbers of welded vertices; `vertices` says which of the subspace each is.
   * @param rank Most coordinates that a box has sides in.
   */
  constructor(subspace: Subspace, triangles: Uint32Array, vertices: Uint32Array, rank: number) {
    this.#subspace = subspace;
    this.#triangles = triangles;
    this.#vertices = vertices;
    this.#tests = Array.from({ length: MAX_TESTS }, () => new BoxSeparation(rank, Number.POSITIVE_INFINITY));
    this.#at = new Float64Array(rank);
    this.answer = { free: 1, witness: new Float64Array(rank), touch: Number.POSITIVE_INFINITY };
  }

  /** What floating point may cost of a gap in the boxes that follow; see `boxMargin`. */
  set margin(margin: number) {
    for (const test of this.#tests) test.margin = margin;
  }

  /** Turns to triangles s and t; false if there is nothing to test, as for triangles with a common edge. */
  load(s: number, t: number, coordinates: ArrayLike<number>): boolean {
    const triangles = this.#triangles;
    const vertices = this.#vertices;
    const six = this.#six;
    this.#coordinates = coordinates;
    this.#testCount = 0;
    this.#edges.length = 0;
    let shares = false;
    for (let k = 0; k < 3; k++) {
      six[k] = vertices[triangles[3 * s + k]];
      six[3 + k] = vertices[triangles[3 * t + k]];
    }
    for (let k = 0; k < 3; k++) shares ||= six[k] === six[3] || six[k] === six[4] || six[k] === six[5];
    for (let own = 0; own < 6; own += 3) {
      const other = 3 - own;
      for (let k = 0; k < 3; k++) {
        const p = own + k;
        const q = own + ((k + 1) % 3);
        // a triangle that names a vertex twice has no edge there; one that is a single vertex has one without length
        const isPoint = k === 0 && six[p] === six[q] && six[p] === six[own + 2];
        if ((six[p] === six[q] && !isPoint) || this.#isIn(six[p], other) || this.#isIn(six[q], other)) continue;
        this.#edges.push({ p, q, first: other });
        if (shares) this.#testEdge(p, q, other);
      }
    }
    if (!shares) this.#tests[this.#testCount++].load(this.#subspace, six, 3, 3, coordinates);
    return this.#edges.length > 0;
  }

  #testEdge(p: number, q: number, first: number): void {
    const six = this.#six;
    this.#five.set([six[p], six[q], six[first], six[first + 1], six[first + 2]]);
    this.#tests[this.#testCount++].load(this.#subspace, this.#five, 2, 3, this.#coordinates);
  }

  separates(low: Float64Array, high: Float64Array): boolean {
    this.looks++;
    for (let k = 0; k < this.#testCount; k++) if (!this.#tests[k].separates(low, high)) return false;
    return true;
  }

  /** As `separates` where all coordinates are 0, and in narrow gaps that it does not see. */
  separatesAtRest(zero: Float64Array): boolean {
    this.looks++;
    for (let k = 0; k < this.#testCount; k++) {
      const test = this.#tests[k];
      if (!(test.separates(zero, zero) || test.separatesAtRest())) return false;
    }
    return true;
  }

  /** Leaves out contacts that exist where all coordinates are 0, by exact arithmetic, and tests edge by edge from then on. Returns how many there are. */
  leaveOutRest(zero: Float64Array): number {
    this.#place(zero);
    const before = this.#edges.length;
    const left = this.#edges.filter(({ p, q, first }) => !this.#meets(p, q, first));
    this.#edges.length = 0;
    this.#edges.push(...left);
    this.#testCount = 0;
    for (const { p, q, first } of left) this.#testEdge(p, q, first);
    return before - left.length;
  }

  /** Whether the triangles have a contact at these coordinates, but for those that were left out. */
  touches(q: Float64Array): boolean {
    this.#place(q);
    return this.#edges.some(({ p, q: end, first }) => this.#meets(p, end, first));
  }

  #meets(p: number, q: number, first: number): boolean {
    return segmentMeetsTriangle(this.#points, p, q, first, first + 1, first + 2);
  }

  #place(q: Float64Array): void {
    const { rank, rest, rows, single } = this.#subspace;
    const coordinates = this.#coordinates;
    const points = this.#points;
    for (let k = 0; k < 6; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const row = 3 * this.#six[k] + axis;
        let sum = rest[row];
        // in the order of `deform`; coordinates that are 0 add nothing there
        for (let j = 0; j < coordinates.length; j++) sum += rows[row * rank + coordinates[j]] * q[j];
        points[3 * k + axis] = single ? Math.fround(sum) : sum;
      }
    }
  }

  /**
   * Halves boxes, those nearest to 0 first, until all up to a first contact are proved free, or nothing is left. The result is in `answer`: a contact
   * follows within the tolerance, unless halving to far below it, or the number of looks, was not enough to decide.
   *
   * @param low Not above 0, one number a coordinate; `high` not below it.
   */
  search(low: Float64Array, high: Float64Array, tolerance: number, maxLooks: number): void {
    const { answer } = this;
    const count = low.length;
    const shares = this.#share;
    const end = this.looks + maxLooks;
    answer.free = 1;
    answer.touch = Number.POSITIVE_INFINITY;
    shares.length = 0;
    this.#push(low, high, 0);
    let longest = 0;
    for (let j = 0; j < count; j++) longest = Math.max(longest, high[j], -low[j]);
    while (shares.length > 0) {
      let at = 0;
      for (let k = 1; k < shares.length; k++) if (shares[k] < shares[at]) at = k;
      const share = shares[at];
      if ((answer.touch - share) * longest <= tolerance) {
        answer.free = share;
        return;
      }
      const boxLow = this.#low[at];
      const boxHigh = this.#high[at];
      this.#remove(at);
      if (this.separates(boxLow, boxHigh)) continue;
      let widest = 0;
      let most = -1;
      for (let j = 0; j < count; j++) {
        const width = boxHigh[j] - boxLow[j];
        if (width > most) {
          most = width;
          widest = j;
        }
      }
      this.#tryPoses(boxLow, boxHigh, low, high);
      if (most <= tolerance * DEEPER || this.looks >= end) {
        answer.free = share;
        return;
      }
      const from = boxLow[widest];
      const to = boxHigh[widest];
      // at 0 first, so that every box has its nearest corner on one side of it
      const middle = from < 0 && to > 0 ? 0 : (from + to) / 2;
      const nearHigh = boxHigh.slice();
      const farLow = boxLow.slice();
      nearHigh[widest] = middle;
      farLow[widest] = middle;
      this.#push(boxLow, nearHigh, shareOf(boxLow, nearHigh, low, high));
      this.#push(farLow, boxHigh, shareOf(farLow, boxHigh, low, high));
    }
  }

  /** Contacts in the middle of a box, and where it is nearest to and farthest from 0. */
  #tryPoses(boxLow: Float64Array, boxHigh: Float64Array, low: Float64Array, high: Float64Array): void {
    const { answer } = this;
    const q = this.#at.subarray(0, boxLow.length);
    for (let place = 0; place < 3; place++) {
      let share = 0;
      for (let j = 0; j < q.length; j++) {
        const near = boxLow[j] > 0 ? boxLow[j] : boxHigh[j] < 0 ? boxHigh[j] : 0;
        const far = boxHigh[j] > -boxLow[j] ? boxHigh[j] : boxLow[j];
        q[j] = place === 0 ? near : place === 1 ? (boxLow[j] + boxHigh[j]) / 2 : far;
        if (q[j] !== 0) share = Math.max(share, q[j] > 0 ? q[j] / high[j] : q[j] / low[j]);
      }
      if (share >= answer.touch || !this.touches(q)) continue;
      answer.touch = share;
      answer.witness.set(q);
      return;
    }
  }

  #isIn(vertex: number, first: number): boolean {
    const six = this.#six;
    return vertex === six[first] || vertex === six[first + 1] || vertex === six[first + 2];
  }

  #push(low: Float64Array, high: Float64Array, share: number): void {
    const at = this.#share.push(share) - 1;
    this.#low[at] = low;
    this.#high[at] = high;
  }

  #remove(at: number): void {
    const last = this.#share.length - 1;
    this.#low[at] = this.#low[last];
    this.#high[at] = this.#high[last];
    this.#share[at] = this.#share[last];
    this.#share.length = last;
  }
}

/** The least share of the sides within which a box begins. */
function shareOf(boxLow: Float64Array, boxHigh: Float64Array, low: Float64Array, high: Float64Array): number {
  let share = 0;
  for (let j = 0; j < boxLow.length; j++) {
    if (boxLow[j] > 0) share = Math.max(share, boxLow[j] / high[j]);
    else if (boxHigh[j] < 0) share = Math.max(share, boxHigh[j] / low[j]);
  }
  return share;
}
