import { PLACES, PlaceRange, placesWithin } from '../pose/place-range.ts';
import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import { CULL_CODES, type SearchSettings, takeCounts } from './kernel-search.ts';
import { BOXES_WANTED, PAIRS_FULL } from './layout-mesh.ts';
import type { OwnArrays } from './mesh-fields.ts';
import type { MeshKernel } from './mesh-kernel.ts';

/** What a search is told besides which nodes: the numbers of the step and of its first pose, by which failures are remembered; whether to cull; how far apart is near. */
export interface StepTerms {
  readonly step: number;
  readonly pose: number;
  /** What shows no impacts, what shows the margin of `refitMarginMasks`, or nothing. */
  readonly culls: 'impacts' | 'margin' | 'nothing';
  readonly reach: number;
  readonly horizon: { readonly startReach: number } | undefined;
}

/** The walk over a test tree for the step from the kernel's pose to its next one: what `MovingSearch` does, in the same order. */
export class KernelStepSearch {
  readonly #kernel: MeshKernel;
  readonly #cull: number;
  readonly #range: PlaceRange;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #nodeCount: number;
  #boxesFit = false;

  constructor(kernel: MeshKernel, { stepPlaces, freeStep }: OwnArrays, cull: SearchSettings['cull']) {
    this.#kernel = kernel;
    this.#cull = CULL_CODES[cull];
    const half = stepPlaces.length / 2;
    this.#range = new PlaceRange(half / 3);
    this.#from = stepPlaces.subarray(0, half);
    this.#to = stepPlaces.subarray(half);
    this.#nodeCount = freeStep.length;
  }

  get byteLength(): number {
    return this.#range.byteLength;
  }

  /** Appends the candidates of test nodes from … end − 1. */
  findPairs(from: number, end: number, terms: StepTerms, out: PairBuffer, counters: Counters): void {
    const { calls, searchCounts } = this.#kernel;
    out.moveTo(this.#kernel);
    this.#boxesFit = false;
    const { step, pose, culls } = terms;
    const cull = culls === 'nothing' ? CULL_CODES.none : this.#cull;
    calls.beginStepSearch(from, end, step, pose, cull, culls === 'margin' ? 1 : 0);
    for (let reason = calls.searchStep(); !this.#isEnd(reason, terms, out, counters); ) reason = calls.searchStep();
    out.count = calls.stepPairs();
    takeCounts(searchCounts, counters);
  }

  /** Gives what is asked for. Says whether nothing is left to do or wanted. */
  #isEnd(reason: number, terms: StepTerms, out: PairBuffer, counters: Counters): boolean {
    const { calls } = this.#kernel;
    if (reason === PAIRS_FULL) {
      out.count = calls.stepPairs();
      out.flushPairs();
      calls.clearStepPairs();
      this.#limitStart(terms);
    } else if (reason === BOXES_WANTED) {
      this.#fitBoxes();
      counters.boxesFitted += this.#nodeCount;
      // rounding keeps the order, so without a distance none is lost
      calls.stepBoxesAreFit(terms.reach === 0 ? 0 : placesWithin(this.#range, terms.reach));
      this.#limitStart(terms);
    } else {
      return true;
    }
    return out.stopped;
  }

  #limitStart({ horizon }: StepTerms): void {
    if (!this.#boxesFit) return;
    const distance = horizon?.startReach ?? Number.POSITIVE_INFINITY;
    this.#kernel.calls.limitStart(distance < Number.POSITIVE_INFINITY ? placesWithin(this.#range, distance) : PLACES);
  }

  #fitBoxes(): void {
    const { calls, positions, nextPositions } = this.#kernel;
    const range = this.#range;
    this.#boxesFit = true;
    const extent = this.#kernel.measureStepExtent();
    range.chooseWithin(extent, positions, nextPositions);
    if (range.isOneStretch) {
      // behind where it begins: doubles handed to the kernel would be garbage
      extent[3] = range.perLength;
      extent[4] = PLACES;
      calls.writeStepPlaces();
    } else {
      range.write(positions, this.#from);
      range.write(nextPositions, this.#to);
    }
    calls.refitStepBoxes();
  }
}
