import type { DetectorMethod, Intersections } from 'selfcollide';
import type { ContactList, FrameResult, FrameWishes, MethodResult } from '../messages.ts';
import { drawAlgorithm } from './draw-algorithm.ts';
import type { MethodBench } from './method-bench.ts';
import type { Fit } from './moving-mesh.ts';
import { thinEvenly } from './thin-evenly.ts';

/** Points and lines of more contacts than these are thinned: they would only hide each other. Triangles are all marked. */
const MAX_DRAWN = 8_000;

export interface SearchContext {
  readonly bench: MethodBench;
  readonly triangles: Uint32Array;
  readonly fit: Fit;
}

/** Searches one pose with every method wanted. */
export function searchFrame(
  { bench, triangles, fit }: SearchContext,
  pose: Float64Array,
  frame: number,
  wishes: FrameWishes,
): FrameResult {
  const { shown, measured, missed, algorithm } = wishes;
  const context: ListContext = { pose, triangles, fit };
  const results: MethodResult[] = [];
  const run = (method: DetectorMethod): Found => {
    const { detector, milliseconds } = bench.take(method, pose);
    const started = performance.now();
    const found = detector.findIntersections();
    const counters = { ...detector.counters };
    results.push({
      method,
      count: found.count,
      milliseconds: milliseconds + performance.now() - started,
      tests: counters.boxTests + counters.pairTests + counters.orientationTests + counters.contourTests,
      counters,
    });
    return { found, locate: (i) => detector.locate(i).point };
  };

  // each is used up before the next search: results are views
  const reference: DetectorMethod = shown === 'unsafe-normal-cone' ? 'star-contour' : shown;
  const wanted = new Set<DetectorMethod>([shown, ...measured]);
  let contacts: ContactList | null = null;
  let missedContacts: ContactList | null = null;
  let unsafe: Set<string> | null = null;
  if (missed) {
    const { found, locate } = run('unsafe-normal-cone');
    unsafe = new Set(contactKeys(found));
    if (shown === 'unsafe-normal-cone') contacts = listContacts({ found, locate }, context);
    wanted.delete('unsafe-normal-cone');
    wanted.add(reference);
  }
  for (const method of wanted) {
    const result = run(method);
    if (method === shown) contacts = listContacts(result, context);
    if (unsafe && method === reference) {
      const known = unsafe;
      missedContacts = listContacts(result, context, (key) => !known.has(key));
    }
  }
  return {
    frame,
    positions: fit.apply(pose),
    results,
    contacts: contacts!,
    missed: missedContacts,
    algorithm: algorithm && drawAlgorithm(bench, pose, triangles, fit, algorithm),
  };
}

/** What lists of contacts are made with. */
interface ListContext {
  readonly pose: Float64Array;
  readonly triangles: Uint32Array;
  readonly fit: Fit;
}

interface Found {
  readonly found: Intersections;
  readonly locate: (i: number) => readonly [number, number, number];
}

/** An edge has no direction, and each contact one name whatever the method. */
function contactKeys({ count, edgeA, edgeB, triangle }: Intersections): string[] {
  return Array.from({ length: count }, (_, i) =>
    edgeA[i] < edgeB[i] ? `${edgeA[i]} ${edgeB[i]} ${triangle[i]}` : `${edgeB[i]} ${edgeA[i]} ${triangle[i]}`,
  );
}

function listContacts({ found, locate }: Found, context: ListContext, keep?: (key: string) => boolean): ContactList {
  const { fit, pose } = context;
  const all = Uint32Array.from({ length: found.count }, (_, i) => i);
  const keys = keep ? contactKeys(found) : [];
  const kept = keep ? all.filter((i) => keep(keys[i])) : all;
  const numbers = thinEvenly(kept.length, MAX_DRAWN, (i, axis) => {
    const [a, b] = [found.edgeA[kept[i]], found.edgeB[kept[i]]];
    return (pose[3 * a + axis] + pose[3 * b + axis]) / 2; // near enough, and cheaper than where they meet
  });
  const drawn = numbers.map((i) => kept[i]);
  const places = new Float64Array(3 * drawn.length);
  drawn.forEach((i, k) => {
    places.set(locate(i), 3 * k);
  });
  const take = (array: Uint32Array) => drawn.map((i) => array[i]);
  return {
    count: kept.length,
    marked: markTriangles(found, kept, context.triangles.length / 3),
    numbers,
    edgeA: take(found.edgeA),
    edgeB: take(found.edgeB),
    edgeTriangle: take(found.edgeTriangle),
    triangle: take(found.triangle),
    points: fit.apply(places),
    places,
  };
}

function markTriangles(
  { edgeTriangle, triangle }: Intersections,
  kept: Uint32Array,
  triangleCount: number,
): Uint32Array {
  const marks = new Uint8Array(triangleCount);
  for (const i of kept) marks[edgeTriangle[i]] = marks[triangle[i]] = 1;
  let count = 0;
  for (const mark of marks) count += mark;
  const marked = new Uint32Array(count);
  for (let t = 0, i = 0; t < triangleCount; t++) if (marks[t]) marked[i++] = t;
  return marked;
}
