import { clipFromStart } from './clip-from-start.ts';
import { closestOnParallelogram, closestOnTriangle } from './closest-direction.ts';
import { exactImpact } from './exact-impact.ts';
import { overlapThroughout } from './features-overlap.ts';
import type { CertificateRecorder, ImpactCounters } from './impact-records.ts';
import { LEAST_BOUND, VOLUME_ERROR, writeVolumes } from './moving-volume.ts';
import { comesOntoEdge, touchInPlane } from './touch-in-plane.ts';

const U = 2 ** -53;
/**
 * P. A difference of coordinates is off by a factor 1 ± u, its product with the normal, summed, by 3u more: 4.01u‖n‖₁W, W the largest component. The quotient that gives the
 * time costs three roundings, 3.02u‖n‖₁W; interpolating to a time 6u‖n‖₁W; s‖n‖ 4u‖n‖₁W, since it is less than the gap. Together less than 15u‖n‖₁W.
 */
const PLANE_ERROR: number = 16 * U;
/** A closest vector has two weights in [0, 1] and interpolated differences: below 57u W a component, √3 times that in length. */
const CLOSEST_ERROR: number = 2 ** -46;
/** Steps after which doubles give up: with a polynomial to clip they rarely need three; with planes alone they need dozens. */
const MAX_STEPS = 32;
const MAX_SEPARATION_STEPS = 400;

/**
 * The narrow phase of continuous detection: when a vertex and a triangle, or two edges, first touch while their points move straight. Time advances from 0 while
 * one of two certificates in doubles shows that nothing can touch: a plane of fixed normal, or a volume that keeps its sign. What they leave open
 * is decided in whole numbers. Times depend on the eight points and the three options only.
 */
export class ImpactTest {
  /** The pair: vertex and three corners, or two ends and two ends; x y z each, first all at t0, then all at t1. */
  readonly points: Float64Array = new Float64Array(24);
  /** May be set anew for each pair. Doubles from the start: a field that was once undefined would put every new value on the heap. */
  minSeparation = 0.5;
  maxTime = 0.5;
  tolerance = 0.5;
  /** Pairs that impact later may be answered with no. */
  latest: number = Number.POSITIVE_INFINITY;
  /** Of the impact last found. */
  time = 0.5;
  /** What `boundStart` found: the distance at t0 is between these. */
  startLow = 0.5;
  startHigh = 0.5;
  readonly #counters: ImpactCounters;
  readonly #record: CertificateRecorder | null;
  /** Differences between the features at t0, at t1, and at the ends a and b of the interval in question. */
  readonly #r0: Float64Array = new Float64Array(12);
  readonly #r1: Float64Array = new Float64Array(12);
  readonly #ra: Float64Array = new Float64Array(12);
  readonly #rb: Float64Array = new Float64Array(12);
  /** Per difference, the largest component at both ends. */
  readonly #most: Float64Array = new Float64Array(4);
  readonly #bernstein: Float64Array = new Float64Array(4);
  readonly #n: Float64Array = new Float64Array(3);
  /** The common normal of features that may overlap. */
  readonly #across: Float64Array = new Float64Array(3);
  #largest = 0.5;
  #isVertex = false;
  /** See A, B, COVERED, DISTANCE. In an array, since numbers handed from function to function would be garbage, pair by pair. */
  readonly #now: Float64Array = new Float64Array(4);
  /** Four coefficients, then where they are cut. */
  readonly #clip: Float64Array = new Float64Array(5);

  constructor(
    options: { readonly minSeparation: number; readonly maxTime: number; readonly tolerance: number },
    counters: ImpactCounters,
    record: CertificateRecorder | null = null,
  ) {
    this.minSeparation = options.minSeparation;
    this.maxTime = options.maxTime;
    this.tolerance = options.tolerance;
    this.#counters = counters;
    this.#record = record;
  }

  /** Whether `points` impact, at `time`; also no once it is certain that they do not up to `latest`. `exactOnly`: outside the exact range. */
  vertexTriangle(exactOnly: boolean): boolean {
    this.#counters.vertexTests++;
    if (exactOnly) return this.#exact('vertex-triangle', 0);
    const { points } = this;
    const r0 = this.#r0;
    const r1 = this.#r1;
    for (let i = 0; i < 9; i++) {
      const axis = i % 3;
      r0[i] = points[axis] - points[i + 3];
      r1[i] = points[axis + 12] - points[i + 15];
    }
    this.#isVertex = true;
    return this.#decide('vertex-triangle', 3);
  }

