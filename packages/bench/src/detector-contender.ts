import { createDetector, type DetectorOptions, type Intersections } from 'selfcollide';
import type { Contender } from './contender.ts';
import { type Method, nameOf } from './methods.ts';

/** A method of this library as a contender. What is timed is `findIntersections`. */
export function detectorContender(
  method: Method,
  options: Omit<DetectorOptions, 'method'> & { readonly prepared?: Uint8Array } = {},
  name: string = nameOf(method),
): Contender {
  return {
    name,
    safe: !nameOf(method).startsWith('unsafe'),
    prepare(mesh) {
      const detector = createDetector(mesh, { ...options, method } as DetectorOptions);
      let contacts: Intersections | undefined;
      return {
        update: (positions) => detector.update(positions),
        query() {
          contacts = detector.findIntersections();
          return contacts.count;
        },
        countTrianglePairs: () => detector.findIntersectingTriangles().count,
        memoryBytes: () => detector.memoryBytes,
        lastContacts() {
          if (!contacts) throw new Error('detectorContender: lastContacts needs a query before it.');
          return contacts;
        },
        engine: () => detector.engine,
        lastCounters: () => detector.counters,
      };
    },
  };
}
