import type { CertificateRecorder } from '../../src/predicates/impact-records.ts';
import { wholeNumbers } from './exact-oracle.ts';
import {
  countRoots,
  fraction,
  inner,
  isZero,
  movingVectors,
  outer,
  type PairKind,
  type Poly,
  signAtFraction,
} from './impact-oracle.ts';

/** Takes certificates down and checks them in whole numbers: each is true, and together they reach from 0 to where the test says. */
export class CertificateLog implements CertificateRecorder {
  readonly #kind: PairKind;
  readonly #at: ReturnType<typeof movingVectors>;
  readonly #spans: [number, number][] = [];
  #wrong = '';
  #certain = false;
  count = 0;

  constructor({ kind, points }: { kind: PairKind; points: readonly number[] }, separation: number) {
    this.#kind = kind;
    this.#at = movingVectors(points, separation);
  }

  /** What is wrong, given the result: an empty string if nothing is. What exact arithmetic decided need not be covered. */
  fault(time: number, maxTime: number, exactly: boolean): string {
    if (this.#wrong || exactly) return this.#wrong;
    const goal = time < 0 ? maxTime : time;
    let reached = 0;
    for (const [from, to] of [...this.#spans].sort((x, y) => x[0] - y[0])) {
      if (from <= reached && to > reached) reached = to;
    }
    if (time >= 0 && this.#at.length === 0n && !this.#certain) return 'yes without certificate';
    return reached < goal ? `covered to ${reached} of ${goal}` : '';
  }

  plane(from: number, to: number, nx: number, ny: number, nz: number): void {
    this.count++;
    this.#spans.push([from, to]);
    const n = wholeNumbers([nx, ny, nz]);
    const square = this.#at.length ** 2n * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (const gap of this.#differences().map((d) => inner(d, [[n[0]], [n[1]], [n[2]]]))) {
      for (const when of [fraction(from), fraction(to)]) {
        // both sides of gap > s‖n‖ squared, where the gap is positive
        const excess = (gap[0] ?? 0n) * when.bottom + (gap[1] ?? 0n) * when.top;
        if (excess <= 0n || excess * excess <= square * when.bottom * when.bottom) this.#wrong = `plane ${from} ${to}`;
      }
    }
  }

  volume(from: number, to: number, sign: number): void {
    this.count++;
    this.#spans.push([from, to]);
    if (this.#signThroughout(this.#volume(), from, to) !== sign) this.#wrong = `volume ${from} ${to}`;
  }

  yes(from: number, to: number, nx: number, ny: number, nz: number): void {
    this.count++;
    this.#certain = true;
    const n = wholeNumbers([nx, ny, nz]);
    const d = this.#differences();
    const turn = (i: number, j: number) =>
      this.#signThroughout(inner([[n[0]], [n[1]], [n[2]]], outer(d[i], d[j])), from, to);
    const volume = this.#volume();
    const crossed = signAtFraction(volume, fraction(from)) * signAtFraction(volume, fraction(to)) < 0;
    const overlap =
      this.#kind === 'vertex-triangle'
        ? turn(0, 1) !== 0 && turn(1, 2) === turn(0, 1) && turn(2, 0) === turn(0, 1)
        : turn(0, 1) * turn(2, 3) < 0 && turn(0, 2) * turn(1, 3) < 0;
    if (!crossed || !overlap) this.#wrong = `yes ${from} ${to}`;
  }

  touch(axis: number): void {
    this.count++;
    this.#certain = true;
    const start = fraction(0);
    const d = this.#differences();
    const inPlane = d.every((moving) => signAtFraction(moving[axis], start) === 0);
    const turn = (i: number, j: number) => signAtFraction(outer(d[i], d[j])[axis], start);
    const overlap =
      this.#kind === 'vertex-triangle'
        ? turn(0, 1) !== 0 && turn(1, 2) === turn(0, 1) && turn(2, 0) === turn(0, 1)
        : turn(0, 1) * turn(2, 3) < 0 && turn(0, 2) * turn(1, 3) < 0;
    if (!inPlane || !overlap) this.#wrong = `touch ${axis}`;
  }

  ontoEdge(from: number, to: number, axis: number, i: number, j: number, uy: number, uz: number): void {
    this.count++;
    this.#certain = true;
    // differences that belong to one point and an edge, not any two
    const known = this.#kind === 'vertex-triangle' ? ['0,1', '1,2', '2,0'] : ['0,2', '1,3', '0,1', '2,3'];
    const d = this.#differences();
    const [p, q] = [d[i], d[j]];
    const ends = [fraction(from), fraction(to)];
    const inPlane = [p, q].every((moving) => isZero(moving[axis]));
    const turn = outer(p, q)[axis];
    const crossed = signAtFraction(turn, ends[0]) * signAtFraction(turn, ends[1]) < 0;
    const along = wholeNumbers([uy, uz]).map((x) => [x]);
    along.splice(axis, 0, [0n]);
    const height = (moving: typeof p) => ends.map((end) => signAtFraction(inner(moving, along as never), end));
    const between = height(p).every((sign) => sign < 0) && height(q).every((sign) => sign > 0);
    if (!known.includes(`${i},${j}`) || !inPlane || !crossed || !between) this.#wrong = `ontoEdge ${from} ${to}`;
  }

  #differences(): ReturnType<typeof movingVectors>['at'] {
    const [x, y, z, w] = this.#at.at;
    const minus = (p: typeof x, q: typeof x): typeof x =>
      [0, 1, 2].map((k) => p[k].map((c, i) => c - q[k][i])) as never;
    return this.#kind === 'vertex-triangle'
      ? [minus(x, y), minus(x, z), minus(x, w)]
      : [minus(x, z), minus(x, w), minus(y, z), minus(y, w)];
  }

  #volume(): Poly {
    const d = this.#differences();
    return inner(d[0], outer(d[1], d[2]));
  }

  /** 0 if it is not the same everywhere in the closed interval. */
  #signThroughout(f: Poly, from: number, to: number): number {
    const [low, high] = [fraction(from), fraction(to)];
    const sign = signAtFraction(f, low);
    if (isZero(f) || sign === 0 || signAtFraction(f, high) !== sign) return 0;
    return countRoots(f, low, high) === 0 ? sign : 0;
  }
}
