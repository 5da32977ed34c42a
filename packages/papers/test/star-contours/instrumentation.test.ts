import { CORE_FORM, type StarContourFinder, type StarContourOptions, starContours } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../core/src/create-detector.ts';
import type { Detector } from '../../../core/src/detector.ts';
import type { CommonOptions } from '../../../core/src/method-options.ts';
import { type Outcome, outcomes, type QueryTrace } from '../../../core/src/results/query-trace.ts';
import { contactsFound } from '../../../core/test/contact-oracle.ts';
import { type SmallMesh, sheet, smallMeshes, sphere } from '../../../core/test/partition/small-meshes.ts';

/** Hills steep enough that some patches pass, some fail, and some have no common direction. */
const hills = sheet(40, 40, (x, y) => 2.2 * Math.sin(0.5 * x) * Math.cos(0.4 * y));
/** Its two sides face away from each other, and each goes on beside itself. */
const flat = sheet(60, 40, () => 0);
const gutter: SmallMesh = {
  triangles: flat.triangles,
  positions: flat.positions.map((x, i, all) => {
    const angle = 0.08 * all[i - (i % 3) + 1];
    return [x, 12 * Math.sin(angle), 12 * Math.cos(angle)][i % 3];
  }),
};
/** Turns above each other: all of it faces upwards, and its contour overlaps. */
const strip = sheet(6, 100, () => 0);
const ramp: SmallMesh = {
  triangles: strip.triangles,
  positions: strip.positions.map((_, i, all) => {
    const [radius, angle] = [4 + all[i - (i % 3)], 0.2 * all[i - (i % 3) + 1]];
    return [radius * Math.cos(angle), radius * Math.sin(angle), angle][i % 3];
  }),
};
const crumpled = sheet(18, 18, (x, y) => 2 * Math.sin(3 * x * y));
const folded: SmallMesh = {
  triangles: crumpled.triangles,
  positions: crumpled.positions.map((x, i) => (i % 3 === 2 ? x : 2.5 * Math.sin(0.8 * x))),
};
/** Smooth, so that patches that meet along an edge pass although what both belong to does not. */
const waves = sheet(40, 40, (x, y) => Math.sin(0.3 * x + 0.4 * y));
const foldedWaves: SmallMesh = {
  triangles: waves.triangles,
  positions: waves.positions.map((x, i) => (i % 3 === 2 ? x : 4 * Math.sin(0.3 * x))),
};
const meshes: Readonly<Record<string, SmallMesh>> = {
  hills,
  gutter,
  ramp,
  folded,
  'folded waves': foldedWaves,
  'a sphere': sphere(12),
  'many pieces': smallMeshes['many pieces'],
};

const variants: StarContourOptions[] = [
  { contourTest: 'exact' },
  { contourTest: 'star' },
  { contourTest: 'star-then-exact', directions: 14 },
  { culling: 'none' },
  { culling: 'orientation' },
];
const cases = Object.entries(meshes).flatMap(([name, mesh]) => variants.map((options) => ({ name, mesh, options })));

function create(mesh: SmallMesh, options: StarContourOptions, common: CommonOptions = {}) {
  return createDetector(mesh, { ...common, method: starContours({ ...CORE_FORM, ...options }) });
}

function countOf({ visits }: QueryTrace, ...wanted: Outcome[]): number {
  return visits.filter(({ outcome }) => wanted.includes(outcome)).length;
}

const CULLED: Outcome[] = [
  'culled by direction alone',
  'culled by star test',
  'culled by exact contour',
  'culled by a line through the common vertex',
];
const WITHOUT_TEST: Outcome = 'culled together with a neighbour';