  edgeEdge(exactOnly: boolean): boolean {
    this.#counters.edgePairTests++;
    if (exactOnly) return this.#exact('edge-edge', 0);
    const { points } = this;
    const r0 = this.#r0;
    const r1 = this.#r1;
    for (let k = 0; k < 3; k++) {
      const a = points[k];
      const b = points[k + 3];
      const c = points[k + 6];
      const d = points[k + 9];
      r0[k] = a - c;
      r0[k + 3] = a - d;
      r0[k + 6] = b - c;
      r0[k + 9] = b - d;
      const a1 = points[k + 12];
      const b1 = points[k + 15];
      const c1 = points[k + 18];
      const d1 = points[k + 21];
      r1[k] = a1 - c1;
      r1[k + 3] = a1 - d1;
      r1[k + 6] = b1 - c1;
      r1[k + 9] = b1 - d1;
    }
    this.#isVertex = false;
    return this.#decide('edge-edge', 4);
  }

  /** Not before `free`, up to when doubles showed that nothing touches: or a pair left out after `latest` could have come before it. */
  #exact(kind: 'vertex-triangle' | 'edge-edge', free: number): boolean {
    this.#counters.exactTests++;
    const time = exactImpact(this.points, kind, this.minSeparation, this.maxTime, this.tolerance);
    this.time = time < free ? free : time;
    return time >= 0;
  }

  #decide(kind: 'vertex-triangle' | 'edge-edge', count: number): boolean {
    const most = this.#most;
    let largest = 0;
    for (let i = 0; i < count; i++) {
      let m = 0;
      for (let k = 3 * i; k < 3 * i + 3; k++) {
        const x = Math.abs(this.#r0[k]);
        const y = Math.abs(this.#r1[k]);
        if (x > m) m = x;
        if (y > m) m = y;
      }
      most[i] = m;
      if (m > largest) largest = m;
    }
    this.#largest = largest;
    const answer = this.minSeparation > 0 ? this.#keepApart(count) : this.#keepUntouched(count);
    if (answer === UNDECIDED) return this.#exact(kind, this.#now[A]);
    if (answer === FREE) return false;
    this.time = this.#now[A];
    return true;
  }

  /** Without separation: both certificates. */
  #keepUntouched(count: number): number {
    const end = this.maxTime;
    const { latest } = this;
    const most = this.#most;
    const now = this.#now;
    const error = VOLUME_ERROR * most[0] * most[1] * most[2];
    const c = this.#bernstein;
    const clip = this.#clip;
    now[A] = 0;
    this.#differences(A, this.#ra, count);
    now[B] = end;
    this.#differences(B, this.#rb, count);
    for (let step = 0; step < MAX_STEPS; step++) {
      this.#counters.clips++;
      writeVolumes(this.#ra, this.#rb, c);
      if (step === 0 && c[0] === 0 && this.#touchAtStart()) return IMPACT;
      const from = now[A];
      const length = now[B] - from;
      let crossed = false;
      const sign = c[0] > error ? 1 : c[0] < -error ? -1 : 0;
      if (sign !== 0) {
        for (let i = 0; i < 4; i++) clip[i] = sign * c[i] - error;
        clipFromStart(clip);
        const to = clip[4] >= 1 ? now[B] : from + length * clip[4];
        this.#record?.volume(from, to, sign);
        if (to >= end) return FREE;
        if (to > from) {
          if (to > latest) return FREE;
          const whole = to >= now[B];
          now[A] = to;
          this.#differences(A, this.#ra, count);
          if (whole) {
            now[B] = end;
            this.#differences(B, this.#rb, count);
            continue;
          }
        }
        if (sign * c[3] < -error) {
          crossed = true;
          for (let i = 0; i < 4; i++) clip[i] = -sign * c[3 - i] - error;
          clipFromStart(clip);
          const last = now[B] - length * clip[4];
          if (last > now[A] && last < now[B]) {
            this.#record?.volume(last, now[B], -sign);
            now[B] = last;
            this.#differences(B, this.#rb, count);
          }
        }
      }
      this.#closest();
      if (now[A] > 0 && now[DISTANCE] <= this.tolerance && this.#certainlyMeet(crossed)) return IMPACT;
      this.#plane(count);
      if (now[COVERED] >= end) return FREE;
      if (now[COVERED] > now[A]) {
        if (now[COVERED] > latest) return FREE;
        now[A] = now[COVERED];
        this.#differences(A, this.#ra, count);
        if (now[A] >= now[B]) {
          now[B] = end;
          this.#differences(B, this.#rb, count);
        }
      }
      if (now[B] - now[A] > 0.5 * length) {
        if (now[A] === from) return UNDECIDED;
        now[B] = now[A] + 0.5 * (now[B] - now[A]);
        this.#differences(B, this.#rb, count);
      }
    }
    return UNDECIDED;
  }

  /** With a separation: planes alone, until the features are within the tolerance of it. */
  #keepApart(count: number): number {
    const now = this.#now;
    now[A] = 0;
    this.#differences(A, this.#ra, count);
    for (let step = 0; step < MAX_SEPARATION_STEPS; step++) {
      this.#closest();
      const a = now[A];
      if (now[DISTANCE] <= this.minSeparation * (1 - 4 * U)) return IMPACT; // only at 0: later this is excluded
      if (a > 0 && now[DISTANCE] <= (this.minSeparation + this.tolerance) * (1 - 4 * U)) return IMPACT;
      this.#plane(count);
      const covered = now[COVERED];
      if (covered >= this.maxTime) return FREE;
      if (!(covered > a)) return UNDECIDED;
      if (covered > this.latest) return FREE;
      now[A] = covered;
      this.#differences(A, this.#ra, count);
    }
    return UNDECIDED;
  }

  /** In a plane across an axis: what symmetric meshes do all the time. */
  #touchAtStart(): boolean {
    const axis = touchInPlane(this.#isVertex, this.#r0, this.#most);
    if (axis < 0) return false;
    this.#record?.touch(axis);
    return true;
  }

  /** Of features that are close at a, whether doubles show that they meet from then on. */
  #certainlyMeet(crossed: boolean): boolean {
    const now = this.#now;
    if (crossed) {
      const n = this.#across;
      if (overlapThroughout(this.#isVertex, this.#ra, this.#rb, this.#most, n)) {
        this.#record?.yes(now[A], now[B], n[0], n[1], n[2]);
        return true;
      }
    }
    return comesOntoEdge(this.#isVertex, this.#r0, this.#r1, this.#most, now, this.maxTime, this.#record);
  }

  /** Writes bounds of the distance at t0 of the pair last decided by doubles: as far apart as planes show, as close as points are. */
  boundStart(): void {
    const count = this.#isVertex ? 3 : 4;
    const n = this.#n;
    const r = this.#r0;
    this.#now[A] = 0;
    this.#differences(A, this.#ra, count);
    this.#closest();
    this.startHigh = this.#now[DISTANCE];
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3 * count; i += 3) {
      const gap = n[0] * r[i] + n[1] * r[i + 1] + n[2] * r[i + 2];
      if (gap < least) least = gap;
    }
    const error = PLANE_ERROR * (Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2])) * this.#largest;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    this.startLow = error > LEAST_BOUND ? ((least - error) / length) * (1 - 8 * U) : 0;
  }

  /** At time A or B. */
  #differences(which: number, out: Float64Array, count: number): void {
    const t = this.#now[which];
    const r0 = this.#r0;
    const r1 = this.#r1;
    if (t === 1) for (let i = 0; i < 3 * count; i++) out[i] = r1[i];
    else for (let i = 0; i < 3 * count; i++) out[i] = r0[i] + t * (r1[i] - r0[i]);
  }

  /** Writes the shortest vector between the features at a to the normal, and an upper bound of the distance. */
  #closest(): void {
    const n = this.#n;
    if (this.#isVertex) closestOnTriangle(this.#ra, n);
    else closestOnParallelogram(this.#ra, n);
    this.#now[DISTANCE] =
      Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * (1 + 8 * U) + CLOSEST_ERROR * this.#largest;
  }

  /** Writes up to which time the normal keeps the features apart from a on: Infinity if to the end of the step, −1 if not at all. */
  #plane(count: number): void {
    this.#counters.planeSteps++;
    const now = this.#now;
    const a = now[A];
    now[COVERED] = -1;
    const r0 = this.#r0;
    const r1 = this.#r1;
    const nx = this.#n[0];
    const ny = this.#n[1];
    const nz = this.#n[2];
    const error = PLANE_ERROR * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) * this.#largest;
    if (!(error > LEAST_BOUND)) return;
    const gap = this.minSeparation > 0 ? this.minSeparation * Math.sqrt(nx * nx + ny * ny + nz * nz) + error : error;
    let covered = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3 * count; i += 3) {
      const g0 = nx * r0[i] + ny * r0[i + 1] + nz * r0[i + 2];
      const g1 = nx * r1[i] + ny * r1[i + 1] + nz * r1[i + 2];
      if (!(g0 + a * (g1 - g0) > gap)) return;
      if (g1 > gap) continue;
      const until = (g0 - gap) / (g0 - g1);
      if (until < covered) covered = until;
    }
    if (covered > a) this.#record?.plane(a, Math.min(covered, 1), nx, ny, nz);
    now[COVERED] = covered;
  }
}

/** Places of the numbers at hand: the interval in question, up to when the last plane holds, and an upper bound of the distance at A. */
const A = 0;
const B = 1;
const COVERED = 2;
const DISTANCE = 3;

const FREE = 0;
const IMPACT = 1;
const UNDECIDED = 2;
