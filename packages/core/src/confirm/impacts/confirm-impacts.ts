import type { Surface } from '../../mesh/surface.ts';
import type { ImpactCounters } from '../../predicates/impact-records.ts';
import { ImpactTest } from '../../predicates/impact-test.ts';
import { SteadyVolume } from '../../predicates/steady-volume.ts';
import { type FeatureSieve, VERTEX_BIT } from '../../results/feature-sieve.ts';
import type { ImpactFilter } from './impact-filter.ts';
import type { ImpactSink } from './impact-sink.ts';
import { ownedCorners } from './owned-corners.ts';

/** In the unit of the positions, times from 0 to 1. */
export interface ImpactLimits {
  minSeparation: number;
  maxTime: number;
  tolerance: number;
}

/** Both ends of a step, in the surface's vertex order and on the same scale. */
export interface Step {
  from: Float64Array;
  to: Float64Array;
  /** Coordinates are outside the exact range: no floating-point filter may decide. */
  exactOnly: boolean;
}

/**
 * The one place where impacts are decided: of each candidate pair of triangles, the vertices and edges that the two own against the other. A pair of features
 * belongs to the triangles that own them, so each is tested once; features with a common vertex are no pair.
 */
export class ImpactConfirmer {
  /** Holds the pair in question while a sink is told of it. */
  readonly test: ImpactTest;
  readonly #surface: Surface;
  readonly #corners: Uint8Array;
  readonly #filter: ImpactFilter | null;
  /** Every pair goes to exact arithmetic, none is left out for its boxes: for the oracle. */
  readonly #exhaustive: boolean;
  readonly #counters: ImpactCounters;
  readonly #sieve: FeatureSieve | null;
  readonly #steady = new SteadyVolume();
  /** Differences of coordinates beyond this keep features apart; exact, since rounding is monotone. */
  #reach = 0;
  #startReach: number = Number.POSITIVE_INFINITY;

  constructor(
    surface: Surface,
    counters: ImpactCounters,
    filter: ImpactFilter | null = null,
    exhaustive = false,
    sieve: FeatureSieve | null = null,
  ) {
    this.#surface = surface;
    this.#corners = ownedCorners(surface);
    this.#filter = filter;
    this.#exhaustive = exhaustive;
    this.#counters = counters;
    this.test = new ImpactTest(NO_LIMITS, counters);
    this.#sieve = filter === null && !exhaustive ? sieve : null;
    this.#sieve?.own(this.#corners, surface.halfEdges.ownedEdges);
  }

  get byteLength(): number {
    return this.#corners.byteLength;
  }

  begin({ minSeparation, maxTime, tolerance }: ImpactLimits): void {
    this.#reach = minSeparation;
    this.test.minSeparation = minSeparation;
    this.test.maxTime = maxTime;
    this.test.tolerance = tolerance;
  }

  /** Tells the sink of the impacts of `pairCount` pairs of triangles. */
  confirm(step: Step, pairs: Uint32Array, pairCount: number, sink: ImpactSink): void {
    const { ownedEdges } = this.#surface.halfEdges;
    const corners = this.#corners;
    this.#lookAgain(sink);
    if (this.#suitsSieve(step, pairs)) {
      this.#confirmSifted(step, pairCount, sink);
      return;
    }
    for (let i = 0; i < 2 * pairCount; i += 2) {
      const s = pairs[i];
      const t = pairs[i + 1];
      for (let owned = corners[s]; owned !== 0; owned &= owned - 1) {
        this.#vertexTriangle(step, 3 * s + lowestOf(owned), t, sink);
      }
      for (let owned = corners[t]; owned !== 0; owned &= owned - 1) {
        this.#vertexTriangle(step, 3 * t + lowestOf(owned), s, sink);
      }
      for (let mine = ownedEdges[s]; mine !== 0; mine &= mine - 1) {
        const e = 3 * s + lowestOf(mine);
        for (let theirs = ownedEdges[t]; theirs !== 0; theirs &= theirs - 1) {
          this.#edgeEdge(step, e, 3 * t + lowestOf(theirs), sink);
        }
      }
    }
  }

