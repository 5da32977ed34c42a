import type { Surface } from '../mesh/surface.ts';
import type { Pose } from '../pose/pose.ts';
import { DISTANCE_KERNEL_HEX } from './distance-kernel-bytes.ts';
import { createKernelMemory, type KernelMemory, layOutKernel } from './kernel-memory.ts';
import {
  CORNER_BYTES,
  DISTANCE,
  DISTANCES_LAYOUT,
  distancesFields,
  FAR,
  FEATURE_CODES,
  FEATURE_WORDS,
  LIMIT,
  REACH,
  REST_REACH,
  SURE_WORDS,
  UNIT,
  UNIT_OF_LENGTH,
  WEIGHT_BYTES,
  WIDTH,
} from './layout-distances.ts';
import { type Engine, LEAST_TRIANGLES } from './mesh-kernel.ts';
import { refuseKernel } from './refuse-kernel.ts';

/** What packages/core/kernel/distances-index.ts exports. */
export interface DistanceCalls {
  attach(table: number): void;
  beginExtent(): void;
  addExtent(from: number, count: number): void;
  endExtent(): void;
  takeVertices(now: number, next: number, out: number, count: number, moving: number): void;
  listPairs(count: number, within: number): number;
  keepNear(count: number, vertices: number, moving: number): number;
  markNear(list: number, count: number, vertices: number, marks: number): void;
  measureStill(count: number, vertices: number): number;
  measureMoving(count: number, vertices: number): number;
  sureCount(): number;
}

/** A mesh where it is, and where a step ends; `next` has the scale of `pose`. */
export interface KernelSide {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly next: Pose;
}

/** Where everything is at rest, and how far neighbours are apart there at most. */
export interface KernelRest {
  readonly pose: Pose;
  readonly radius: number;
}

/** Places of triangles in a sure pair, see SURE_WORDS. */
export const [TRIANGLE_A, TRIANGLE_B] = [3, 7] as const;

/** Extents are brought to between a half and 1 by a power of two, so that floats neither overflow nor underflow; where that itself might, TypeScript works. */
const MAX_WIDTH = 2 ** 200;
const MIN_WIDTH = 2 ** -200;
/** No two corners are farther apart than that in such units. */
const BEYOND_ALL = 4;
/** A float's reach is no less than that of doubles, and floats of its products no less either. */
const ROUNDED_UP: number = 1 + 2 ** -19;
/** Of a step, as in `come-within.ts`: pairs that come up to so many times the distance may count too; and twice 2⁻²⁴ of the size that any pair may have with its motion: which may count besides. */
const SWEPT_REACH = 1.001;
const FINEST = 2 ** -23;

/**
 * Distances of triangles with closest points, by the kernel: it drops pairs that are certainly farther apart than asked, lists those that certainly are not, with
 * numbers as good as TypeScript's, and leaves what it cannot prove. TypeScript does the same in `measureTriangles`, pair by pair.
 */
export class DistanceKernel {
  readonly byteLength: number;
  /** Pairs that the kernel cannot decide, two triangles each; as many as `measure` says. */
  readonly doubts: Uint32Array;
  readonly sureWords: Uint32Array;
  readonly sureNumbers: Float64Array;
  /** By sure pair: 0 if it is certainly farther apart at rest than neighbours are. */
  readonly nearAtRest: Uint8Array;
  sureCount = 0;
  /** Pairs of the last batch that share no vertex; of a step, those that no direction tells apart. */
  tested = 0;
  /** Doubles in and out: at `UNIT_OF_LENGTH` what lengths are to be divided by to be the caller's, a power of two; others as packages/core/kernel/near-pairs.ts has them. */
  readonly exchange: Float64Array;
  readonly #calls: DistanceCalls;
  readonly #sides: readonly KernelSide[];
  readonly #hasRest: boolean;
  readonly #pairs: Uint32Array;
  readonly #now: Float64Array;
  readonly #next: Float64Array;
  readonly #vertices: number;
  readonly #rest: number;
  readonly #sure: number;
  readonly #marks: number;
  readonly #firstB: number;
  #moving = false;

