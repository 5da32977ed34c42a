import type { Dop } from './bounds/dop-directions.ts';
import type { Inflation } from './bounds/kdops.ts';
import type { IgnoredGroups, PairChoice } from './confirm/pair-filter.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import {
  checkIgnored,
  checkKnown,
  checkNotNegative,
  checkOneOf,
  checkPositive,
  checkProgress,
  checkWhole,
} from './options.ts';
import type { ProgressOptions } from './partition/progress.ts';

/** The methods that `createDetector` knows. */
export const detectorMethods = [
  'star-contour',
  'aabb',
  'kdop',
  'spatial-hash',
  'brute-force',
  'unsafe-normal-cone',
] as const;

export type DetectorMethod = (typeof detectorMethods)[number];

/** Options of every method. */
export interface CommonOptions extends ProgressOptions {
  /**
   * Treat vertices of one object at bit-identical positions (−0 equals 0) as one. Default true: copies must then move together, or `update`
   * throws. With `'keep'` the lowest-numbered copy counts and the others are ignored. With `'while-together'` copies that part are taken
   * apart, for good: that `update` prepares anew. False welds nothing.
   */
  readonly weld?: boolean | 'keep' | 'while-together';
  /** A label per triangle, so that several bodies can be one mesh. */
  readonly objects?: ArrayLike<number>;
  /** Which contacts to report, by the labels of edge and triangle; an edge has those of all its triangles. Default `'all'`. */
  readonly pairs?: PairChoice;
  /**
   * A collision group per triangle: any whole number. Alone it changes nothing, see `ignore`. `findProximities` with `against` compares groups of both detectors, by
   * the numbers that they were given.
   */
  readonly groups?: ArrayLike<number>;
  /**
   * Pairs of groups that are ignored in every query, such as `[[0, 3], [2, 2]]`: lids and eyes, or a seam and itself. An edge or a vertex has the groups of all its
   * triangles, and counts as long as one of them does. At most 4,096 groups.
   */
  readonly ignore?: IgnoredGroups;
  /**
   * Report at most this many contacts and set `truncated` if there are more; see `findIntersections` for which. Without it nothing is ever
   * cut. Queries may be given their own.
   */
  readonly maxContacts?: number;
  /**
   * For `findProximities`: triangles that belong together are not reported for being close, unless they meet. Those are triangles no farther apart
   * than this in the shape given to `createDetector` and joined there by others as close, each sharing a vertex with the next. Needed where
   * edges are shorter than the distance asked for; about four times that is usual. Default 0: none.
   */
  readonly restRadius?: number;
}

/** Options of methods that the kernel knows. */
interface EngineOptions extends CommonOptions {
  /**
   * Who works on frames: TypeScript, or a kernel compiled to WebAssembly with SIMD; results are the same. Default `'auto'`: the kernel where it can
   * run and the mesh is not tiny; `detector.engine` says which. `'wasm'` throws where it cannot run: without
   * WebAssembly, with leaves of more than 5 triangles, with `lazyDistance` or `separationList`.
   */
  readonly engine?: Engine | 'auto';
}

/** Options of methods that walk over patches. */
interface PatchOptions extends EngineOptions {
  /** Bytes from `serialize()` of a detector for a mesh with the same triangles: saves the preparation. */
  readonly prepared?: Uint8Array;
  /** Measure the tasks of the star paper's Table 1, see `detector.taskTimes`. Slower. Default false. */
  readonly taskTimes?: boolean;
  /** Write down what each search visits, see `detector.trace`. Slower. Default false. */
  readonly trace?: boolean;
}

export interface StarContourOptions extends PatchOptions {
  readonly method?: 'star-contour';
  /**
   * How to show that a projected contour does not meet itself: the star paper's test, an exact one, or the first
   * and, where it fails, the second. All are safe; the star test culls less. Default `'exact'`.
   */
  readonly contourTest?: 'star' | 'exact' | 'star-then-exact';
  /** Directions in which one is looked for that faces a whole patch: the star paper's 14, or 31. Default 31. */
  readonly directions?: 14 | 31;
  /**
   * When a contour test that failed is tried again: after ever more poses if it keeps failing, never if it failed at rest (star paper §8),
   * or in every pose. Default `'back-off'`.
   */
  readonly retry?: 'back-off' | 'rest-shape' | 'always';
}

/** Orientation without contour test: may miss contacts. For comparison (the star paper's "No Contour"). */
export interface NormalConeOptions extends PatchOptions {
  readonly method: 'unsafe-normal-cone';
  readonly directions?: 14 | 31;
}

export interface AabbOptions extends PatchOptions {
  readonly method: 'aabb';
  /**
   * Works out beforehand which patches are adjacent and starts below them (star paper §8): faster queries, a preparation as
   * long as that of `star-contour`. False builds a plain tree, for meshes that are looked at once; it has no `prepared`, `taskTimes` and
   * `trace`. Default true.
   */
  readonly precomputeAdjacency?: boolean;
  /** Triangles a leaf of the plain tree holds at most, where `precomputeAdjacency` is false. Default 4. */
  readonly maxLeafTriangles?: number;
}

