import { describe, expect, it } from 'vitest';
import { ImpactConfirmer } from '../../../src/confirm/impacts/confirm-impacts.ts';
import { ImpactList } from '../../../src/confirm/impacts/impact-list.ts';
import { createSurface } from '../../../src/mesh/surface.ts';
import { exactImpact } from '../../../src/predicates/exact-impact.ts';
import type { ImpactCounters } from '../../../src/predicates/impact-records.ts';
import { ImpactTest } from '../../../src/predicates/impact-test.ts';
import { candidatePairs } from './candidate-pairs.ts';
import { edgePairKey, hasTruth, truthFrame, truthQueries } from './truth-data.ts';

const noCounts = (): ImpactCounters => ({ vertexTests: 0, edgePairTests: 0, planeSteps: 0, clips: 0, exactTests: 0 });
const limits = { minSeparation: 0, maxTime: 1, tolerance: 1e-8 };

describe.skipIf(!hasTruth)('impacts of known truth (skipped where ../shared/data is absent)', () => {
  it('1,980 queries: none missed, none invented, with filters and without', () => {
    const queries = truthQueries();
    expect(queries.length).toBe(1980);
    expect(queries.filter((query) => query.impact).length).toBe(1119);
    const test = new ImpactTest(limits, noCounts());
    const wrong = queries.filter(({ kind, points, impact }) => {
      test.points.set(points);
      const impacts = kind === 'vertex-triangle' ? test.vertexTriangle(false) : test.edgeEdge(false);
      const time = impacts ? test.time : -1;
      const exact = exactImpact(points, kind, 0, 1, 2 ** -60);
      return time >= 0 !== impact || exact >= 0 !== impact || time > exact || (time === 0) !== (exact === 0);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['cloth-funnel', 227, 27, 107],
    ['rod-twist', 3036, 765, 4179],
    ['armadillo-rollers', 326, 4650, 19308],
  ] as const)('%s %i: exactly the listed impacts', (name, number, vertexCount, edgeCount) => {
    const frame = truthFrame(name, number);
    expect([frame.vertexTriangle.length, frame.edgeEdge.length]).toEqual([vertexCount, edgeCount]);
    const surface = createSurface('test', { positions: frame.from, triangles: frame.triangles }, { weld: false });
    const inOrder = (positions: Float64Array) =>
      Float64Array.from(
        { length: positions.length },
        (_, i) => positions[3 * vertexSource[Math.floor(i / 3)] + (i % 3)],
      );
    const { vertexSource } = surface;
    const from = inOrder(frame.from);
    const to = inOrder(frame.to);
    const pairs = candidatePairs(surface.triangles, from, to);
    const counters = noCounts();
    const list = new ImpactList();
    const { vertices, edges } = list;
    const began = performance.now();
    const confirmer = new ImpactConfirmer(surface, counters);
    confirmer.begin(limits);
    confirmer.confirm({ from, to, exactOnly: false }, pairs, pairs.length / 2, list);
    const tests = counters.vertexTests + counters.edgePairTests;
    const milliseconds = performance.now() - began;
    if (process.env.IMPACT_TIMES) console.log(name, pairs.length / 2, counters, `${tests / milliseconds} pairs/ms`);
    const found = Array.from(
      { length: vertices.count },
      (_, i) => `${vertexSource[vertices.first[i]]}:${vertices.second[i]}`,
    );
    const end = (h: number) => [frame.triangles[h], frame.triangles[h % 3 === 2 ? h - 2 : h + 1]];
    const met = Array.from({ length: edges.count }, (_, i) => edgePairKey(end(edges.first[i]), end(edges.second[i])));
    expect(found.sort()).toEqual([...frame.vertexTriangle].sort());
    expect(met.sort()).toEqual([...frame.edgeEdge].sort());
    expect(counters.exactTests).toBeLessThan(tests / 100);
  });
});
