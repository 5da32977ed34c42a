import type { Detector } from 'selfcollide';
import type { FoundContacts } from './messages.ts';

/** Takes a pose and searches it. */
export function findContacts(detector: Detector, positions: Float64Array): FoundContacts {
  const started = performance.now();
  detector.update(positions);
  const found = detector.findIntersections();
  const { count, edgeA, edgeB, edgeTriangle, triangle, truncated } = found;
  const milliseconds = performance.now() - started;
  const points = found.locateAll().points.slice(0, 3 * count);
  return {
    count,
    edgeA: edgeA.slice(),
    edgeB: edgeB.slice(),
    edgeTriangle: edgeTriangle.slice(),
    triangle: triangle.slice(),
    points,
    truncated,
    counters: { ...detector.counters },
    milliseconds,
  };
}