  /** @throws whatever WebAssembly throws. */
  constructor(
    sides: readonly KernelSide[],
    rest: KernelRest | null,
    createMemory: (byteLength: number) => KernelMemory<DistanceCalls> = createDistanceMemory,
  ) {
    const vertexCount = sides.reduce((sum, { surface }) => sum + surface.vertexCount, 0);
    const triangleCount = sides.reduce((sum, { surface }) => sum + surface.triangleCount, 0);
    const sizes = { vertexCount, triangleCount, restVertices: rest === null ? 0 : vertexCount };
    const { arena, calls } = layOutKernel(distancesFields(sizes), DISTANCES_LAYOUT, sizes, createMemory);
    this.#calls = calls;
    this.#sides = sides;
    this.#hasRest = rest !== null;
    this.byteLength = arena.buffer.byteLength;
    this.#pairs = arena.pairs;
    this.exchange = arena.exchange;
    this.#now = arena.now;
    this.#next = arena.next;
    this.#vertices = arena.vertices.byteOffset;
    this.#rest = arena.rest.byteOffset;
    this.#sure = arena.sure.byteOffset;
    this.#marks = arena.marks.byteOffset;
    this.doubts = arena.doubts;
    this.sureWords = arena.sure;
    this.sureNumbers = arena.numbers;
    this.nearAtRest = arena.marks;
    writeFeatures(arena.features);
    this.#firstB = sides.length === 1 ? 0 : sides[0].surface.triangleCount;
    let vertex = 0;
    let triangle = 0;
    for (const { surface } of sides) {
      const { triangles, triangleSource } = surface;
      for (let i = 0; i < triangles.length; i++) arena.corners[3 * triangle + i] = vertex + triangles[i];
      arena.names.set(triangleSource, triangle);
      vertex += surface.vertexCount;
      triangle += surface.triangleCount;
    }
    if (rest !== null) this.#takeRest(rest, arena.rest);
  }

