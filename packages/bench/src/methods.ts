import { methodNamed, methodNames } from '@selfcollide/papers';
import type { DetectorMethod, FinderFactory } from 'selfcollide';

/** What `createDetector` takes: the name of a method of core, or a factory. */
export type Method = DetectorMethod | FinderFactory;

/** Methods that must all find the same contacts. */
export const safeMethods: readonly string[] = methodNames.filter((method) => !method.startsWith('unsafe'));

/** Methods that may miss contacts, and say so in their name. */
export const unsafeMethods: readonly string[] = methodNames.filter((method) => method.startsWith('unsafe'));

/** What a list of methods may hold: names, and values from elsewhere. */
export type Listed = string | FinderFactory;

/** @throws RangeError for a name that is of no method. */
export function methodOf(listed: Listed): Method {
  return typeof listed === 'string' ? methodNamed(listed) : listed;
}

export function nameOf(method: Listed): string {
  return typeof method === 'string' ? method : method.name;
}
