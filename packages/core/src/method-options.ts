import type { IgnoredGroups, PairChoice } from './confirm/pair-filter.ts';
import type { FinderFactory } from './find/finder-factory.ts';
import type { PairFinder } from './find/pair-finder.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import { describe } from './mesh/validate-mesh.ts';
import { checkIgnored, checkKnown, checkNotNegative, checkOneOf, checkProgress, checkWhole } from './options.ts';
import type { ProgressOptions } from './partition/progress.ts';

/** The methods that `createDetector` knows by name. */
export const detectorMethods = ['star-contour', 'box-tree', 'brute-force'] as const;

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

/** Options of methods that the kernel may work on. */
interface EngineOptions extends CommonOptions {
  /**
   * Who searches: plain TypeScript, or a kernel compiled to WebAssembly with SIMD; results are the same. With `trace` it is TypeScript in any case. Default `'auto'`: the kernel where it can
   * run and the mesh is not tiny; `detector.engine` says which. `'kernel'` throws where it cannot run: without
   * WebAssembly, with leaves of more than 5 triangles, or with a method that has no kernel.
   */
  readonly engine?: Engine | 'auto';
}

export interface StarContourOptions extends EngineOptions {
  readonly method?: 'star-contour';
  /** Bytes from `serialize()` of a detector for a mesh with the same triangles: saves the preparation. */
  readonly prepared?: Uint8Array;
  /** Write down what each search visits, see `detector.trace`. Slower. Default false. */
  readonly trace?: boolean;
}

/** A tree of boxes against itself, ready at once: for meshes that are looked at a few times. */
export interface BoxTreeOptions extends EngineOptions {
  readonly method: 'box-tree';
  /** Triangles a leaf holds at most. Default 4. */
  readonly maxLeafTriangles?: number;
}

/** Every triangle with every other, by exact arithmetic: what all else is compared with. */
export interface BruteForceOptions extends CommonOptions {
  readonly method: 'brute-force';
}

/** A method from elsewhere, such as `@selfcollide/papers`, or of one's own: see `selfcollide/finder`. Its options are its own. */
export interface FinderOptions<F extends PairFinder = PairFinder> extends EngineOptions {
  readonly method: FinderFactory<F>;
}

/** How a mesh is prepared and searched. Every method gives the same results; only the cost differs. */
export type DetectorOptions = StarContourOptions | BoxTreeOptions | BruteForceOptions | FinderOptions;

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

/** Options that not every method of core has. */
const METHODS_WITH: Record<string, readonly string[]> = {
  maxLeafTriangles: ['box-tree'],
  prepared: ['star-contour'],
  trace: ['star-contour'],
  engine: ['star-contour', 'box-tree', 'a finder factory'],
};

/** All options there are, as a plain record: once checked, which method they belong to is settled. */
export type AnyOptions = { method?: DetectorMethod | FinderFactory } & Omit<StarContourOptions, 'method'> &
  Omit<BoxTreeOptions, 'method'>;

/** Throws for options that do not exist, do not belong to the method, or have a value that they cannot take. */
export function checkOptions(caller: string, options: AnyOptions): DetectorMethod | FinderFactory {
  checkKnown(caller, options, [...COMMON, ...Object.keys(METHODS_WITH)]);
  checkProgress(caller, options);
  const { method = 'star-contour' } = options;
  const isFactory = typeof method === 'object' && typeof method?.createFinder === 'function';
  if (!isFactory) checkMethod(caller, method);
  const name = isFactory ? 'a finder factory' : method;
  for (const [option, methods] of Object.entries(METHODS_WITH)) {
    if (options[option as keyof AnyOptions] === undefined || methods.includes(name as string)) continue;
    const names = methods
      .map((x) => `'${x}'`)
      .join(', ')
      .replace("'a finder factory'", 'a finder factory');
    const got = isFactory ? name : `'${name}'`;
    throw new RangeError(`${caller}: ${option} is an option of ${names}, got it with ${got}.`);
  }
  const oneOf = <K extends keyof AnyOptions>(name: K, allowed: readonly AnyOptions[K][]): void => {
    if (options[name] !== undefined) checkOneOf(caller, name, options[name], allowed);
  };
  oneOf('weld', [true, false, 'keep', 'while-together']);
  oneOf('pairs', ['all', 'same-object', 'between-objects']);
  oneOf('trace', [true, false]);
  oneOf('engine', ['auto', 'plain', 'kernel']);
  if (options.restRadius !== undefined) checkNotNegative(caller, 'restRadius', options.restRadius);
  for (const name of ['maxContacts', 'maxLeafTriangles'] as const) {
    if (options[name] !== undefined) checkWhole(caller, name, options[name], 1);
  }
  checkIgnored(caller, options);
  return method;
}

function checkMethod(caller: string, method: unknown): void {
  if (detectorMethods.includes(method as DetectorMethod)) return;
  const names = detectorMethods.map((name) => `'${name}'`).join(', ');
  throw new RangeError(`${caller}: method must be one of ${names}, or a finder factory, got ${describe(method)}.`);
}

export function nameOf(method: DetectorMethod | FinderFactory): string {
  return typeof method === 'string' ? method : method.name;
}
