import { CORE_FORM, starContours } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { contactsFound } from '../../contact-oracle.ts';
import { sheet, torus } from './meshes.ts';

const mesh = torus(60, 30);

describe('trace', () => {
  it('is null unless asked for', () => {
    const detector = createDetector(mesh);
    detector.findIntersections();
    expect(detector.trace).toBeNull();
  });

  it('tells what was culled, in agreement with the counters, and changes nothing', () => {
    const detector = createDetector(mesh, { trace: true });
    expect(contactsFound(detector)).toEqual(contactsFound(createDetector(mesh)));
    const { visits } = detector.trace!;
    const culled = visits.filter(({ outcome }) => outcome.startsWith('culled'));
    expect(culled.length).toBe(detector.counters.patchesCulled);
    expect(culled.length).toBeGreaterThan(0);
  });

  it('knows triangles, levels and contours of patches in the caller’s numbers', () => {
    const detector = createDetector(mesh, { trace: true });
    detector.findIntersections();
    const trace = detector.trace!;
    expect([...trace.trianglesOf(0)].sort((a, b) => a - b)).toEqual([...Array(detector.triangleCount).keys()]);
    expect(trace.levelOf(0)).toBe(0);
    for (const visit of trace.visits.filter(({ outcome }) => outcome === 'culled by exact contour')) {
      const members = [...trace.trianglesOf(visit.patchA), ...trace.trianglesOf(visit.patchB)];
      const corners = new Set(members.flatMap((t) => [...mesh.triangles!.subarray(3 * t, 3 * t + 3)]));
      const loops = trace.contourOf(visit);
      expect(loops.length).toBeGreaterThan(0);
      for (const loop of loops) for (const vertex of loop) expect(corners.has(vertex)).toBe(true);
      expect(trace.levelOf(visit.patchA)).toBeGreaterThan(0);
    }
  });

  it('finds a contour by the numbers of its patches, and none for patches that were not visited together', () => {
    const detector = createDetector(mesh, { trace: true });
    detector.findIntersections();
    const trace = detector.trace!;
    const alone = new Set(trace.visits.filter((v) => v.patchA === v.patchB).map(({ patchA }) => patchA));
    const visit = trace.visits.findLast(
      (v) => v.patchA !== v.patchB && alone.has(v.patchA) && trace.contourOf(v).length > 0,
    )!;
    const { patchA, patchB } = visit;
    expect(trace.contourOf({ patchA, patchB, outcome: 'not tried' })).toEqual(trace.contourOf(visit));
    // the two alone have other contours than together
    const within = trace.visits.find((v) => v.patchA === patchA && v.patchB === patchA)!;
    expect(trace.contourOf(within)).not.toEqual(trace.contourOf(visit));
    expect(trace.contourOf({ patchA: patchB, patchB: patchA, outcome: 'not tried' })).toEqual([]);
  });

  it('shows a flat sheet as one culled patch', () => {
    const detector = createDetector(sheet(20, 20), { trace: true });
    detector.findIntersections();
    expect(detector.trace!.visits).toEqual([{ patchA: 0, patchB: 0, outcome: 'culled by exact contour' }]);
    expect(detector.counters.boxTests).toBe(0);
  });
});

describe('trace of the kernel', () => {
  const wavy = (pose: number) => mesh.positions.map((x, i) => x * (1 + 0.3 * Math.sin(i % 3 === 0 ? pose + i : pose)));

  it.each(['contour', 'orientation', 'none'] as const)(
    'culling by %s: what was culled and tested is what was counted, pose after pose',
    (culling) => {
      const options = { ...CORE_FORM, culling };
      const method = starContours({ ...options, trace: true });
      const detector = createDetector(mesh, { method, engine: 'kernel' });
      const plain = createDetector(mesh, { method: starContours(options), engine: 'kernel' });
      const seen = new Set<string>();
      for (let pose = 0; pose < 8; pose++) {
        for (const one of [detector, plain]) one.update(pose % 4 === 0 ? mesh.positions : wavy(pose));
        expect(contactsFound(detector)).toEqual(contactsFound(plain));
        const { patchesCulled, contourTests, boxTests } = detector.counters;
        expect({ patchesCulled, contourTests, boxTests }).toEqual({
          patchesCulled: plain.counters.patchesCulled,
          contourTests: plain.counters.contourTests,
          boxTests: plain.counters.boxTests,
        });
        const trace = detector.finder.trace!;
        const of = (...names: string[]) => trace.visits.filter(({ outcome }) => names.includes(outcome)).length;
        expect(trace.visits.filter(({ outcome }) => outcome.startsWith('culled')).length).toBe(patchesCulled);
        const tested = ['contour may meet itself', 'culled by exact contour'];
        expect(of(...tested, 'culled by a line through the common vertex')).toBe(contourTests);
        expect(of('culled by star test')).toBe(0);
        for (const { outcome } of trace.visits) seen.add(outcome);
        for (const visit of trace.visits.filter(({ outcome }) => tested.includes(outcome))) {
          expect(trace.projectionOf(visit)).not.toBeNull();
        }
      }
      const wanted = {
        contour: ['culled by exact contour', 'culled together with a neighbour', 'no common direction'],
        orientation: ['culled by direction alone', 'no common direction', 'triangles tested'],
        none: ['not tried', 'triangles tested'],
      };
      for (const outcome of wanted[culling]) expect(seen).toContain(outcome);
    },
  );

  it('is of the last search, whatever was visited before', () => {
    const detector = createDetector(sheet(20, 20), { trace: true });
    const { positions } = sheet(20, 20);
    detector.update(positions.map((x, i) => (i % 3 === 0 ? 3 * Math.sin(x) : x)));
    detector.findIntersections();
    expect(detector.trace!.visits.length).toBeGreaterThan(1);
    detector.update(positions);
    detector.findIntersections();
    const { visits } = detector.trace!;
    detector.findIntersections();
    expect(detector.trace!.visits).toEqual(visits);
    expect(detector.engine).toBe('kernel');
  });
});

describe('taskTimes', () => {
  it('add up and change nothing', () => {
    const detector = createDetector(mesh, {
      method: starContours({ taskTimes: true, contourTest: 'star-then-exact' }),
    });
    detector.update(mesh.positions);
    expect(contactsFound(detector)).toEqual(contactsFound(createDetector(mesh)));
    const times = detector.finder.taskTimes!;
    expect(Object.keys(times)).toHaveLength(9);
    for (const ms of Object.values(times)) expect(ms).toBeGreaterThanOrEqual(0);
    for (const task of ['updateBoxes', 'updateDirections', 'orientationTests', 'contourTests'] as const) {
      expect(times[task]).toBeGreaterThan(0);
    }
  });
});
