import type { Intersections } from 'selfcollide';
import type { ContactList, Filter, FrameResult, FrameWishes, MethodResult } from '../messages.ts';
import type { MethodName } from '../methods.ts';
import type { ContactFilter } from './contact-filter.ts';
import type { ContactLister } from './list-contacts.ts';
import type { MethodBench } from './method-bench.ts';
import type { Fit, MovingMesh } from './moving-mesh.ts';

export interface SearchContext {
  readonly bench: MethodBench;
  readonly triangles: Uint32Array;
  readonly fit: Fit;
  readonly filter: ContactFilter;
  readonly lister: ContactLister;
  readonly mesh: MovingMesh;
}

/** How many contacts count in a pose. */
export async function countFrame(
  { bench, filter }: SearchContext,
  pose: Float64Array,
  wanted: Filter,
): Promise<number> {
  await filter.prepare(wanted);
  const { detector } = await bench.take('star-contour', pose);
  return filter.choose(detector.findIntersections(), wanted).length;
}

/** Searches one pose with every method wanted. */
export async function searchFrame(
  { bench, triangles, fit, filter, lister, mesh }: SearchContext,
  pose: Float64Array,
  frame: number,
  wishes: FrameWishes,
): Promise<FrameResult> {
  const { shown, measured, missed, algorithm } = wishes;
  const results: MethodResult[] = [];
  await filter.prepare(wishes.filter);
  const run = async (method: MethodName): Promise<Intersections> => {
    const { detector, milliseconds } = await bench.take(method, pose);
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
    return found;
  };
  const list = (found: Intersections, keep?: (key: string) => boolean): ContactList => {
    const chosen = filter.choose(found, wishes.filter);
    const keys = keep ? contactKeys(found) : [];
    return lister.list(found, keep ? chosen.filter((i) => keep(keys[i])) : chosen, pose);
  };

  // each is used up before the next search: results are views
  const reference: MethodName = shown === 'unsafe-normal-cone' ? 'star-contour' : shown;
  const wanted = new Set<MethodName>([shown, ...measured]);
  let contacts: ContactList | null = null;
  let missedContacts: ContactList | null = null;
  let unsafe: Set<string> | null = null;
  if (missed) {
    const found = await run('unsafe-normal-cone');
    unsafe = new Set(contactKeys(found));
    if (shown === 'unsafe-normal-cone') contacts = list(found);
    wanted.delete('unsafe-normal-cone');
    wanted.add(reference);
  }
  for (const method of wanted) {
    const result = await run(method);
    if (method === shown) contacts = list(result);
    if (unsafe && method === reference) {
      const known = unsafe;
      missedContacts = list(result, (key) => !known.has(key));
    }
  }
  // loaded when somebody wants to see it
  const step = wishes.step ? await (await import('./find-step.ts')).findStep(mesh, bench, fit, pose, frame) : null;
  return {
    frame,
    positions: fit.apply(pose),
    results,
    contacts: contacts!,
    missed: missedContacts,
    algorithm:
      algorithm &&
      (await (
        await import('./draw-algorithm.ts')
      ).drawAlgorithm(bench, pose, triangles, fit, algorithm, step?.next ?? null)),
    step: step?.picture ?? null,
  };
}

/** An edge has no direction, and each contact one name whatever the method. */
function contactKeys({ count, edgeA, edgeB, triangle }: Intersections): string[] {
  return Array.from({ length: count }, (_, i) =>
    edgeA[i] < edgeB[i] ? `${edgeA[i]} ${edgeB[i]} ${triangle[i]}` : `${edgeB[i]} ${edgeA[i]} ${triangle[i]}`,
  );
}
