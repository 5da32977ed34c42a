/** The largest place. Twice as much still fits into an integer, so a box may grow by any reach and be subtracted from another. */
export const PLACES: number = 2 ** 30 - 2 ** 10;

/** Where all vertices coincide the longest side is 0: any finite factor will do. */
const MOST_PER_LENGTH = 2 ** 1000;

/** Steps from one vertex to the next, looked at in every pose to see whether places are fine enough. */
const STEPS = 256;
/** Vertices that show where a torn mesh lies. */
const SAMPLES = 1024;
/** A mesh whose usual step is a smaller part of the longest side is torn: a step would be less than 2¹⁰ places. */
const FINE = 2 ** -20;
/** Usual steps between two vertices of the sample that are left out if nothing of the sample lies in between. */
const GAP = 2 ** 10;
/** Fraction of i · GOLDEN: spreads samples, so that they do not fall in step with rows of a grid. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * A rule that writes coordinates as whole numbers from 0 to PLACES. For each axis it is
 * - monotone, roundings included: what was not smaller is not smaller afterwards, so boxes that meet still do, and boxes less than a place
 *   apart may seem to;
 * - never steeper than `perLength`, so what lies within a distance lies within `placesWithin` of it.
 * Both hold for all finite positions, also for those it was not chosen for: what is out of range gets the nearest place.
 *
 * It is not linear, so it keeps boxes and nothing else: other directions than the axes have to be projected on first and rounded then.
 *
 * Usually places are spread over the whole extent. Where that would leave too few for the details, since a vertex flew off or pieces lie far
 * apart, the extent is cut into stretches with vertices of a sample in them, and what is between stretches gets no places. A stretch ends
 * where 2¹⁰ usual steps follow without a vertex of the sample, and half as many are added at both ends. So stretches are no longer than
 * 2 · 2¹⁰ steps a sample, 2²¹ in all, and a usual step has 2⁹ places or more whatever the others do.
 */
export class PlaceRange {
  readonly #vertexCount: number;
  /** See LOW, HIGH, PER_LENGTH. In an array, since numbers that are handed from function to function once a frame would be garbage. */
  readonly #numbers = new Float64Array(8);
  readonly #sample: Float64Array;
  readonly #axes: readonly [Stretches, Stretches, Stretches];

  /** For positions of this many vertices, best in an order in which most are close to the one before. */
  constructor(vertexCount: number) {
    const samples = Math.min(SAMPLES, vertexCount);
    this.#vertexCount = vertexCount;
    this.#sample = new Float64Array(samples);
    this.#axes = [createStretches(samples), createStretches(samples), createStretches(samples)];
  }

  get byteLength(): number {
    return this.#sample.byteLength * (1 + 3 * 3) + this.#numbers.byteLength;
  }

  /** Places per length within a stretch. */
  get perLength(): number {
    return this.#numbers[PER_LENGTH];
  }