describe.each(cases)('trace of $name with $options', ({ mesh, options }) => {
  const detector = create(mesh, { ...options, trace: true });
  const found = contactsFound(detector);
  const counters = { ...detector.counters };
  const trace = detector.finder.trace!;

  it('changes nothing', () => {
    const plain = create(mesh, options);
    expect(found).toEqual(contactsFound(plain));
    expect(counters).toEqual(plain.counters);
  });

  it('agrees with the counters', () => {
    expect(countOf(trace, ...CULLED, WITHOUT_TEST)).toBe(counters.patchesCulled);
    const contourTests = countOf(trace, 'contour may meet itself', ...CULLED.slice(1));
    expect(contourTests).toBe(counters.contourTests);
    if (options.contourTest === 'exact' || options.culling === 'orientation') {
      const atMost = countOf(trace, 'no common direction', 'contour may meet itself', 'not tried', ...CULLED);
      expect(counters.orientationTests).toBeLessThanOrEqual(atMost);
      expect(counters.orientationTests).toBeGreaterThanOrEqual(atMost - countOf(trace, 'not tried'));
    }
    if (options.culling === 'none') expect(counters.patchesCulled + counters.orientationTests).toBe(0);
    if (options.contourTest === 'star') expect(countOf(trace, 'culled by exact contour')).toBe(0);
    if (options.contourTest === 'exact') expect(countOf(trace, 'culled by star test')).toBe(0);
    expect(counters.boxTests).toBeGreaterThanOrEqual(trace.boxPairs.length);
  });

  it('visits no pair of patches twice, and nothing below one that was culled', () => {
    const names = trace.visits.map(({ patchA, patchB }) => `${patchA} ${patchB}`);
    expect(new Set(names).size).toBe(names.length);
    const trianglesOf = new Map<number, Set<number>>();
    for (const { patchA, patchB } of trace.visits) {
      for (const patch of [patchA, patchB]) {
        if (!trianglesOf.has(patch)) trianglesOf.set(patch, new Set(trace.trianglesOf(patch)));
      }
    }
    const isIn = (inner: number, outer: number) =>
      trianglesOf.get(outer)!.has(trace.trianglesOf(inner)[0]) && trace.levelOf(inner) >= trace.levelOf(outer);
    const culled = trace.visits.filter(({ outcome }) => CULLED.includes(outcome)).slice(0, 40);
    for (const outer of culled) {
      for (const inner of trace.visits) {
        if (inner === outer) continue;
        expect(isIn(inner.patchA, outer.patchA) && isIn(inner.patchB, outer.patchB)).toBe(false);
      }
    }
  });

  it('knows the triangles of patches, and on which level they are', () => {
    const all = Array.from({ length: detector.triangleCount }, (_, t) => t);
    expect([...trace.trianglesOf(0)].sort((a, b) => a - b)).toEqual(all);
    expect(trace.levelOf(0)).toBe(0);
    const patches = [...new Set(trace.visits.map(({ patchA }) => patchA))].sort((a, b) => a - b);
    // preorder: a patch is inside the last one before it that holds its triangles
    const path: number[] = [];
    for (const patch of patches) {
      const members = trace.trianglesOf(patch);
      while (path.length > 0 && !trace.trianglesOf(path[path.length - 1]).includes(members[0])) path.pop();
      if (path.length > 0) {
        expect(trace.levelOf(patch)).toBeGreaterThan(trace.levelOf(path[path.length - 1]));
        const around = new Set(trace.trianglesOf(path[path.length - 1]));
        expect(members.every((t) => around.has(t))).toBe(true);
      }
      path.push(patch);
    }
  });

  it('gives contours as closed loops along edges of the patches that other triangles of theirs do not have', () => {
    const { triangles } = mesh;
    let loopsSeen = 0;
    for (const visit of trace.visits.filter(({ outcome }) => outcome !== 'triangles tested')) {
      const members = new Set([...trace.trianglesOf(visit.patchA), ...trace.trianglesOf(visit.patchB)]);
      const uses = new Map<string, number>();
      for (const t of members) {
        for (let k = 0; k < 3; k++) {
          const name = `${triangles[3 * t + k]} ${triangles[3 * t + ((k + 1) % 3)]}`;
          uses.set(name, (uses.get(name) ?? 0) + 1);
        }
      }
      const boundary = new Set([...uses.keys()].filter((edge) => !uses.has(edge.split(' ').reverse().join(' '))));
      const loops = trace.contourOf(visit);
      const edges = loops.flatMap((loop) => Array.from(loop, (v, i) => `${v} ${loop[(i + 1) % loop.length]}`));
      loopsSeen += loops.length;
      if (loops.length > 0) expect(new Set(edges)).toEqual(boundary);
      if (visit.outcome === 'culled by exact contour' || visit.outcome === 'culled by star test') {
        expect(loops.length).toBeGreaterThan(0);
      }
    }
    if (mesh === hills) expect(loopsSeen).toBeGreaterThan(0);
  });

  it('says of boxes whether they are apart', () => {
    const boxOf = (patch: number) => {
      const box = [0, 1, 2].map(() => [Infinity, -Infinity]);
      for (const t of trace.trianglesOf(patch)) {
        for (let i = 3 * t; i < 3 * t + 3; i++) {
          for (const [axis, range] of box.entries()) {
            const x = mesh.positions[3 * mesh.triangles[i] + axis];
            range[0] = Math.min(range[0], x);
            range[1] = Math.max(range[1], x);
          }
        }
      }
      return box;
    };
    for (const { patchA, patchB, apart } of trace.boxPairs.slice(0, 300)) {
      const [a, b] = [boxOf(patchA), boxOf(patchB)];
      expect(apart).toBe([0, 1, 2].some((axis) => a[axis][0] > b[axis][1] || b[axis][0] > a[axis][1]));
    }
  });

  it('stays as it is after the next query', () => {
    const before = JSON.stringify([trace.visits, trace.boxPairs]);
    detector.update(mesh.positions.map((x) => 2 * x));
    detector.findIntersections();
    expect(JSON.stringify([trace.visits, trace.boxPairs])).toBe(before);
    expect(detector.finder.trace).not.toBe(trace);
  });
});

