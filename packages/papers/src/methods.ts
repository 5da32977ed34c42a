import { type DetectorMethod, detectorMethods } from 'selfcollide';
import type { FinderFactory } from 'selfcollide/finder';
import { kdop } from './cloth-hierarchies/kdop.ts';
import { spatialHash } from './spatial-hashing/spatial-hash.ts';
import { noContour, optimisedBoxTree } from './star-contours/star-contours.ts';

/** Each paper's method with its usual options, by name. */
export const paperMethods: Readonly<Record<string, FinderFactory>> = Object.fromEntries(
  [optimisedBoxTree(), kdop(), spatialHash(), noContour()].map((method) => [method.name, method]),
);

/** Names of core's methods and of the papers', for lists of methods: tables, fuzzers, `check --method`. */
export const methodNames: readonly string[] = [...detectorMethods, ...Object.keys(paperMethods)];

/**
 * What `createDetector` takes for such a name.
 *
 * @throws RangeError for a name that is not among {@link methodNames}.
 */
export function methodNamed(name: string): DetectorMethod | FinderFactory {
  const own = detectorMethods.find((method) => method === name);
  const method = own ?? (Object.hasOwn(paperMethods, name) ? paperMethods[name] : undefined);
  if (method !== undefined) return method;
  throw new RangeError(`methodNamed: name must be one of ${methodNames.join(', ')}, got ${name}.`);
}