  /** Chooses the rule for a pose, or for two that have to be compared. Positions must be finite. */
  choose(positions: Float64Array, next: Float64Array = positions): void {
    measureExtent(this.#numbers, positions, next);
    this.#chooseWithin(positions, next);
  }

  /** The same where the lowest x, y, z and the highest are known. */
  chooseWithin(extent: Float64Array, positions: Float64Array, next: Float64Array = positions): void {
    for (let i = 0; i < 6; i++) this.#numbers[i] = extent[i];
    this.#chooseWithin(positions, next);
  }

  #chooseWithin(positions: Float64Array, next: Float64Array): void {
    const numbers = this.#numbers;
    if (isTorn(numbers, positions, this.#vertexCount)) {
      this.#chooseStretches(positions, next);
      return;
    }
    numbers[PER_LENGTH] = Math.min(PLACES / longestSide(numbers), MOST_PER_LENGTH);
    for (let axis = 0; axis < 3; axis++) this.#axes[axis].count = 1;
  }

  /** Places are (x − low) · perLength, cut to 0 … PLACES. */
  get isOneStretch(): boolean {
    const axes = this.#axes;
    return axes[0].count === 1 && axes[1].count === 1 && axes[2].count === 1;
  }

  /** Where an axis begins, in one stretch. */
  low(axis: number): number {
    return this.#numbers[LOW + axis];
  }

  write(positions: Float64Array, places: Int32Array): void {
    const axes = this.#axes;
    if (this.isOneStretch) {
      writeInOneStretch(positions, places, this.#numbers);
      return;
    }
    for (let axis = 0; axis < 3; axis++) writeAxis(positions, places, axis, axes[axis], this.#numbers);
  }

  #chooseStretches(positions: Float64Array, next: Float64Array): void {
    const numbers = this.#numbers;
    const sample = this.#sample;
    numbers[GAP_LENGTH] = GAP * lowerQuartileStep(sample, positions, this.#vertexCount);
    let longest = 0;
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < sample.length; i++) {
        sample[i] = (i % 2 === 0 ? positions : next)[3 * spread(i, sample.length, this.#vertexCount) + axis];
      }
      sample.sort();
      longest = Math.max(longest, cutIntoStretches(this.#axes[axis], sample, numbers));
    }
    numbers[PER_LENGTH] = Math.min(PLACES / Math.min(longest, Number.MAX_VALUE), MOST_PER_LENGTH);
    for (let axis = 0; axis < 3; axis++) {
      numbers[LOW + axis] = this.#axes[axis].low[0];
      givePlaces(this.#axes[axis], numbers);
    }
  }
}

/** Where the numbers of a range are: the ends of all positions, or of the stretch if there is one, x, y, z each. */
const LOW = 0;
const HIGH = 3;
const PER_LENGTH = 6;
/** What ends a stretch. */
const GAP_LENGTH = 7;

/** Differences of coordinates near the largest double are infinite. */
function longestSide(numbers: Float64Array): number {
  const longest = Math.max(numbers[3] - numbers[0], numbers[4] - numbers[1], numbers[5] - numbers[2]);
  return Math.min(longest, Number.MAX_VALUE);
}

/** More than a quarter of the steps are too short. */
function isTorn(numbers: Float64Array, positions: Float64Array, vertexCount: number): boolean {
  const fine = FINE * longestSide(numbers);
  const steps = Math.min(STEPS, vertexCount - 1);
  let some = 0;
  let short = 0;
  for (let i = 0; i < steps; i++) {
    const step = stepAt(positions, spread(i, steps, vertexCount - 1));
    if (step > 0) some++;
    if (step > 0 && step < fine) short++;
  }
  return 4 * short > some;
}

/** Of the steps that are not 0. */
function lowerQuartileStep(sample: Float64Array, positions: Float64Array, vertexCount: number): number {
  let zeros = 0;
  for (let i = 0; i < sample.length; i++) {
    sample[i] = stepAt(positions, spread(i, sample.length, vertexCount - 1));
    if (sample[i] === 0) zeros++;
  }
  sample.sort();
  return sample[zeros + ((sample.length - zeros) >> 2)];
}

/** Number i of `count` that are spread over 0 … end − 1. */
function spread(i: number, count: number, end: number): number {
  // a remainder would do, but takes ten times as long
  const jitter = i * GOLDEN - Math.floor(i * GOLDEN);
  return Math.min(Math.floor(((i + jitter) * end) / count), end - 1);
}

/** How far a vertex is from the next, along the axis where that is most. */
function stepAt(positions: Float64Array, vertex: number): number {
  const i = 3 * vertex;
  return Math.max(
    Math.abs(positions[i + 3] - positions[i]),
    Math.abs(positions[i + 4] - positions[i + 1]),
    Math.abs(positions[i + 5] - positions[i + 2]),
  );
}

function measureExtent(extent: Float64Array, positions: Float64Array, next: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) extent[LOW + axis] = extent[HIGH + axis] = positions[axis];
  widenExtent(extent, positions);
  if (next !== positions) widenExtent(extent, next);
}

function widenExtent(extent: Float64Array, positions: Float64Array): void {
  let lowX = extent[0];
  let lowY = extent[1];
  let lowZ = extent[2];
  let highX = extent[3];
  let highY = extent[4];
  let highZ = extent[5];
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x < lowX) lowX = x;
    else if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    else if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    else if (z > highZ) highZ = z;
  }
  extent[0] = lowX;
  extent[1] = lowY;
  extent[2] = lowZ;
  extent[3] = highX;
  extent[4] = highY;
  extent[5] = highZ;
}

/** Stretch k of an axis starts at low[k] with place base[k] and has `width[k]` places, the last of them for what lies behind it. */
interface Stretches {
  count: number;
  readonly low: Float64Array;
  readonly base: Float64Array;
  readonly width: Float64Array;
}

function createStretches(capacity: number): Stretches {
  return {
    count: 1,
    low: new Float64Array(capacity),
    base: new Float64Array(capacity),
    width: new Float64Array(capacity),
  };
}

/** Cuts where the sorted sample has a wide gap. Widths are lengths for now; returns their sum. */
function cutIntoStretches(stretches: Stretches, sample: Float64Array, numbers: Float64Array): number {
  const gap = numbers[GAP_LENGTH];
  const { low, width } = stretches;
  let k = 0;
  let sum = 0;
  low[0] = Math.max(sample[0] - gap / 2, -Number.MAX_VALUE);
  for (let i = 1; i <= sample.length; i++) {
    if (i < sample.length && sample[i] - sample[i - 1] <= gap) continue;
    const end = Math.min(sample[i - 1] + gap / 2, Number.MAX_VALUE);
    width[k] = end - low[k];
    sum += width[k++];
    // rounded sums may cross: a stretch must not start before the last one ended, or the rule would be too steep
    if (i < sample.length) low[k] = Math.max(sample[i] - gap / 2, end);
  }
  stretches.count = k;
  return sum;
}

function givePlaces({ count, base, width }: Stretches, numbers: Float64Array): void {
  const perLength = numbers[PER_LENGTH];
  base[0] = 0;
  for (let k = 0; k < count; k++) {
    width[k] = Math.max(Math.min(width[k] * perLength, PLACES - base[k]), 0);
    if (k + 1 < count) base[k + 1] = base[k] + width[k];
  }
}

/** A function of its own, since V8 would throw away what it compiled for a loop before it at the end of that. */
function writeInOneStretch(positions: Float64Array, places: Int32Array, numbers: Float64Array): void {
  const perLength = numbers[PER_LENGTH];
  const lowX = numbers[LOW];
  const lowY = numbers[LOW + 1];
  const lowZ = numbers[LOW + 2];
  for (let i = 0; i < positions.length; i += 3) {
    const x = (positions[i] - lowX) * perLength;
    const y = (positions[i + 1] - lowY) * perLength;
    const z = (positions[i + 2] - lowZ) * perLength;
    // as a choice among these, V8 would put each on the heap
    places[i] = Math.min(Math.max(x, 0), PLACES);
    places[i + 1] = Math.min(Math.max(y, 0), PLACES);
    places[i + 2] = Math.min(Math.max(z, 0), PLACES);
  }
}

function writeAxis(
  positions: Float64Array,
  places: Int32Array,
  axis: number,
  { count, low, base, width }: Stretches,
  numbers: Float64Array,
): void {
  const perLength = numbers[PER_LENGTH];
  let k = 0;
  for (let i = axis; i < positions.length; i += 3) {
    const x = positions[i];
    // mostly that of the vertex before
    if (x < low[k] || (k + 1 < count && x >= low[k + 1])) k = findStretch(low, count, x);
    const place = (x - low[k]) * perLength;
    places[i] = base[k] + (place < 0 ? 0 : place > width[k] ? width[k] : place);
  }
}

/** The last stretch that starts at x or before; the first if none does. */
function findStretch(low: Float64Array, count: number, x: number): number {
  let first = 0;
  for (let end = count; end - first > 1; ) {
    const middle = (first + end) >> 1;
    if (low[middle] <= x) first = middle;
    else end = middle;
  }
  return first;
}

/**
 * Coordinates of one axis at most this far apart differ by at most so many places. Before it is cut to a whole number, a place is off by
 * less than 2⁻¹²: the start of a stretch is a sum of up to 2¹⁰ terms, each rounded by at most 2⁻²³, other roundings are smaller.
 */
export function placesWithin({ perLength }: PlaceRange, distance: number): number {
  return Math.min(Math.ceil(distance * perLength + 2 ** -10), PLACES);
}
