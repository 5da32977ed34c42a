import { clipFromStart } from './clip-from-start.ts';
import { closestOnParallelogram, closestOnTriangle } from './closest-direction.ts';
import { exactImpact } from './exact-impact.ts';
import type { CertificateRecorder, ImpactCounters } from './impact-records.ts';
import { writeVolumes } from './moving-volume.ts';
import { triple } from './triple-product.ts';

const U = 2 ** -53;
/**
 * P. A difference of coordinates is off by a factor 1 ± u, its product with the normal, summed, by 3u more: 4.01u‖n‖₁W, W the largest component. The quotient that gives the
 * time costs three roundings, 3.02u‖n‖₁W; interpolating to a time 6u‖n‖₁W; s‖n‖ 4u‖n‖₁W, since it is less than the gap. Together less than 15u‖n‖₁W.
 */
const PLANE_ERROR: number = 16 * U;
/**
 * C. Interpolated differences are off by 8u times their largest component m; a Bernstein coefficient is (the mean of three) six triple products: 6 · (3 · 8u + 11u)m₁m₂m₃ = 210u. The
 * time where the lower hull is 0 costs 54u, its rounding to a double 3u · |p′| ≤ 3u · 36 = 108u: together 372u < 2⁻⁴⁴.
 */
const VOLUME_ERROR: number = 2 ** -44;
/** A turn along n is six products of three factors, two of them interpolated: 6 · (2 · 8u + 6u)‖n‖m₁m₂ = 132u. */
const TURN_ERROR: number = 2 ** -45;
/** A closest vector has two weights in [0, 1] and interpolated differences: below 57u W a component, √3 times that in length. */
const CLOSEST_ERROR: number = 2 ** -46;
/** Below this an error bound itself could be lost to underflow. */
const LEAST_BOUND: number = 2 ** -900;
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
  /** May be set anew for each pair. */
  minSeparation: number;
  maxTime: number;
  tolerance: number;
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
  #largest = 0;
  #isVertex = false;
  /** Up to when doubles showed that nothing touches, where they did not decide. */
  #free = 0;

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

  /**
   * The time of the impact of `points`, or −1; −1 also once it is certain that there is none up to `latest`. `exactOnly`: outside the exact range.
   */
  vertexTriangle(latest: number, exactOnly: boolean): number {
    this.#counters.vertexTests++;
    if (exactOnly) return this.#exact('vertex-triangle');
    const { points } = this;
    const r0 = this.#r0;
    const r1 = this.#r1;
    for (let i = 0; i < 9; i++) {
      const axis = i % 3;
      r0[i] = points[axis] - points[i + 3];
      r1[i] = points[axis + 12] - points[i + 15];
    }
    this.#isVertex = true;
    return this.#decide(latest, 'vertex-triangle', 3);
  }

  edgeEdge(latest: number, exactOnly: boolean): number {
    this.#counters.edgePairTests++;
    if (exactOnly) return this.#exact('edge-edge');
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
    return this.#decide(latest, 'edge-edge', 4);
  }

  #exact(kind: 'vertex-triangle' | 'edge-edge'): number {
    this.#counters.exactTests++;
    return exactImpact(this.points, kind, this.minSeparation, this.maxTime, this.tolerance);
  }

  #decide(latest: number, kind: 'vertex-triangle' | 'edge-edge', count: number): number {
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
    const time = this.minSeparation > 0 ? this.#keepApart(latest, count) : this.#keepUntouched(latest, count);
    if (time !== UNDECIDED) return time;
    const exact = this.#exact(kind);
    // not before what is known to be free, or a pair left out after `latest` could have come before it
    return exact >= 0 && exact < this.#free ? this.#free : exact;
  }

  /** Without separation: both certificates. */
  #keepUntouched(latest: number, count: number): number {
    const end = this.maxTime;
    const most = this.#most;
    const error = VOLUME_ERROR * most[0] * most[1] * most[2];
    const c = this.#bernstein;
    let a = 0;
    let b = end;
    this.#differences(a, this.#ra, count);
    this.#differences(b, this.#rb, count);
    for (let step = 0; step < MAX_STEPS; step++) {
      this.#counters.clips++;
      writeVolumes(this.#ra, this.#rb, c);
      const from = a;
      const length = b - a;
      let crossed = false;
      const sign = c[0] > error ? 1 : c[0] < -error ? -1 : 0;
      if (sign !== 0) {
        const clip = clipFromStart(sign * c[0] - error, sign * c[1] - error, sign * c[2] - error, sign * c[3] - error);
        const to = clip >= 1 ? b : a + length * clip;
        this.#record?.volume(a, to, sign);
        if (to >= end) return -1;
        if (to >= b) {
          a = b;
          b = end;
          if (a > latest) return -1;
          this.#differences(a, this.#ra, count);
          this.#differences(b, this.#rb, count);
          continue;
        }
        if (to > a) {
          a = to;
          this.#differences(a, this.#ra, count);
          if (a > latest) return -1;
        }
        if (sign * c[3] < -error) {
          crossed = true;
          const back = clipFromStart(
            -sign * c[3] - error,
            -sign * c[2] - error,
            -sign * c[1] - error,
            -sign * c[0] - error,
          );
          const last = b - length * back;
          if (last > a && last < b) {
            this.#record?.volume(last, b, -sign);
            b = last;
            this.#differences(b, this.#rb, count);
          }
        }
      }
      const distance = this.#closest();
      if (crossed && a > 0 && distance <= this.tolerance && this.#overlaps(a, b)) return a;
      const covered = this.#plane(a, count);
      if (covered >= end) return -1;
      if (covered > a) {
        a = covered;
        if (a > latest) return -1;
        if (a >= b) {
          b = end;
          this.#differences(b, this.#rb, count);
        }
        this.#differences(a, this.#ra, count);
      }
      if (b - a > 0.5 * length) {
        if (a === from) return this.#leaveOpen(a);
        b = a + 0.5 * (b - a);
        this.#differences(b, this.#rb, count);
      }
    }
    return this.#leaveOpen(a);
  }

  /** With a separation: planes alone, until the features are within the tolerance of it. */
  #keepApart(latest: number, count: number): number {
    let a = 0;
    for (let step = 0; step < MAX_SEPARATION_STEPS; step++) {
      this.#differences(a, this.#ra, count);
      const distance = this.#closest();
      if (distance <= this.minSeparation * (1 - 4 * U)) return a; // only at 0: later this is excluded
      if (a > 0 && distance <= (this.minSeparation + this.tolerance) * (1 - 4 * U)) return a;
      const covered = this.#plane(a, count);
      if (covered >= this.maxTime) return -1;
      if (!(covered > a)) return this.#leaveOpen(a);
      a = covered;
      if (a > latest) return -1;
    }
    return this.#leaveOpen(a);
  }

  #leaveOpen(free: number): number {
    this.#free = free;
    return UNDECIDED;
  }

  #differences(t: number, out: Float64Array, count: number): void {
    const r0 = this.#r0;
    const r1 = this.#r1;
    for (let i = 0; i < 3 * count; i++) out[i] = t === 1 ? r1[i] : r0[i] + t * (r1[i] - r0[i]);
  }

  /** Writes the shortest vector between the features at a to the normal, and returns an upper bound of the distance. */
  #closest(): number {
    const n = this.#n;
    if (this.#isVertex) closestOnTriangle(this.#ra, n);
    else closestOnParallelogram(this.#ra, n);
    return Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * (1 + 8 * U) + CLOSEST_ERROR * this.#largest;
  }

  /** Up to which time the normal keeps the features apart from a on: Infinity if to the end of the step, a or less if not at all. */
  #plane(a: number, count: number): number {
    this.#counters.planeSteps++;
    const r0 = this.#r0;
    const r1 = this.#r1;
    const nx = this.#n[0];
    const ny = this.#n[1];
    const nz = this.#n[2];
    const error = PLANE_ERROR * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) * this.#largest;
    if (!(error > LEAST_BOUND)) return -1;
    const gap = this.minSeparation > 0 ? this.minSeparation * Math.sqrt(nx * nx + ny * ny + nz * nz) + error : error;
    let covered = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3 * count; i += 3) {
      const g0 = nx * r0[i] + ny * r0[i + 1] + nz * r0[i + 2];
      const g1 = nx * r1[i] + ny * r1[i + 1] + nz * r1[i + 2];
      if (!(g0 + a * (g1 - g0) > gap)) return -1;
      if (g1 > gap) continue;
      const until = (g0 - gap) / (g0 - g1);
      if (until < covered) covered = until;
    }
    if (covered > a) this.#record?.plane(a, Math.min(covered, 1), nx, ny, nz);
    return covered;
  }

  /** Whether, seen along the features' common normal at a, they overlap at all times of [a, b]: then they touch where they are coplanar. */
  #overlaps(a: number, b: number): boolean {
    const r = this.#ra;
    const ux = r[3] - r[0];
    const uy = r[4] - r[1];
    const uz = r[5] - r[2];
    const vx = r[6] - r[0];
    const vy = r[7] - r[1];
    const vz = r[8] - r[2];
    const n = this.#n;
    const kx = n[0];
    const ky = n[1];
    const kz = n[2];
    n[0] = uy * vz - uz * vy;
    n[1] = uz * vx - ux * vz;
    n[2] = ux * vy - uy * vx;
    const error = TURN_ERROR * Math.max(Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2]));
    let result = false;
    if (this.#isVertex) {
      const turn = this.#turn(0, 1, error);
      result = turn !== 0 && this.#turn(1, 2, error) === turn && this.#turn(2, 0, error) === turn;
    } else {
      const first = this.#turn(0, 1, error);
      const second = this.#turn(0, 2, error);
      result = first !== 0 && second !== 0 && this.#turn(2, 3, error) === -first && this.#turn(1, 3, error) === -second;
    }
    if (result) this.#record?.yes(a, b, n[0], n[1], n[2]);
    n[0] = kx;
    n[1] = ky;
    n[2] = kz;
    return result;
  }

  /** Sign of n·(rᵢ × rⱼ) if it is certain for all times of [a, b], else 0. */
  #turn(i: number, j: number, factor: number): number {
    const p = this.#ra;
    const q = this.#rb;
    const n = this.#n;
    const error = factor * this.#most[i] * this.#most[j];
    const atA = triple(n, 0, p, 3 * i, p, 3 * j);
    const sign = atA > error ? 1 : atA < -error ? -1 : 0;
    if (sign === 0 || !(sign * triple(n, 0, q, 3 * i, q, 3 * j) > error)) return 0;
    const mixed = (triple(n, 0, p, 3 * i, q, 3 * j) + triple(n, 0, q, 3 * i, p, 3 * j)) / 2;
    return sign * mixed > error ? sign : 0;
  }
}

const UNDECIDED = -2;
