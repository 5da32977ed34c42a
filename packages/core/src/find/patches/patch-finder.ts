import { Boxes } from '../../bounds/boxes.ts';
import { CELL_COUNT, STEEP_WORDS } from '../../bounds/direction-set.ts';
import { boxFields } from '../../bounds/plain-boxes.ts';
import type { KernelSearch } from '../../kernel/kernel-search.ts';
import type { Engine, MeshKernel } from '../../kernel/mesh-kernel.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { bytesWithin, layOut } from '../../pose/arena.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import { type Counters, createCounters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { QueryTrace } from '../../results/query-trace.ts';
import type { TaskMilliseconds } from '../../results/task-milliseconds.ts';
import type { FreeParts } from '../certificates.ts';
import { createPairStack, findBoxPairs } from '../find-box-pairs.ts';
import {
  type FinderEngine,
  type FinderNotes,
  finderEngine,
  isWide,
  type PairFinder,
  type Search,
} from '../pair-finder.ts';
import { cullingFields } from './contour-culling.ts';
import { createKernelWalk, suitsKernel } from './kernel-walk.ts';
import type { MovingSearch } from './moving-search.ts';
import { isCulled, NOT_TRIED } from './outcomes.ts';
import { type CullingSettings, PatchCulling } from './patch-culling.ts';
import type { PatchExtras } from './patch-extras.ts';
import type { PatchWork } from './patch-work.ts';
import { arraysOf, assemblePreparation, type Preparation } from './preparation.ts';
import { longestContour } from './projected-loops.ts';
import type { TaskTimes } from './task-times.ts';
import { testFar } from './test-far.ts';
import type { TraceRecorder } from './trace.ts';
import { type WalkParts, walk } from './walk.ts';
import { walkWatched } from './walk-watched.ts';
import type { WideWalk } from './wide-walk.ts';
import { countWorthTestingInPose } from './worth-testing.ts';

/** Why a search walks in TypeScript although there is a kernel; empty if it does not. */
function describeWalk(settings: PatchFinderSettings): string {
  if (settings.taskTimes) return 'a search whose tasks are timed walks in TypeScript';
  return suitsKernel(settings) ? '' : 'contours are tested in another way than the kernel’s';
}

export interface PatchFinderSettings extends CullingSettings {
  /** Measure the nine tasks of the star paper's Table 1: slower. */
  readonly taskTimes: boolean;
  /** Write down which nodes a query visits, and why each was culled. */
  readonly trace: boolean;
  readonly engine: Engine | 'auto';
}

const NONE = new Int32Array(0);

/**
 * Finds candidates by walking the test tree: whole patches that culling proves free of contact are skipped, pairs of patches that
 * are not adjacent are compared by boxes, and what remains at the leaves is tested (star paper §7). Without culling it is the paper's
 * optimised box tree.
 */
export class PatchFinder implements PairFinder, FinderNotes {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly preparation: Preparation;
  readonly engine: FinderEngine;
  readonly serialize: (() => Uint8Array) | null;
  /** What is known beforehand to be free of contact in this pose, for poses from a subspace; only where the kernel walks, boxes find the same without. */
  certificates: FreeParts | null = null;
  readonly #times: TaskTimes | null;
  /** The first pose is the rest shape: tests that fail there are left out for good, if so wanted. */
  #restIsNext: boolean;
  readonly #culling: PatchCulling | null;
  readonly #boxes: Boxes;
  readonly #stack: Uint32Array;
  readonly #parts: WalkParts<Boxes>;
  readonly #recorder: TraceRecorder | null;
  /** Null where TypeScript walks. */
  readonly #kernelWalk: KernelSearch | null = null;
  readonly #arenaBytes: number;
  readonly #settings: PatchFinderSettings;
  readonly #extras: Partial<PatchExtras>;
  /** Made when first asked for. */
  #moving: MovingSearch | null = null;
  #wide: WideWalk | null = null;

  /** @param extras Settings must ask for nothing that is not among them. */
  constructor(surface: Surface, prepared: Preparation, settings: PatchFinderSettings, extras: Partial<PatchExtras>) {
    this.#settings = settings;
    this.#extras = extras;
    this.#restIsNext = settings.retry === 'rest-shape';
    const write = extras.preparationWriter?.(surface);
    this.serialize = write ? () => write(this.preparation) : null;
    this.surface = prepared.ordered ?? reorderSurface(surface, prepared.tree.order);
    const { vertexCount } = this.surface;
    const stack = createPairStack(prepared.tree);
    const needs = {
      stackLength: stack.length,
      cells: settings.cull === 'none' ? 0 : CELL_COUNT,
      steepWords: settings.cull === 'none' || extras.WideWalk === undefined ? 0 : STEEP_WORDS,
      longestContour: settings.cull === 'contour' ? longestContour(prepared.contourLoops) : 0,
      tree: prepared.tree,
      testNodeCount: prepared.testTree.nodeCount,
      askedNodeCount: settings.cull === 'contour' ? countWorthTestingInPose(prepared) : 0,
      motion: extras.MovingSearch !== undefined,
      trace: settings.trace,
    };
    const fields = {
      positions: ['float64', 3 * vertexCount],
      ...boxFields(prepared.tree, vertexCount),
      ...cullingFields(prepared),
      ...arraysOf(prepared),
    } as const;
    const { arena, kernel, reason } = extras.layOutForEngine?.(
      'createDetector',
      settings.engine,
      this.surface,
      needs,
      fields,
    ) ?? { arena: layOut(fields), kernel: null, reason: 'the kernel was not given' };
    this.engine = finderEngine(kernel, reason || describeWalk(settings));
    // triangles come in the caller's order, so the tree's is where each came from; one copy is enough
    this.surface = { ...this.surface, triangleSource: arena.order };
    if (kernel !== null) {
      const { triangles, vertexSource, ownedEdges } = kernel;
      this.surface = { ...this.surface, triangles, vertexSource, halfEdges: { ...this.surface.halfEdges, ownedEdges } };
    }
    const { triangles, vertexSource, triangleSource, halfEdges } = this.surface;
    // the surface counts its own
    const ofSurface = [triangles, vertexSource, triangleSource, halfEdges.ownedEdges];
    this.#arenaBytes = arena.buffer.byteLength - bytesWithin(arena, ofSurface);
    this.pose = createPose(this.surface, arena.positions, kernel);
    const preparation = assemblePreparation(arena);
    this.preparation = preparation;
    this.#times = settings.taskTimes ? new extras.TaskTimes!() : null;
    const usesStar = settings.cull === 'contour' && settings.contourTest !== 'exact';
    const star = usesStar ? extras.createStarTest!(this.surface, preparation, this.#times) : null;
    // twins are for preparing only
    this.surface = { ...this.surface, halfEdges: { ...this.surface.halfEdges, twin: NONE } };
    this.#culling = settings.cull === 'none' ? null : new PatchCulling(preparation, settings, arena, star, kernel);
    this.#boxes = new Boxes(preparation.tree, triangles, arena, kernel);
    if (kernel !== null && suitsKernel(settings) && !settings.taskTimes) {
      const { testTree } = preparation;
      this.#kernelWalk = createKernelWalk(kernel, testTree, settings, this.#culling, this.#boxes);
    }
    this.#stack = stack;
    this.#parts = { preparation, culling: this.#culling, boxes: this.#boxes, stack, findBoxPairs, testFar };
    this.#recorder = settings.trace ? new extras.TraceRecorder!(preparation, this.surface) : null;
  }

  /** A test node is a step: where a walk begins does not matter, since what a node above was culled for holds below it too. */
  get steps(): number {
    return this.preparation.testTree.nodeCount;
  }

  get memoryBytes(): number {
    const made = (this.#wide?.byteLength ?? 0) + (this.#moving?.byteLength ?? 0);
    return this.#arenaBytes + (this.#culling?.byteLength ?? 0) + this.#boxes.byteLength + this.#stack.byteLength + made;
  }

  get taskTimes(): TaskMilliseconds | null {
    return this.#times?.milliseconds ?? null;
  }

  /** What the last query visited; null unless asked for. */
  get trace(): QueryTrace | null {
    return this.#recorder?.trace() ?? null;
  }

  refit(pose: Pose, wasSearched = false): void {
    const times = this.#times;
    times?.begin();
    this.#boxes.begin(pose.positions, this.#boxes.reach); // what was asked for last is likely to be next
    this.#wide?.forget();
    if ((this.#culling === null && !this.#boxes.wide) || times !== null) this.#boxes.refitAll();
    times?.lap('updateBoxes');
    if (!(wasSearched && this.#moving?.moveToEnd())) this.#culling?.begin();
    if (times !== null) {
      const { kernel } = this.#boxes;
      if (kernel !== null && pose.positions === kernel.positions) this.#culling?.refitTriangles(kernel, this.#boxes);
      this.#culling?.refit(this.surface.triangles, pose.positions);
    }
    times?.lap('updateDirections');
    if (this.#restIsNext) this.#tryAll(pose);
  }

  /** For who cuts the search for contacts into parts. */
  work(): PatchWork {
    const { surface, preparation } = this;
    const walk = this.#kernelWalk;
    return new this.#extras.PatchWork!(surface, preparation, this.#culling, walk, this.#boxes, this.#stack);
  }

  /** Runs every contour test that a query of this pose would, so that failures are remembered. */
  #tryAll(pose: Pose): void {
    this.#restIsNext = false;
    this.#culling?.refit(this.surface.triangles, pose.positions);
    const { nodeCount, patchA, patchB, skip } = this.preparation.testTree;
    const counters = createCounters();
    for (let node = 0; node < nodeCount; ) {
      const outcome = this.#culling?.test(node, patchA[node], patchB[node], pose.positions, counters) ?? NOT_TRIED;
      node = isCulled(outcome) ? skip[node] : node + 1;
    }
  }

  findPairs(search: Search, out: PairBuffer, counters: Counters): void {
    const { pose, reach, next, from, end } = search;
    if (next !== null) {
      this.#moving ??= new this.#extras.MovingSearch!(
        this.surface,
        this.preparation,
        this.#settings,
        () => this.#boxes.nodeVertices,
        this.#stack,
        this.#culling,
        this.#boxes.kernel,
        this.#kernelWalk !== null,
      );
      this.#moving.findPairs(search, next, out, counters);
      this.#boxes.forget();
      return;
    }
    this.#boxes.turnTo(pose.positions, reach);
    this.#boxes.anticipate();
    if (from === 0) this.#recorder?.clear();
    if (isWide(search)) {
      this.#wide ??= new this.#extras.WideWalk!(this.surface, this.preparation, this.#settings, this.#boxes.kernel);
      this.#wide.findPairs(search, this.#boxes, this.#stack, out, counters);
    } else {
      const { kernel } = this.#boxes;
      const isOfKernel = kernel !== null && pose.positions === kernel.positions;
      if (isOfKernel) out.sift(kernel);
      this.#times?.begin();
      if (this.#kernelWalk !== null && isOfKernel && !pose.exactOnly) {
        this.certificates?.leaveOut(this.preparation.testTree, from, end, out);
        this.#kernelWalk.findPairs(from, end, this.#culling?.pose ?? 0, out, counters);
        this.#recordVisits(kernel, pose.positions, from, end);
      } else {
        this.#culling?.refit(this.surface.triangles, pose.positions);
        this.#walk(pose, from, end, out, counters);
      }
    }
    out.end();
    counters.pairTests += this.#boxes.kernel?.takeDropped() ?? 0;
  }

  #recordVisits(kernel: MeshKernel, positions: Float64Array, from: number, end: number): void {
    if (this.#recorder === null) return;
    const visitCount = this.#kernelWalk?.visitCount ?? 0;
    this.#recorder.addVisits(from, end, kernel.visits, visitCount, kernel.directions, positions, this.#boxes);
  }

  #walk(pose: Pose, from: number, end: number, out: PairBuffer, counters: Counters): void {
    const times = this.#times;
    const recorder = this.#recorder;
    const parts = this.#parts;
    if (times === null && recorder === null) {
      walk(parts, pose, from, end, out, counters);
    } else {
      walkWatched(parts, { times, recorder }, pose, from, end, out, counters);
    }
  }
}
