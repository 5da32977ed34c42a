import { BoxPair } from './find/subspace/box-pair.ts';
import { boxMargin } from './find/subspace/box-separation.ts';
import type { Subspace } from './find/subspace/subspace.ts';
import { SweptPairs } from './find/subspace/swept-pairs.ts';
import type { Surface } from './mesh/surface.ts';
import type { Steps } from './partition/progress.ts';

/** A box of some coordinates with 0 in it, all others 0; and what is known of it. */
export interface RegionAnswer {
  /** No new contact in the box shrunk towards 0 to this share of its sides. */
  free: number;
  /** The nearest contact found, as a share of the sides; infinite if none was. */
  touch: number;
  /** On the region's coordinates. */
  witness: Float64Array;
  first: number;
  second: number;
  /** Pairs of triangles found to touch. */
  touching: number;
  undecided: boolean;
}

/** Boxes looked at for one pair of triangles at most, by the number of coordinates; the last is for all larger numbers. */
const MAX_LOOKS = [0, 4000, 2000, 500];
/** Boxes looked at in all before a region is given up: some 20 s with one coordinate, minutes with many. */
const MAX_LOOKS_IN_ALL = 4_000_000;
/** Pairs of triangles between two pauses: some milliseconds. */
const PAUSE_EVERY = 512;
/** Quotients are rounded: a little less, so that share times side is within what was proved. */
const INSIDE = 1 - 2 ** -50;

/** Finds how much of a region is free of contacts beyond those at rest, over all pairs of triangles. */
export class Regions {
  /** Pairs of triangles with contacts at rest: s · triangles + t. Claims speak of all other contacts. */
  readonly atRest = new Set<number>();
  /** The smallest share at which each triangle was found to touch, by one coordinate alone. */
  readonly firstTouch: Float64Array;
  /** Triangles that some region's contacts or open questions belong to. */
  readonly concerned: Uint8Array;
  readonly #subspace: Subspace;
  readonly #pairs: SweptPairs;
  readonly #pair: BoxPair;
  readonly #vertices: Uint32Array;
  readonly #corners: Uint32Array;
  readonly #tolerance: number;
  readonly #maxLooks: number;

  constructor(subspace: Subspace, surface: Surface, tolerance: number, maxLooks = MAX_LOOKS_IN_ALL) {
    const { rank, rest } = subspace;
    const { triangles, vertexSource, triangleCount } = surface;
    const positions = new Float64Array(3 * vertexSource.length);
    vertexSource.forEach((v, i) => {
      for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = rest[3 * v + axis];
    });
    this.#corners = Uint32Array.from(triangles, (v) => vertexSource[v]);
    this.#subspace = subspace;
    this.#tolerance = tolerance;
    this.#maxLooks = maxLooks;
    this.#vertices = vertexSource;
    this.#pair = new BoxPair(subspace, triangles, vertexSource, rank);
    this.#pairs = new SweptPairs(subspace, triangles, positions, this.#corners);
    this.firstTouch = new Float64Array(triangleCount).fill(Number.POSITIVE_INFINITY);
    this.concerned = new Uint8Array(triangleCount);
  }

