import type { DetectorMethod, Intersections } from 'selfcollide';
import type { ContactList, FrameResult, FrameWishes, MethodResult } from '../messages.ts';
import { drawAlgorithm } from './draw-algorithm.ts';
import type { MethodBench } from './method-bench.ts';
import type { Fit } from './moving-mesh.ts';

/** More contacts than these are counted, but not drawn. */
const MAX_DRAWN = 20_000;

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
    if (shown === 'unsafe-normal-cone') contacts = listContacts({ found, locate }, fit);
    wanted.delete('unsafe-normal-cone');
    wanted.add(reference);
  }
  for (const method of wanted) {
    const result = run(method);
    if (method === shown) contacts = listContacts(result, fit);
    if (unsafe && method === reference) {
      const known = unsafe;
      missedContacts = listContacts(result, fit, (key) => !known.has(key));
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

function listContacts({ found, locate }: Found, fit: Fit, keep?: (key: string) => boolean): ContactList {
  const all = Uint32Array.from({ length: found.count }, (_, i) => i);
  const keys = keep ? contactKeys(found) : [];
  const kept = keep ? all.filter((i) => keep(keys[i])) : all;
  const drawn = kept.subarray(0, MAX_DRAWN);
  const places = new Float64Array(3 * drawn.length);
  drawn.forEach((i, k) => {
    places.set(locate(i), 3 * k);
  });
  const take = (array: Uint32Array) => drawn.map((i) => array[i]);
  return {
    count: kept.length,
    edgeA: take(found.edgeA),
    edgeB: take(found.edgeB),
    edgeTriangle: take(found.edgeTriangle),
    triangle: take(found.triangle),
    points: fit.apply(places),
    places,
  };
}
