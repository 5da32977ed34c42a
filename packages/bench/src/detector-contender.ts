import { createDetector, type DetectorMethod, type DetectorOptions, type Intersections } from 'selfcollide';
import type { Contender } from './contender.ts';

/** A method of this library as a contender. What is timed is `findIntersections`. */
export function detectorContender(
  method: DetectorMethod,
  options: DetectorOptions = {},
  name: string = method,
): Contender {
  return {
    name,
    safe: !method.startsWith('unsafe'),
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