  /** It knows boxes and volumes of certain poses, and no separation. */
  #suitsSieve({ from, to, exactOnly }: Step, pairs: Uint32Array): boolean {
    const sieve = this.#sieve;
    if (sieve === null || this.#reach > 0 || exactOnly) return false;
    return pairs === sieve.pairs && from === sieve.positions && to === sieve.nextPositions;
  }

  #confirmSifted(step: Step, pairCount: number, sink: ImpactSink): void {
    const { features, dropped } = this.#sieve!;
    for (let from = 0; from < pairCount; ) {
      const count = this.#sieve!.sift(from, pairCount, this.#startReach);
      from = this.#sieve!.sifted;
      this.#counters.vertexTests += dropped[0];
      this.#counters.edgePairTests += dropped[1];
      this.#counters.clips += dropped[0] + dropped[1];
      dropped.fill(0);
      for (let i = 0; i < 2 * count; i += 2) {
        const first = features[i];
        if (first >= VERTEX_BIT) this.#vertexTriangle(step, first - VERTEX_BIT, features[i + 1], sink);
        else this.#edgeEdge(step, first, features[i + 1], sink);
      }
    }
  }

  #vertexTriangle(step: Step, corner: number, triangle: number, sink: ImpactSink): void {
    const { triangles } = this.#surface;
    const v = triangles[corner];
    const a = triangles[3 * triangle];
    const b = triangles[3 * triangle + 1];
    const c = triangles[3 * triangle + 2];
    if (v === a || v === b || v === c) return;
    if (this.#filter !== null && !this.#filter.wantsVertex(v, triangle)) return;
    if (!this.#exhaustive) {
      if (this.#vertexApart(step.from, step.to, 3 * v, 3 * a, 3 * b, 3 * c)) return;
      if (this.#startsFar(step.from, 3 * v, 3 * v, 3 * a, 3 * b, 3 * c)) return;
      if (this.#isSteady(step, 3 * v, 3 * a, 3 * v, 3 * b, 3 * v, 3 * c)) {
        this.#counters.vertexTests++;
        return;
      }
    }
    this.#load(step, v, a, b, c);
    if (!this.test.vertexTriangle(step.exactOnly || this.#exhaustive)) return;
    sink.addVertex(v, triangle, this.test);
    this.#lookAgain(sink);
  }

  #edgeEdge(step: Step, e: number, f: number, sink: ImpactSink): void {
    const { triangles, vertexSource } = this.#surface;
    const a = triangles[e];
    const b = triangles[e % 3 === 2 ? e - 2 : e + 1];
    const c = triangles[f];
    const d = triangles[f % 3 === 2 ? f - 2 : f + 1];
    // from a vertex to itself: vertices are tested against triangles
    if (a === b || c === d) return;
    if (a === c || a === d || b === c || b === d) return;
    if (this.#filter !== null && !this.#filter.wantsEdges(e, f)) return;
    if (!this.#exhaustive) {
      if (this.#edgesApart(step.from, step.to, 3 * a, 3 * b, 3 * c, 3 * d)) return;
      if (this.#startsFar(step.from, 3 * a, 3 * b, 3 * c, 3 * d, 3 * d)) return;
      if (this.#isSteady(step, 3 * a, 3 * c, 3 * a, 3 * d, 3 * b, 3 * c)) {
        this.#counters.edgePairTests++;
        return;
      }
    }
    // rounding depends on the order of the points: let it depend on the caller's numbers alone
    const forth = vertexSource[a] < vertexSource[b];
    const forthF = vertexSource[c] < vertexSource[d];
    const a0 = forth ? a : b;
    const b0 = forth ? b : a;
    const c0 = forthF ? c : d;
    const d0 = forthF ? d : c;
    if (vertexSource[a0] < vertexSource[c0]) this.#load(step, a0, b0, c0, d0);
    else this.#load(step, c0, d0, a0, b0);
    if (!this.test.edgeEdge(step.exactOnly || this.#exhaustive)) return;
    sink.addEdges(e, f, this.test);
    this.#lookAgain(sink);
  }

  /** What a sink still wants: kept here, since a number handed over pair by pair would be garbage. */
  #lookAgain(sink: ImpactSink): void {
    this.test.latest = sink.latest;
    this.#startReach = sink.startReach;
  }

  /** Whether points a and b are, along some axis at t0, on one side of c, d and e and too far from each to matter. */
  #startsFar(x: Float64Array, a: number, b: number, c: number, d: number, e: number): boolean {
    const reach = this.#startReach;
    if (reach === Number.POSITIVE_INFINITY) return false;
    for (let k = 0; k < 3; k++) {
      const p = x[a + k];
      const q = x[b + k];
      const high = p > q ? p : q;
      if (x[c + k] - high > reach && x[d + k] - high > reach && x[e + k] - high > reach) return true;
      const low = p > q ? q : p;
      if (low - x[c + k] > reach && low - x[d + k] > reach && low - x[e + k] > reach) return true;
    }
    return false;
  }

  /** Whether the four points of a pair never come into one plane; the three differences are those of `ImpactTest`. */
  #isSteady(step: Step, a: number, b: number, c: number, d: number, e: number, f: number): boolean {
    if (this.#reach > 0 || step.exactOnly) return false;
    if (this.#steady.sign(step.from, step.to, a, b, c, d, e, f) === 0) return false;
    this.#counters.clips++;
    return true;
  }

  #load({ from, to }: Step, a: number, b: number, c: number, d: number): void {
    const { points } = this.test;
    for (let k = 0; k < 3; k++) {
      points[k] = from[3 * a + k];
      points[k + 3] = from[3 * b + k];
      points[k + 6] = from[3 * c + k];
      points[k + 9] = from[3 * d + k];
      points[k + 12] = to[3 * a + k];
      points[k + 15] = to[3 * b + k];
      points[k + 18] = to[3 * c + k];
      points[k + 21] = to[3 * d + k];
    }
  }

  /** Apart on one axis, in the same order, at t0 and at t1: then throughout, since a minimum of linear functions lies above its chord. */
  #vertexApart(from: Float64Array, to: Float64Array, v: number, a: number, b: number, c: number): boolean {
    const reach = this.#reach;
    for (let k = 0; k < 3; k++) {
      const x = from[v + k];
      const p = from[a + k];
      const q = from[b + k];
      const r = from[c + k];
      const x1 = to[v + k];
      const p1 = to[a + k];
      const q1 = to[b + k];
      const r1 = to[c + k];
      if (p - x > reach && q - x > reach && r - x > reach && p1 - x1 > reach && q1 - x1 > reach && r1 - x1 > reach) {
        return true;
      }
      if (x - p > reach && x - q > reach && x - r > reach && x1 - p1 > reach && x1 - q1 > reach && x1 - r1 > reach) {
        return true;
      }
    }
    return false;
  }

  #edgesApart(from: Float64Array, to: Float64Array, a: number, b: number, c: number, d: number): boolean {
    const reach = this.#reach;
    for (let k = 0; k < 3; k++) {
      const p = from[a + k];
      const q = from[b + k];
      const r = from[c + k];
      const t = from[d + k];
      const p1 = to[a + k];
      const q1 = to[b + k];
      const r1 = to[c + k];
      const t1 = to[d + k];
      const lowE = p < q ? p : q;
      const highE = p < q ? q : p;
      const lowF = r < t ? r : t;
      const highF = r < t ? t : r;
      const lowE1 = p1 < q1 ? p1 : q1;
      const highE1 = p1 < q1 ? q1 : p1;
      const lowF1 = r1 < t1 ? r1 : t1;
      const highF1 = r1 < t1 ? t1 : r1;
      if (lowF - highE > reach && lowF1 - highE1 > reach) return true;
      if (lowE - highF > reach && lowE1 - highF1 > reach) return true;
    }
    return false;
  }
}

const NO_LIMITS: ImpactLimits = { minSeparation: 0, maxTime: 1, tolerance: 1 };

/** Number of the lowest bit of a set of three. */
function lowestOf(set: number): number {
  return set & 1 ? 0 : set & 2 ? 1 : 2;
}
