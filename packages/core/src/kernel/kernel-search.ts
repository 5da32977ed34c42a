import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import {
  BOX_TESTS,
  BOXES_WANTED,
  CONTOUR,
  CONTOUR_EDGES,
  CONTOUR_TESTS,
  CULLED,
  MASKS_WANTED,
  NEIGHBOURS_FULL,
  NOTHING,
  ORIENTATION,
  ORIENTATION_TESTS,
  PAIRS_FULL,
  VISITS,
} from './layout-mesh.ts';
import type { MeshKernel } from './mesh-kernel.ts';

export interface SearchSettings {
  readonly cull: 'contour' | 'orientation' | 'none';
  /** Three whole numbers a direction. */
  readonly directions: Int32Array;
  /** Triangles from which a contour is worth a test: of one patch, of two. */
  readonly leastWithin: number;
  readonly leastAcross: number;
  readonly leastWithinStep: number;
  readonly leastAcrossStep: number;
  /** A test that keeps failing is left out for up to 2 to the power of this many poses. */
  readonly longestWaitBits: number;
}

/** What the kernel asks for on the way. */
export interface SearchHelp {
  /** Whether boxes are those of the pose, or can be computed when they are asked for; sees to it that they can. */
  readonly boxesFit: boolean;
  fitBoxes(): void;
  /** The same of directions of triangles: of all at once, or of those that are asked for. */
  readonly masksFit: boolean;
  fitMasks(all: boolean): void;
}

export const CULL_CODES = { none: NOTHING, orientation: ORIENTATION, contour: CONTOUR } as const;

/** The walk over a test tree, by the kernel: finds what `PatchFinder` finds, on the same arrays, but chooses where to cull (docs/kernel.md). */
export class KernelSearch {
  readonly #kernel: MeshKernel;
  readonly #help: SearchHelp;
  readonly #nodeCount: number;
  /** Of the last search: how many of the kernel's `visits` there are. */
  visitCount = 0;
  #wantsAll = true;

  constructor(kernel: MeshKernel, testNodes: number, settings: SearchSettings, help: SearchHelp) {
    this.#kernel = kernel;
    this.#help = help;
    this.#nodeCount = testNodes;
    const { calls, directions } = kernel;
    directions.set(settings.directions);
    const { cull, leastWithin, leastAcross, leastWithinStep, leastAcrossStep, longestWaitBits } = settings;
    const code = CULL_CODES[cull];
    calls.setSearch(code, leastWithin, leastAcross, leastWithinStep, leastAcrossStep, longestWaitBits);
    if (cull === 'contour') calls.listAsked(leastWithin, leastAcross);
  }

  /** Appends the candidates of test nodes from … end − 1, in the pose with this number. */
  findPairs(from: number, end: number, pose: number, out: PairBuffer, counters: Counters): void {
    const { calls } = this.#kernel;
    out.moveTo(this.#kernel);
    this.#wantsAll = from === 0 && end === this.#nodeCount;
    const { boxesFit, masksFit } = this.#help;
    calls.beginSearch(from, end, pose, (boxesFit ? 1 : 0) | (masksFit ? 2 : 0));
    for (let reason = calls.search(); !this.#isEnd(reason, out); ) reason = calls.search();
    out.count = calls.searchedPairs();
    out.neighbourCount = calls.searchedNeighbours();
    this.visitCount = this.#kernel.searchCounts[VISITS];
    takeCounts(this.#kernel.searchCounts, counters);
  }

  /** Whether one test node is culled in a pose of which directions of triangles are known. */
  cullsNode(node: number, pose: number, counters: Counters): boolean {
    const { calls, searchCounts } = this.#kernel;
    const isCulled = calls.cullsNode(node, pose) === 1;
    takeCounts(searchCounts, counters);
    return isCulled;
  }

  /** Gives what is asked for. Says whether nothing is left to do or wanted. */
  #isEnd(reason: number, out: PairBuffer): boolean {
    const { calls } = this.#kernel;
    if (reason === PAIRS_FULL) {
      out.count = calls.searchedPairs();
      out.flushPairs();
      calls.clearPairs();
    } else if (reason === NEIGHBOURS_FULL) {
      out.neighbourCount = calls.searchedNeighbours();
      out.flushNeighbours();
      calls.clearNeighbours();
    } else if (reason === BOXES_WANTED) {
      this.#help.fitBoxes();
      calls.boxesAreFit();
    } else if (reason === MASKS_WANTED) {
      this.#help.fitMasks(this.#wantsAll);
      calls.masksAreFit();
    } else {
      return true;
    }
    return out.stopped;
  }
}

/** Adds what a search counted. */
export function takeCounts(counts: Int32Array, counters: Counters): void {
  counters.orientationTests += counts[ORIENTATION_TESTS];
  counters.contourTests += counts[CONTOUR_TESTS];
  counters.contourEdges += counts[CONTOUR_EDGES];
  counters.patchesCulled += counts[CULLED];
  counters.boxTests += counts[BOX_TESTS];
  counts.fill(0);
}