describe('traces together', () => {
  it('show every outcome', () => {
    const seen = new Set<Outcome>();
    for (const { mesh, options } of cases) {
      const detector = create(mesh, { ...options, trace: true });
      detector.findIntersections();
      for (const { outcome } of detector.finder.trace!.visits) seen.add(outcome);
    }
    expect([...seen].sort()).toEqual([...outcomes].sort());
  });
});

describe.each(variants.filter(({ culling }) => culling !== 'none'))('task times with %o', (options) => {
  const sum = (detector: Detector<StarContourFinder>) =>
    Object.values(detector.finder.taskTimes!).reduce((total, ms) => total + ms, 0);

  it('are null unless asked for', () => {
    const detector = create(hills, options);
    detector.findIntersections();
    expect([detector.finder.taskTimes, detector.finder.trace]).toEqual([null, null]);
  });

  it('add up over poses, change nothing, and can be set to 0', () => {
    for (const mesh of [hills, folded]) {
      const detector = create(mesh, { ...options, taskTimes: true });
      const plain = create(mesh, options);
      expect(contactsFound(detector)).toEqual(contactsFound(plain));
      const first = sum(detector);
      expect(first).toBeGreaterThan(0);
      for (const ms of Object.values(detector.finder.taskTimes!)) expect(ms).toBeGreaterThanOrEqual(0);
      const squeezed = mesh.positions.map((x, i) => (i % 3 === 0 ? 0.5 * x : x));
      for (const each of [detector, plain]) each.update(squeezed);
      expect(contactsFound(detector)).toEqual(contactsFound(plain));
      expect(sum(detector)).toBeGreaterThan(first);
      const times = detector.finder.taskTimes!;
      for (const task of Object.keys(times) as (keyof typeof times)[]) times[task] = 0;
      expect(sum(detector)).toBe(0);
    }
  });

  it('stop at the first contact as without them', () => {
    const detector = create(folded, { ...options, taskTimes: true, trace: true });
    expect(detector.selfIntersects()).toBe(true);
    expect(detector.counters.contacts).toBe(1);
    const limited = create(folded, { ...options, taskTimes: true }, { maxContacts: 5 });
    expect(limited.findIntersections()).toMatchObject({ count: 5, truncated: true });
  });
});