/** A tree of polytopes with faces in fixed directions: tighter than boxes (the cloth paper's method). */
export interface KdopOptions extends EngineOptions {
  readonly method: 'kdop';
  /** Faces of a polytope: 6 is a box; 8 cuts its corners, 14 has both, 18 a box with its edges cut. More leave fewer pairs and cost more. Default 6. */
  readonly dop?: Dop;
  /** Children a node of the tree has at most. Default 4. */
  readonly arity?: 2 | 4 | 8;
  /**
   * How polytopes make room for the step of a query with `velocities`: around both ends of each way, or by growing, which TypeScript does whatever the
   * `engine`. Default `'swept'`.
   */
  readonly inflation?: Inflation;
  /**
   * Polytopes are fitted anew once vertices may have moved this far, in the mesh's unit; until then they count as that much larger. Results
   * stay the same. Default 0: in every pose.
   */
  readonly lazyDistance?: number;
  /**
   * Begins each search in the pose of an `update` where the last one for the same distance ended, and leaves out what cannot have come near
   * since. Results stay the same. Pays where little moves; takes memory for every pair of nodes that was compared last. Default false.
   */
  readonly separationList?: boolean;
}

export interface SpatialHashOptions extends CommonOptions {
  readonly method: 'spatial-hash';
  /** Edge of the smallest cells, in the mesh's unit. Default: one and a half times the usual width of a triangle's box, in each pose. */
  readonly cellSize?: number;
}

export interface BruteForceOptions extends CommonOptions {
  readonly method: 'brute-force';
}

/** How a mesh is prepared and searched. Every method but `unsafe-normal-cone` gives the same results; only the cost differs. */
export type DetectorOptions =
  | StarContourOptions
  | AabbOptions
  | KdopOptions
  | SpatialHashOptions
  | BruteForceOptions
  | NormalConeOptions;

const COMMON = [
  'method',
  'weld',
  'objects',
  'pairs',
  'groups',
  'ignore',
  'maxContacts',
  'restRadius',
  'onProgress',
  'signal',
];
const PATCHES = ['star-contour', 'aabb', 'unsafe-normal-cone'];

/** Options that not every method has. */
const METHODS_WITH: Record<string, readonly string[]> = {
  contourTest: ['star-contour'],
  retry: ['star-contour'],
  directions: ['star-contour', 'unsafe-normal-cone'],
  precomputeAdjacency: ['aabb'],
  maxLeafTriangles: ['aabb'],
  cellSize: ['spatial-hash'],
  dop: ['kdop'],
  arity: ['kdop'],
  inflation: ['kdop'],
  lazyDistance: ['kdop'],
  separationList: ['kdop'],
  prepared: PATCHES,
  engine: [...PATCHES, 'kdop'],
  taskTimes: PATCHES,
  trace: PATCHES,
};

/** All options there are, as a plain record: once checked, which method they belong to is settled. */
export type AnyOptions = { method?: DetectorMethod } & Omit<StarContourOptions, 'method'> &
  Omit<AabbOptions, 'method'> &
  Omit<KdopOptions, 'method'> &
  Omit<SpatialHashOptions, 'method'>;

/** Throws for options that do not exist, do not belong to the method, or have a value that they cannot take. */
export function checkOptions(caller: string, options: AnyOptions): DetectorMethod {
  checkKnown(caller, options, [...COMMON, ...Object.keys(METHODS_WITH)]);
  checkProgress(caller, options);
  const { method = 'star-contour' } = options;
  checkOneOf(caller, 'method', method, detectorMethods);
  for (const [name, methods] of Object.entries(METHODS_WITH)) {
    if (options[name as keyof AnyOptions] === undefined || methods.includes(method)) continue;
    const names = methods.map((x) => `'${x}'`).join(', ');
    throw new RangeError(`${caller}: ${name} is an option of ${names}, got it with '${method}'.`);
  }
  const oneOf = <K extends keyof AnyOptions>(name: K, allowed: readonly AnyOptions[K][]): void => {
    if (options[name] !== undefined) checkOneOf(caller, name, options[name], allowed);
  };
  oneOf('weld', [true, false, 'keep', 'while-together']);
  oneOf('pairs', ['all', 'same-object', 'between-objects']);
  oneOf('contourTest', ['star', 'exact', 'star-then-exact']);
  oneOf('directions', [14, 31]);
  oneOf('retry', ['back-off', 'rest-shape', 'always']);
  for (const name of ['precomputeAdjacency', 'separationList', 'taskTimes', 'trace'] as const)
    oneOf(name, [true, false]);
  oneOf('engine', ['auto', 'ts', 'wasm']);
  oneOf('dop', [6, 8, 14, 18]);
  oneOf('arity', [2, 4, 8]);
  oneOf('inflation', ['swept', 'intervals', 'cone', 'uniform']);
  for (const name of ['restRadius', 'lazyDistance'] as const) {
    if (options[name] !== undefined) checkNotNegative(caller, name, options[name]);
  }
  if (options.cellSize !== undefined) checkPositive(caller, 'cellSize', options.cellSize);
  for (const name of ['maxContacts', 'maxLeafTriangles'] as const) {
    if (options[name] !== undefined) checkWhole(caller, name, options[name], 1);
  }
  checkIgnored(caller, options);
  checkPlainTree(caller, options, method === 'aabb' && options.precomputeAdjacency === false);
  return method;
}

function checkPlainTree(caller: string, options: AnyOptions, plain: boolean): void {
  for (const name of ['maxLeafTriangles', 'prepared', 'taskTimes', 'trace'] as const) {
    if (options[name] === undefined || options[name] === false) continue;
    if (plain === (name === 'maxLeafTriangles')) continue;
    const rule = plain ? 'is no option' : 'is an option only';
    if (!plain && name !== 'maxLeafTriangles') continue;
    throw new RangeError(
      `${caller}: ${name} ${rule} of 'aabb' with precomputeAdjacency: false, got it ${plain ? 'there' : 'without'}.`,
    );
  }
}
