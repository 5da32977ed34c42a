import type { Detector } from 'selfcollide';
import type { FoundContacts } from './messages.ts';

/** Takes a pose and searches it. */
export function findContacts(detector: Detector, positions: Float64Array): FoundContacts {
  const started = performance.now();
  detector.update(positions);
  const { count, edgeA, edgeB, edgeTriangle, triangle, truncated } = detector.findIntersections();
  const milliseconds = performance.now() - started;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) points.set(detector.locate(i).point, 3 * i);
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
