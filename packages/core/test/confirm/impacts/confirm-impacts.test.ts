import { expect, it } from 'vitest';
import { ImpactConfirmer } from '../../../src/confirm/impacts/confirm-impacts.ts';
import { ImpactList } from '../../../src/confirm/impacts/impact-list.ts';
import { createSurface, reorderSurface, type Surface } from '../../../src/mesh/surface.ts';
import { exactImpact } from '../../../src/predicates/exact-impact.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { edgePairKey } from './truth-data.ts';

const limits = { minSeparation: 0, maxTime: 1, tolerance: 1e-7 };

/** Triangles over few vertices: neighbours by edge and vertex, doubled ones, and some that name a vertex twice. */
function tangle(seed: number) {
  const random = new RandomPoints(seed);
  const point = () => (seed % 2 ? random.inCube() : random.onLattice(2));
  const positions = () => Float64Array.from(Array.from({ length: 10 }, point).flat());
  return { triangles: Uint32Array.from({ length: 36 }, () => random.below(10)), from: positions(), to: positions() };
}

/** Impacts in the caller's numbers, with their times. */
function confirmed(surface: Surface, from: Float64Array, to: Float64Array): Map<string, number> {
  const { vertexSource, triangleSource, triangles, triangleCount } = surface;
  const inOrder = (positions: Float64Array) =>
    Float64Array.from(
      { length: 3 * vertexSource.length },
      (_, i) => positions[3 * vertexSource[Math.floor(i / 3)] + (i % 3)],
    );
  const pairs: number[] = [];
  for (let s = 0; s < triangleCount; s++) for (let t = s + 1; t < triangleCount; t++) pairs.push(t, s);
  const list = new ImpactList();
  const { vertices, edges } = list;
  const counters = { vertexTests: 0, edgePairTests: 0, planeSteps: 0, clips: 0, exactTests: 0 };
  const step = { from: inOrder(from), to: inOrder(to), exactOnly: false };
  const confirmer = new ImpactConfirmer(surface, counters);
  confirmer.begin(limits);
  confirmer.confirm(step, Uint32Array.from(pairs), pairs.length / 2, list);
  const found = new Map<string, number>();
  for (let i = 0; i < vertices.count; i++) {
    const key = `${vertexSource[vertices.first[i]]}:${triangleSource[vertices.second[i]]}`;
    expect(found.has(key)).toBe(false);
    found.set(key, vertices.times[i]);
  }
  const ends = (h: number) => [h, h % 3 === 2 ? h - 2 : h + 1].map((corner) => vertexSource[triangles[corner]]);
  for (let i = 0; i < edges.count; i++) {
    const key = edgePairKey(ends(edges.first[i]), ends(edges.second[i]));
    expect(found.has(key)).toBe(false);
    found.set(key, edges.times[i]);
  }
  return found;
}

/** Every elementary pair, by exact arithmetic alone. */
function bruteForce(triangles: Uint32Array, from: Float64Array, to: Float64Array): string[] {
  const found: string[] = [];
  const impact = (kind: 'vertex-triangle' | 'edge-edge', ...vertices: number[]) => {
    const points = [from, to].flatMap((at) => vertices.flatMap((v) => [...at.subarray(3 * v, 3 * v + 3)]));
    return exactImpact(points, kind, 0, 1, 1e-7) >= 0;
  };
  const edges = new Map<string, number[]>();
  for (let t = 0; t < triangles.length / 3; t++) {
    const corners = [...triangles.subarray(3 * t, 3 * t + 3)];
    for (const v of new Set(triangles)) {
      if (!corners.includes(v) && impact('vertex-triangle', v, ...corners)) found.push(`${v}:${t}`);
    }
    for (let k = 0; k < 3; k++) {
      const edge = [corners[k], corners[(k + 1) % 3]].sort((a, b) => a - b);
      if (edge[0] !== edge[1]) edges.set(`${edge}`, edge);
    }
  }
  const list = [...edges.values()];
  for (const [i, e] of list.entries()) {
    for (const f of list.slice(i + 1)) {
      if (!e.some((v) => f.includes(v)) && impact('edge-edge', ...e, ...f)) found.push(edgePairKey(e, f));
    }
  }
  return found.sort();
}

it('each elementary pair that impacts comes once, with the same time in whatever order a method keeps triangles', () => {
  let impacts = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const { triangles, from, to } = tangle(seed);
    const surface = createSurface('test', { positions: from, triangles }, { weld: false });
    const found = confirmed(surface, from, to);
    expect([...found.keys()].sort()).toEqual(bruteForce(triangles, from, to));
    impacts += found.size;
    const reversed = Uint32Array.from({ length: triangles.length / 3 }, (_, i) => triangles.length / 3 - 1 - i);
    const again = confirmed(reorderSurface(surface, reversed), from, to);
    expect([...again].sort()).toEqual([...found].sort());
  }
  expect(impacts).toBeGreaterThan(100);
});
