import { spatialHash } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { IntersectionQuery } from '../../src/confirm/intersections/intersection-query.ts';
import { PairFilter } from '../../src/confirm/pair-filter.ts';
import { BoxTreeFinder } from '../../src/find/boxes/box-tree-finder.ts';
import { BruteForceFinder } from '../../src/find/brute-force/brute-force-finder.ts';
import type { PairFinder } from '../../src/find/pair-finder.ts';
import { everyPatchExtra } from '../../src/find/patches/patch-extras.ts';
import { PatchFinder } from '../../src/find/patches/patch-finder.ts';
import { preparePatches } from '../../src/find/patches/preparation.ts';
import { createSurface, type Surface } from '../../src/mesh/surface.ts';
import { finishSteps } from '../../src/partition/progress.ts';
import { updatePose } from '../../src/pose/pose.ts';
import { createCounters } from '../../src/results/counters.ts';
import { PairBuffer } from '../../src/results/pair-buffer.ts';
import { seededRandom } from '../predicates/random.ts';

const SIDE = 14;
/** A strip that curls up like a scroll as `turns` grow, flat at its near end: there is something to cull and, when it is tight, to find. */
function scroll(turns: number): Float64Array {
  const random = seededRandom(4);
  const positions: number[] = [];
  for (let v = 0; v < (SIDE + 1) ** 2; v++) {
    const along = (v % (SIDE + 1)) / SIDE;
    const angle = 2 * Math.PI * turns * along;
    const radius = 1 + 0.05 * random();
    const round = turns === 0 ? [along, 0] : [radius * Math.sin(angle), radius * (1 - Math.cos(angle))];
    positions.push(round[0], Math.floor(v / (SIDE + 1)) / SIDE + 0.01 * random(), round[1]);
  }
  return Float64Array.from(positions);
}

const triangles = Uint32Array.from({ length: SIDE * SIDE }, (_, i) => i).reduce<number[]>((list, i) => {
  const v = (i % SIDE) + (SIDE + 1) * Math.floor(i / SIDE);
  list.push(v, v + 1, v + SIDE + 1, v + 1, v + SIDE + 2, v + SIDE + 1);
  return list;
}, []);

const culling = {
  contourTest: 'exact',
  directions: 31,
  retry: 'always',
  taskTimes: false,
  trace: false,
  engine: 'plain',
} as const;
const finders: Record<string, (surface: Surface, rest: Float64Array) => PairFinder> = {
  'brute-force': (surface) => new BruteForceFinder(surface),
  'spatial-hash': (surface, rest) => spatialHash().createFinder({ surface, rest, engine: 'auto' }) as PairFinder,
  'box-tree': (surface, rest) => new BoxTreeFinder(surface, rest, 4, 'plain'),
  'optimised-box-tree': (surface, rest) =>
    new PatchFinder(
      surface,
      finishSteps(preparePatches(surface, rest), {}),
      { ...culling, cull: 'none' },
      everyPatchExtra,
    ),
  'star-contour': (surface, rest) =>
    new PatchFinder(
      surface,
      finishSteps(preparePatches(surface, rest), {}),
      { ...culling, cull: 'contour' },
      everyPatchExtra,
    ),
  'star-contour in the kernel': (surface, rest) =>
    new PatchFinder(
      surface,
      finishSteps(preparePatches(surface, rest), {}),
      {
        ...culling,
        cull: 'contour',
        engine: 'kernel',
      },
      everyPatchExtra,
    ),
};

describe.each(Object.keys(finders))('a search in parts, %s', (name) => {
  const rest = scroll(0);
  const finder = finders[name](
    createSurface('test', { positions: rest, triangles: Uint32Array.from(triangles) }, { weld: true }),
    rest,
  );
  const { surface, pose } = finder;
  const counters = createCounters();
  const query = new IntersectionQuery(surface, pose, new PairFilter(surface, 'all'), counters);
  const buffer = new PairBuffer();
  let stamp = 0;

  /** Contacts in the caller's numbers, sorted; those that come twice are there twice. */
  const search = (cuts: readonly number[]): string[] => {
    query.begin(++stamp, Number.POSITIVE_INFINITY);
    const ends = [...cuts, finder.steps];
    ends.forEach((end, i) => {
      buffer.begin(query);
      finder.findPairs({ pose, reach: 0, next: null, from: i === 0 ? 0 : ends[i - 1], end }, buffer, counters);
    });
    const { count, halfEdges, triangles: met } = query.contacts;
    return Array.from({ length: count }, (_, i) => {
      const t = Math.floor(halfEdges[i] / 3);
      return `${3 * surface.triangleSource[t] + (halfEdges[i] % 3)} ${surface.triangleSource[met[i]]}`;
    }).sort();
  };

  it.each([
    [0, 'flat'],
    [0.6, 'bent'],
    [1.2, 'through itself'],
  ])('finds the same contacts whatever the cuts, %d turns (%s)', (turns) => {
    updatePose('test', pose, surface, scroll(turns), false);
    finder.refit(pose, false);
    counters.patchesCulled = 0;
    const whole = search([]);
    if (turns > 1) expect(whole.length).toBeGreaterThan(10);
    else expect(whole).toEqual([]);
    if (name === 'star-contour') expect(counters.patchesCulled).toBeGreaterThan(0);
    const random = seededRandom(9);
    for (let round = 0; round < 8; round++) {
      const cuts = Array.from({ length: 1 + Math.floor(6 * random()) }, () => Math.floor(finder.steps * random())).sort(
        (a, b) => a - b,
      );
      expect(search(cuts)).toEqual(whole);
    }
    // a control: without the first half of the steps, or without the second, something is missing
    if (whole.length === 0) return;
    const found = [0, 1].map((part) => {
      const half = Math.floor(finder.steps / 2);
      query.begin(++stamp, Number.POSITIVE_INFINITY);
      buffer.begin(query);
      const range = part === 0 ? { from: 0, end: half } : { from: half, end: finder.steps };
      finder.findPairs({ pose, reach: 0, next: null, ...range }, buffer, counters);
      return query.contacts.count;
    });
    expect(found[0] + found[1]).toBe(whole.length);
    expect(Math.min(...found)).toBeLessThan(whole.length);
  });
});
