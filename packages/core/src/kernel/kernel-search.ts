import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import type { MeshKernel } from './mesh-kernel.ts';

/** Arrays of a finder's arena that a search reads and writes, besides those of the kernel. */
export interface SearchArrays {
  readonly patchA: Uint32Array;
  readonly patchB: Uint32Array;
  readonly kind: Uint8Array;
  readonly sharedVertex: Uint32Array;
  readonly skip: Uint32Array;
  readonly boxStart: Uint32Array;
  readonly boxPairs: Uint32Array;
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly farMask: Uint32Array;
  readonly loopStart: Uint32Array;
  readonly loopVertices: Uint32Array;
  readonly nodeOfPatch: Uint32Array;
  readonly failures: Uint8Array;
  readonly nextTry: Uint32Array;
  readonly freePose: Uint32Array;
}

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
  /** Tries to show a test node free of contact, whose contour is more than the kernel has room for. */
  cullsNode(node: number, counters: Counters): boolean;
}

export const CULL_CODES = { none: 0, orientation: 1, contour: 2 } as const;

/** Why the kernel came back: see packages/core/kernel/search.ts. */
export const PAIRS_FULL = 1;
const NEIGHBOURS_FULL = 2;
export const BOXES_WANTED = 3;
export const CONTOUR_WANTED = 4;
const MASKS_WANTED = 5;

/** The walk over a test tree, by the kernel: finds what `PatchFinder` finds, on the same arrays, but chooses where to cull (docs/kernel.md). */
export class KernelSearch {
  readonly #kernel: MeshKernel;
  readonly #help: SearchHelp;
  readonly #nodeCount: number;
  #wantsAll = true;

  constructor(kernel: MeshKernel, arrays: SearchArrays, settings: SearchSettings, help: SearchHelp) {
    this.#kernel = kernel;
    this.#help = help;
    const { calls, contour, directions, searchCounts } = kernel;
    directions.set(settings.directions);
    const { patchA, patchB, kind, sharedVertex, skip } = arrays;
    this.#nodeCount = kind.length;
    calls.setTestTree(...addressesOf(patchA, patchB, kind, sharedVertex, skip));
    const { boxStart, boxPairs, neighbourStart, neighbours, farMask } = arrays;
    calls.setTestPairs(...addressesOf(boxStart, boxPairs, neighbourStart, neighbours, farMask));
    const { loopStart, loopVertices, nodeOfPatch, failures, nextTry, freePose } = arrays;
    const [start, vertices, nodes, scratch] = addressesOf(loopStart, loopVertices, nodeOfPatch, contour, contour);
    calls.setLoops(start, vertices, nodes, scratch, kernel.contourEdges);
    calls.setCulling(...addressesOf(failures, nextTry, freePose, directions, searchCounts));
    const { cull, leastWithin, leastAcross, leastWithinStep, leastAcrossStep, longestWaitBits } = settings;
    const code = CULL_CODES[cull];
    calls.setSearch(code, leastWithin, leastAcross, leastWithinStep, leastAcrossStep, longestWaitBits);
    if (cull === 'contour') calls.listAsked(kernel.asked.byteOffset, kind.length, leastWithin, leastAcross);
  }

  /** Appends the candidates of test nodes from … end − 1, in the pose with this number. */
  findPairs(from: number, end: number, pose: number, out: PairBuffer, counters: Counters): void {
    const { calls } = this.#kernel;
    out.moveTo(this.#kernel);
    this.#wantsAll = from === 0 && end === this.#nodeCount;
    const { boxesFit, masksFit } = this.#help;
    calls.beginSearch(from, end, pose, (boxesFit ? 1 : 0) | (masksFit ? 2 : 0));
    for (let reason = calls.search(); !this.#isEnd(reason, out, counters); ) reason = calls.search();
    out.count = calls.searchedPairs();
    out.neighbourCount = calls.searchedNeighbours();
    takeCounts(this.#kernel.searchCounts, counters);
  }

  /** Gives what is asked for. Says whether nothing is left to do or wanted. */
  #isEnd(reason: number, out: PairBuffer, counters: Counters): boolean {
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
    } else if (reason === CONTOUR_WANTED) {
      const culled = this.#help.cullsNode(calls.searchedNode(), counters);
      if (culled) counters.patchesCulled++;
      calls.tellContour(culled ? 1 : 0);
    } else {
      return true;
    }
    return out.stopped;
  }
}

/** Adds what a search counted. */
export function takeCounts(counts: Int32Array, counters: Counters): void {
  counters.orientationTests += counts[0];
  counters.contourTests += counts[1];
  counters.contourEdges += counts[2];
  counters.patchesCulled += counts[3];
  counters.boxTests += counts[4];
  counts.fill(0);
}

type Five = [number, number, number, number, number];

function addressesOf(...arrays: { readonly byteOffset: number }[]): Five {
  return arrays.map(({ byteOffset }) => byteOffset) as Five;
}
