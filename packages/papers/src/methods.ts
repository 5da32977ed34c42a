import { type DetectorMethod, detectorMethods } from 'selfcollide';
import type { FinderFactory } from 'selfcollide/finder';
import { kdop } from './cloth-hierarchies/kdop.ts';
import { spatialHash } from './spatial-hashing/spatial-hash.ts';
import { noContour, optimisedBoxTree } from './star-contours/star-contours.ts';

/** Each paper's method with its usual options. Functions, so that who imports one of them need not load the others. */
const PAPER_METHODS: Readonly<Record<string, () => FinderFactory>> = {
  'optimised-box-tree': () => optimisedBoxTree(),
  kdop: () => kdop(),
  'spatial-hash': () => spatialHash(),
  'unsafe-normal-cone': () => noContour(),
};

/** Names of core's methods, then of the papers', for lists of methods: tables, fuzzers, `check --method`. */
export const methodNames: readonly string[] = [
  'star-contour',
  'box-tree',
  'brute-force',
  'optimised-box-tree',
  'kdop',
  'spatial-hash',
  'unsafe-normal-cone',
];

/**
 * What `createDetector` takes for such a name.
 *
 * @throws RangeError for a name that is not among {@link methodNames}.
 */
export function methodNamed(name: string): DetectorMethod | FinderFactory {
  const own = detectorMethods.find((method) => method === name);
  const method = own ?? (Object.hasOwn(PAPER_METHODS, name) ? PAPER_METHODS[name]() : undefined);
  if (method !== undefined) return method;
  throw new RangeError(`methodNamed: name must be one of ${methodNames.join(', ')}, got ${name}.`);
}
