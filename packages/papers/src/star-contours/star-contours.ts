import type { FinderFactory } from 'selfcollide/finder';
import {
  assemblePreparation,
  checkKnown,
  checkOneOf,
  everyPatchExtra,
  PatchFinder,
  PREPARED_PATCHES,
  type PreparationArrays,
  preparePatches,
  readPrepared,
  TaskTimes,
} from 'selfcollide/parts';
import { createStarTest } from './star-test.ts';

export interface StarContourOptions {
  /**
   * What patches are left out for: `'contour'`, which face one way and whose contour does not cross itself; `'orientation'`, which face one way (the paper's "No
   * Contour", which may miss contacts); `'none'`: the paper's optimised box tree, which knows which patches are adjacent and starts below them (§8). Default `'contour'`.
   */
  readonly culling?: 'contour' | 'orientation' | 'none';
  /** How to show that a projected contour does not cross itself: by the paper's star test, exactly, or by the first and, where it fails, the second. Default `'star'`. */
  readonly contourTest?: 'star' | 'exact' | 'star-then-exact';
  /** Directions in which one is looked for that faces a whole patch: the paper's 14, or core's 31. Default 14. */
  readonly directions?: 14 | 31;
  /**
   * When a contour test that failed is tried again: after ever more poses if it keeps failing, never if it failed at rest (§8), or in every pose. Default
   * `'rest-shape'`.
   */
  readonly retry?: 'back-off' | 'rest-shape' | 'always';
  /** Measure the nine tasks of Table 1, see `detector.finder.taskTimes`. Slower. Default false. */
  readonly taskTimes?: boolean;
  /** Write down what each search visits, see `detector.finder.trace`. Slower. Default false. */
  readonly trace?: boolean;
  /** Bytes from `serialize()` of a detector for a mesh with the same triangles, by `star-contour` or this: saves the preparation. */
  readonly prepared?: Uint8Array;
}

const OPTIONS = ['culling', 'contourTest', 'directions', 'retry', 'taskTimes', 'trace', 'prepared'];
const NAMES = { contour: 'star-contours', orientation: 'unsafe-normal-cone', none: 'optimised-box-tree' } as const;

/**
 * The star paper's method as it is printed, and the two that it is compared with.
 *
 * @throws RangeError if an option has a value it cannot take.
 *
 * @example
 * const detector = createDetector(mesh, { method: starContours({ taskTimes: true }) });
 * detector.findIntersections();
 * detector.finder.taskTimes?.contourTests;
 */
export function starContours(options: StarContourOptions = {}): FinderFactory<PatchFinder> {
  checkKnown('starContours', options, OPTIONS);
  const { culling = 'contour', contourTest = 'star', directions = 14, retry = 'rest-shape', prepared } = options;
  const { taskTimes = false, trace = false } = options;
  checkOneOf('starContours', 'culling', culling, ['contour', 'orientation', 'none']);
  checkOneOf('starContours', 'contourTest', contourTest, ['star', 'exact', 'star-then-exact']);
  checkOneOf('starContours', 'directions', directions, [14, 31]);
  checkOneOf('starContours', 'retry', retry, ['back-off', 'rest-shape', 'always']);
  checkOneOf('starContours', 'taskTimes', taskTimes, [true, false]);
  checkOneOf('starContours', 'trace', trace, [true, false]);
  return {
    name: NAMES[culling],
    *createFinder({ surface, rest, engine }) {
      const preparation =
        prepared === undefined
          ? yield* preparePatches(surface, rest)
          : assemblePreparation(readPrepared('starContours', prepared, PREPARED_PATCHES, surface) as PreparationArrays);
      const settings = { cull: culling, contourTest, directions, retry, taskTimes, trace, engine };
      return new PatchFinder(surface, preparation, settings, { ...everyPatchExtra, TaskTimes, createStarTest });
    },
  };
}

/** Orientation without contour test: may miss contacts (the paper's "No Contour"). With the options that core's `star-contour` has. */
export function noContour(options: Omit<StarContourOptions, 'culling'> = {}): FinderFactory<PatchFinder> {
  return starContours({ ...CORE_FORM, ...options, culling: 'orientation' });
}

/** A tree of boxes that knows beforehand which patches are adjacent and starts below them (§8): faster queries than a plain tree, a preparation as long as that of `star-contour`. */
export function optimisedBoxTree(options: Omit<StarContourOptions, 'culling'> = {}): FinderFactory<PatchFinder> {
  return starContours({ ...CORE_FORM, ...options, culling: 'none' });
}

/** What core's own method does, for comparison: the exact test, twice as many directions, and what failed is tried again. */
export const CORE_FORM: StarContourOptions = { contourTest: 'exact', directions: 31, retry: 'back-off' };