  /** In units of its own, in which it is as wide as 1. If that cannot be, everything counts as near at rest. */
  #takeRest({ pose, radius }: KernelRest, out: Float64Array): void {
    const calls = this.#calls;
    const { exchange } = this;
    this.#now.set(pose.positions);
    calls.beginExtent();
    exchange[UNIT] = 1;
    calls.addExtent(this.#now.byteOffset, out.length / 3);
    calls.endExtent();
    const unit = unitFor(exchange[WIDTH]);
    exchange[UNIT] = unit;
    const usable = unit !== 0 && !pose.exactOnly;
    exchange[REST_REACH] = usable ? reachOf(radius * pose.scale * unit) : Number.POSITIVE_INFINITY;
    calls.takeVertices(this.#now.byteOffset, 0, out.byteOffset, out.length / 3, 0);
  }

  /** Takes over where everything is; the distance is in `exchange`, at `DISTANCE`. False if that is nothing for floats: then nothing may be measured. */
  begin(moving: boolean): boolean {
    const calls = this.#calls;
    const { exchange } = this;
    const sides = this.#sides;
    calls.beginExtent();
    for (let i = 0, vertex = 0; i < sides.length; i++) {
      const { surface, pose, next } = sides[i];
      if (pose.exactOnly) return false;
      const at = 24 * vertex;
      exchange[UNIT] = 1 / pose.scale;
      this.#now.set(pose.positions, 3 * vertex);
      calls.addExtent(this.#now.byteOffset + at, surface.vertexCount);
      if (moving) {
        this.#next.set(next.positions, 3 * vertex);
        calls.addExtent(this.#next.byteOffset + at, surface.vertexCount);
      }
      vertex += surface.vertexCount;
    }
    calls.endExtent();
    const unit = unitFor(exchange[WIDTH]);
    if (unit === 0) return false;
    for (let i = 0, vertex = 0; i < sides.length; i++) {
      const { surface, pose } = sides[i];
      const at = 24 * vertex;
      const out = this.#vertices + (moving ? 2 : 1) * at;
      exchange[UNIT] = unit / pose.scale;
      const now = this.#now.byteOffset + at;
      const next = this.#next.byteOffset + at;
      calls.takeVertices(now, next, out, surface.vertexCount, moving ? 1 : 0);
      vertex += surface.vertexCount;
    }
    const limit = exchange[DISTANCE] * unit;
    const far = SWEPT_REACH * limit + FINEST;
    exchange[UNIT_OF_LENGTH] = unit;
    exchange[LIMIT] = limit;
    exchange[FAR] = far;
    exchange[REACH] = reachOf(moving ? far : limit);
    this.#moving = moving;
    return true;
  }

  /** Of a batch of candidates: how many `doubts` are left. What is sure is in `sureCount`, `sureWords` and `sureNumbers`. */
  measure(pairs: Uint32Array, count: number): number {
    const calls = this.#calls;
    const within = this.#sides.length === 1;
    const first = this.#firstB;
    const own = this.#pairs;
    for (let i = 0; i < 2 * count; i += 2) {
      own[i] = pairs[i];
      own[i + 1] = pairs[i + 1] + first;
    }
    const listed = calls.listPairs(count, within ? 1 : 0);
    const near = calls.keepNear(listed, this.#vertices, this.#moving ? 1 : 0);
    this.tested = this.#moving ? near : listed;
    const left = this.#moving ? calls.measureMoving(near, this.#vertices) : calls.measureStill(near, this.#vertices);
    this.sureCount = calls.sureCount();
    if (this.#hasRest) calls.markNear(this.#sure, this.sureCount, this.#rest, this.#marks);
    if (first > 0) {
      for (let i = 1; i < 2 * left; i += 2) this.doubts[i] -= first;
      for (let i = 0; i < this.sureCount; i++) this.sureWords[SURE_WORDS * i + TRIANGLE_B] -= first;
    }
    return left;
  }
}

/** A power of two that makes something of this width at most 1 wide, and more than a half; 0 if that is out of reach. */
function unitFor(width: number): number {
  return width >= MIN_WIDTH && width <= MAX_WIDTH ? 2 ** -Math.ceil(Math.log2(width)) : 0;
}

function reachOf(length: number): number {
  return Math.min(length, BEYOND_ALL) * ROUNDED_UP;
}

/** By code of packages/core/kernel/near-features.ts: corners a, b, the ends of e and of f; then the places of weights 1 − s (− t), s, t, and 1 (− t); whether a face has a part in it. */
const FEATURES: readonly (readonly number[])[] = [
  ...[0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => {
      const [a, a1, b, b1] = [i, (i + 1) % 3, 3 + j, 3 + ((j + 1) % 3)];
      return [a, b, a, a1, b, b1, a, a1, b1, b, 0];
    }),
  ),
  ...[3, 4, 5].map((b) => [0, b, 0, 1, 2, 0, 0, 1, 2, b, 1]),
  ...[0, 1, 2].map((a) => [a, 3, 5, 3, 3, 4, 3, 5, 4, a, 1]),
];

function writeFeatures(out: Uint32Array): void {
  const factors = new Float64Array(out.buffer, out.byteOffset, (FEATURE_WORDS / 2) * FEATURE_CODES);
  FEATURES.forEach((feature, code) => {
    feature.slice(0, 6).forEach((corner, k) => {
      out[FEATURE_WORDS * code + k] = CORNER_BYTES * corner;
    });
    feature.slice(6, 10).forEach((weight, k) => {
      out[FEATURE_WORDS * code + 6 + k] = WEIGHT_BYTES * weight;
    });
    factors[(FEATURE_WORDS / 2) * code + 5] = feature[10];
    factors[(FEATURE_WORDS / 2) * code + 6] = 1 - feature[10];
  });
}

/**
 * A kernel for a mesh, or two that are compared; null where there is none.
 *
 * @throws RangeError if it was asked for and cannot be had.
 */
export function createDistanceKernel(
  engine: Engine | 'auto',
  sides: readonly KernelSide[],
  rest: KernelRest | null,
): DistanceKernel | null {
  const triangleCount = sides.reduce((sum, { surface }) => sum + surface.triangleCount, 0);
  if (engine === 'plain' || (engine === 'auto' && triangleCount < LEAST_TRIANGLES)) return null;
  try {
    return new DistanceKernel(sides, rest);
  } catch (error) {
    refuseKernel('findProximities', engine, error);
    return null;
  }
}

function createDistanceMemory(byteLength: number): KernelMemory<DistanceCalls> {
  return createKernelMemory<DistanceCalls>(byteLength, DISTANCE_KERNEL_HEX);
}
