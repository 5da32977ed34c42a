import type { FindingKind } from './finding-kinds.ts';
import type { IgnoreRule } from './ignore-rules.ts';
import type { Length, ProximityOptions, Unit } from './proximity-lengths.ts';
import type { KnownPlaces } from './surface-cells.ts';
import type { Scope } from './triangle-pair.ts';

/** A file fails if it has more than any of these. Plain data. */
export interface FailOver {
  /** Findings in one frame. */
  readonly contacts?: number;
  /** Places in one frame. */
  readonly places?: number;
  /** Frames with findings. */
  readonly frames?: number;
  /** How deep a place goes; where that cannot be said, it counts as deeper. */
  readonly depth?: Length;
}

/** What to look for. Plain data. */
export interface DetectOptions {
  /** A name that `methodNamed` knows, or `auto`, which prepares quickly for few frames and thoroughly for many; the result is the same. */
  readonly method: string;
  /** What is looked for. */
  readonly kinds: readonly FindingKind[];
  /** How it is listed and ranked: as edges that meet triangles, or as pairs of triangles. */
  readonly pairs: 'edge-triangle' | 'triangles';
  /** Which contacts count, by the objects of both sides. */
  readonly scope: Scope;
  /** Look for impacts on the way from frame to frame. */
  readonly betweenFrames: boolean;
  /** Look for triangles that are close. */
  readonly proximity?: ProximityOptions;
  /** What 1 means in files of formats that do not say, for lengths with a unit. */
  readonly fileUnit?: Unit;
  /** Vertices of one object at most so far apart count as one. A plain number is a share of the model's diagonal. Default: only equal ones. */
  readonly weld?: Length;
  /** What does not count, by objects and materials. */
  readonly ignore?: readonly IgnoreRule[];
  /** Say which patterns of `ignore` fit nothing: only where one file is checked, since no library has all of them in every file. */
  readonly nameUnmatched?: boolean;
  /** What does not count because a baseline has it. */
  readonly known?: KnownPlaces;
  /** Results say where findings are, for a baseline. */
  readonly record?: boolean;
  /** What a file may have without failing; default nothing. */
  readonly failOver?: FailOver;
  /** Leave out what intersects in the rest pose already. */
  readonly ignoreRest: boolean;
  /** Stop looking in a frame after this many contacts. */
  readonly maxContacts?: number;
  /** Which frames say where they are hit: all, or those that may be among the worst. Counts are not affected. */
  readonly places: 'all' | 'worst';
  /**
   * Which frames say how deep and how large their places are: all, those that may be among the worst, or of many frames those that are asked for
   * with their shape. Default: none.
   */
  readonly measure?: 'all' | 'worst' | 'afterwards';
  /** Pictures have the closest points of every pair that is close. */
  readonly gapLines?: boolean;
  /** Contacts listed one by one per frame, at most. Counts are not affected. */
  readonly listLimit: number;
}

/**
 * Up to this many frames the box tree, which is ready at once, beats a prepared one: measured on meshes of 5,000 to 92,000
 * triangles, preparation costs as much as it saves in 5 to 12 frames.
 */
const FEW_FRAMES = 8;

export interface Search {
  readonly method: string;
}

export function chooseSearch({ method, maxContacts }: DetectOptions, frameCount: number): Search {
  if (method !== 'auto') return { method };
  // which contacts a limited search finds first must not depend on the frames before, as it might where culling learns
  return { method: frameCount <= FEW_FRAMES || maxContacts !== undefined ? 'box-tree' : 'star-contour' };
}

/** Which search was chosen, and why, for `--verbose`. */
export function describeSearch(options: DetectOptions, frameCount: number): string {
  const { method } = chooseSearch(options, frameCount);
  const tree = method === 'box-tree' ? 'box-tree, which is ready at once' : method;
  if (options.method !== 'auto') return `${tree}, as asked`;
  if (frameCount <= FEW_FRAMES)
    return `${tree}: preparing star-contour pays from ${FEW_FRAMES + 1} frames on, here are ${frameCount}`;
  if (options.maxContacts !== undefined) {
    return `${tree}: what --max-contacts finds first must not depend on frames before`;
  }
  return `${tree}, prepared once: pays from ${FEW_FRAMES + 1} frames on, here are ${frameCount}`;
}
