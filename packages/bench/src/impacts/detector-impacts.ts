import { createDetector, type Detector, type Impacts } from 'selfcollide';
import { type Method, nameOf } from '../methods.ts';
import type { ImpactContender, PairQuery } from './impact-contender.ts';
import { edgeKey, vertexKey } from './moving-step.ts';

/** A method of this library. Vertices are not welded: the truth lists are numbered by vertex. */
export function detectorImpacts(method: Method): ImpactContender {
  return {
    name: nameOf(method),
    exact: !nameOf(method).startsWith('unsafe'),
    answerQueries(queries) {
      const detectors = queries.map((query) => pairDetector(query, method));
      const times = new Float64Array(queries.length);
      let ms = 0;
      queries.forEach((query, i) => {
        const { detector, next } = detectors[i];
        const started = performance.now();
        const found = detector.findImpacts(next);
        ms += performance.now() - started;
        times[i] = timeOfPair(query, found);
      });
      return { times, ms };
    },
    prepare({ triangles, from: positions }) {
      const detector = createDetector({ positions, triangles }, { method, weld: false });
      detector.findIntersections();
      return {
        poseBytes: detector.memoryBytes,
        search(from, to, tolerance) {
          const started = performance.now();
          detector.update(from);
          const updated = performance.now();
          const found = detector.findImpacts(to, { tolerance });
          const ended = performance.now();
          const { vertexTests, edgePairTests, exactTests } = detector.counters;
          return {
            updateMs: updated - started,
            queryMs: ended - updated,
            tests: vertexTests + edgePairTests,
            exactTests,
            complete: true,
            count: found.vertexCount + found.edgeCount,
            impacts: () => timesOf(found),
          };
        },
        memoryBytes: () => detector.memoryBytes,
        close() {},
      };
    },
  };
}

/**
 * Exact arithmetic's word on a time reported for a pair that does meet: `late` if they touch before it, `false zero` if it is 0 although they do not touch at t0.
 */
export function judgeTime(query: PairQuery, time: number): 'late' | 'false zero' | 'fine' {
  if (time <= 0) return touchesUpTo(query, 0) ? 'fine' : 'false zero';
  return touchesUpTo(query, doubleBelow(time)) ? 'late' : 'fine';
}

/** Whether a pair touches at any time from 0 to `maxTime`, by exact arithmetic: the set that `brute-force` finds up to a maxTime is exact. */
export function touchesUpTo(query: PairQuery, maxTime: number): boolean {
  const { detector, next } = pairDetector(query, 'brute-force');
  return timeOfPair(query, detector.findImpacts(next, { maxTime })) >= 0;
}

/** Microseconds that exact arithmetic takes for one decision, on average of these pairs. */
export function timeExactDecisions(queries: readonly PairQuery[]): number {
  let ms = 0;
  let decisions = 0;
  for (const query of queries) {
    const { detector, next } = pairDetector(query, 'brute-force');
    const started = performance.now();
    detector.findImpacts(next);
    ms += performance.now() - started;
    decisions += detector.counters.exactTests;
  }
  return (1000 * ms) / decisions;
}

/** Two triangles that have the pair between them: the vertex thrice and the triangle, or each edge with its first end again. */
function pairDetector({ kind, points }: PairQuery, method: Method): { detector: Detector; next: Float64Array } {
  const corners = kind === 'vertex-triangle' ? [0, 0, 0, 1, 2, 3] : [0, 1, 0, 2, 3, 2];
  const pose = (offset: number) =>
    Float64Array.from(corners.flatMap((p) => [...points.subarray(offset + 3 * p, offset + 3 * p + 3)]));
  const detector = createDetector({ positions: pose(0) }, { method, weld: false });
  return { detector, next: pose(12) };
}

function timeOfPair({ kind }: PairQuery, found: Impacts): number {
  if (kind === 'vertex-triangle') {
    for (let i = 0; i < found.vertexCount; i++) {
      if (found.vertex[i] === 0 && found.triangle[i] === 1) return found.vertexTime[i];
    }
  } else {
    for (let i = 0; i < found.edgeCount; i++) {
      const key = edgeKey(found.edgeA[i], found.edgeB[i], found.edgeC[i], found.edgeD[i]);
      if (key === '0,1:3,4') return found.edgeTime[i];
    }
  }
  return -1;
}

/** Impacts by the keys of moving-step.ts. */
export function timesOf(found: Impacts): Map<string, number> {
  const { vertexCount, vertex, triangle, vertexTime, edgeCount, edgeA, edgeB, edgeC, edgeD, edgeTime } = found;
  const times = new Map<string, number>();
  for (let i = 0; i < vertexCount; i++) times.set(vertexKey(vertex[i], triangle[i]), vertexTime[i]);
  for (let i = 0; i < edgeCount; i++) times.set(edgeKey(edgeA[i], edgeB[i], edgeC[i], edgeD[i]), edgeTime[i]);
  return times;
}

/** The largest double below a positive one. */
function doubleBelow(value: number): number {
  const bits = new BigUint64Array(1);
  const view = new Float64Array(bits.buffer);
  view[0] = value;
  bits[0]--;
  return view[0];
}