  /**
   * Yields now and then how many pairs of triangles were looked at.
   *
   * @param low Ends of the region, one a coordinate: none above 0. `high`: none below.
   */
  *answer(coordinates: readonly number[], low: Float64Array, high: Float64Array): Steps<RegionAnswer> {
    const count = coordinates.length;
    const pair = this.#pair;
    const { order } = this.#pairs.tree;
    const triangleCount = this.firstTouch.length;
    const answer: RegionAnswer = {
      ...{ free: 1, touch: Number.POSITIVE_INFINITY, witness: new Float64Array(count) },
      ...{ first: 0, second: 0, touching: 0, undecided: false },
    };
    const allowed = pair.looks + this.#maxLooks;
    const margin = this.#marginOf(coordinates, low, high);
    pair.margin = margin;
    const longest = Math.max(...high, ...low.map((x) => -x));
    let seen = 0;
    let own = coordinates;
    let ownLow = low;
    let ownHigh = high;
    let zero = new Float64Array(count);
    // of several coordinates only what is nearer than the nearest contact matters
    let scale = 1;
    this.#pairs.begin(coordinates, low, high);
    for (;;) {
      const next = this.#pairs.next(margin);
      if (next < 0) break;
      if (++seen % PAUSE_EVERY === 0) yield seen;
      const s = order[Math.floor(next / 2 ** 32)];
      const t = order[next % 2 ** 32];
      const key = Math.min(s, t) * triangleCount + Math.max(s, t);
      if (count > 2) {
        const places = this.#placesThatMove(s, t, coordinates);
        own = places.map((j) => coordinates[j]);
        ownLow = Float64Array.from(places, (j) => scale * low[j]);
        ownHigh = Float64Array.from(places, (j) => scale * high[j]);
        zero = new Float64Array(places.length);
      }
      if (!pair.load(s, t, own) || pair.separates(ownLow, ownHigh)) continue;
      if (!pair.separatesAtRest(zero)) {
        if (pair.leaveOutRest(zero) > 0) this.atRest.add(key);
        if (pair.separates(ownLow, ownHigh)) continue;
        if (!pair.separatesAtRest(zero)) {
          // apart at rest by less than what roundings of a pose may close: nothing can be said of it
          answer.free = 0;
          this.concerned[s] = 1;
          this.concerned[t] = 1;
          continue;
        }
      }
      if (pair.looks >= allowed) {
        // whatever was not looked at is left open
        answer.free = 0;
        this.concerned.fill(1);
        break;
      }
      pair.search(ownLow, ownHigh, this.#tolerance, MAX_LOOKS[Math.min(count, 3)]);
      if (pair.answer.free === 1) continue;
      const touch = scale * pair.answer.touch;
      answer.free = Math.min(answer.free, scale * pair.answer.free * INSIDE);
      this.concerned[s] = 1;
      this.concerned[t] = 1;
      if (touch === Number.POSITIVE_INFINITY) continue;
      answer.touching++;
      if (touch < answer.touch) {
        answer.touch = touch;
        answer.first = Math.min(s, t);
        answer.second = Math.max(s, t);
        answer.witness.fill(0);
        own.forEach((coordinate, j) => {
          answer.witness[coordinates.indexOf(coordinate)] = pair.answer.witness[j];
        });
      }
      if (count === 1) {
        this.firstTouch[s] = Math.min(this.firstTouch[s], touch);
        this.firstTouch[t] = Math.min(this.firstTouch[t], touch);
      } else {
        scale = Math.min(answer.touch, 1);
        ownLow = low.map((x) => x * scale);
        ownHigh = high.map((x) => x * scale);
      }
      yield seen;
    }
    const within = (answer.touch - answer.free) * longest <= this.#tolerance * (1 + 1e-9);
    answer.undecided = answer.free < 1 && !within;
    return answer;
  }

  /** What floating point may cost of a gap between low and high; of all other coordinates, which are 0, it costs nothing. */
  #marginOf(coordinates: readonly number[], low: Float64Array, high: Float64Array): number {
    const { rank, single } = this.#subspace;
    return boxMargin(rank, single, farthestReach(this.#subspace, this.#vertices, coordinates, low, high));
  }

  #placesThatMove(s: number, t: number, coordinates: readonly number[]): number[] {
    const { rank, rows } = this.#subspace;
    const corners = this.#corners;
    return [...coordinates.keys()].filter((j) => {
      for (let k = 0; k < 6; k++) {
        const v = corners[k < 3 ? 3 * s + k : 3 * t + k - 3];
        for (let row = 3 * v; row < 3 * v + 3; row++) if (rows[row * rank + coordinates[j]] !== 0) return true;
      }
      return false;
    });
  }
}

/** The largest |p| + Σ |q_i|·|U_i| of a vertex, over all poses between low and high. */
function farthestReach(
  { rank, rest, rows }: Subspace,
  vertices: Uint32Array,
  coordinates: readonly number[],
  low: Float64Array,
  high: Float64Array,
): number {
  let reach = 0;
  for (const v of vertices) {
    let sum = Math.hypot(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
    coordinates.forEach((i, j) => {
      const x = rows[3 * v * rank + i];
      const y = rows[(3 * v + 1) * rank + i];
      const z = rows[(3 * v + 2) * rank + i];
      sum += Math.max(high[j], -low[j]) * Math.hypot(x, y, z);
    });
    if (!(sum <= reach)) reach = sum;
  }
  return reach;
}
