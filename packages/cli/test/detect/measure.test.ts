import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileReport, PlaceReport } from '../../src/index.ts';
import { PointDistance } from '../../src/measure/point-distance.ts';
import { type TestMesh, toObj } from '../meshes.ts';
import { parseReport } from '../report-schema.ts';
import { callCli, makeFolder } from '../start-cli.ts';

function box([x, y, z]: number[], [w, d, h]: number[], turn = 0): TestMesh {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) {
    const [px, py, pz] = [x + (i & 1 ? w : 0), y + (i & 2 ? d : 0), z + (i & 4 ? h : 0)];
    positions.push(px * Math.cos(turn) - py * Math.sin(turn), px * Math.sin(turn) + py * Math.cos(turn), pz);
  }
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles: number[] = [];
  for (let q = 0; q < 24; q += 4) {
    const [a, b, c, e] = quads.slice(q, q + 4);
    triangles.push(a, b, c, a, c, e);
  }
  return { positions, triangles };
}

/** A sphere of rings and sectors. */
function sphere([x, y, z]: number[], radius: number, rings = 40): TestMesh {
  const sectors = 2 * rings;
  const positions = [x, y, z + radius];
  for (let i = 1; i < rings; i++) {
    const polar = (Math.PI * i) / rings;
    for (let j = 0; j < sectors; j++) {
      const turn = (2 * Math.PI * j) / sectors;
      const across = radius * Math.sin(polar);
      positions.push(x + across * Math.cos(turn), y + across * Math.sin(turn), z + radius * Math.cos(polar));
    }
  }
  positions.push(x, y, z - radius);
  const at = (i: number, j: number) =>
    i === 0 ? 0 : i === rings ? positions.length / 3 - 1 : 1 + (i - 1) * sectors + (j % sectors);
  const triangles: number[] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sectors; j++) {
      if (i > 0) triangles.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i < rings - 1) triangles.push(at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  }
  return { positions, triangles };
}

function flipped({ positions, triangles }: TestMesh): TestMesh {
  return { positions, triangles: [...triangles].reverse() };
}

async function measure(meshes: Record<string, TestMesh>): Promise<PlaceReport[]> {
  const path = join(makeFolder(), 'm.obj');
  writeFileSync(path, toObj(meshes));
  const { out } = await callCli([
    'check',
    path,
    '--threads',
    '1',
    '--json',
    '-',
    '--find',
    'intersection',
    '--no-config',
  ]);
  return [...(parseReport(out).files[0] as FileReport).summary.worstFrames[0].places];
}

describe('how bad a place is', () => {
  it.each<[string, number[], number[], number]>([
    ['in general position', [0.31, 0.42, 0.53], [1, 1, 1], 0.69 * 0.58 * 0.47],
    ['corner on a diagonal', [0.5, 0.5, 0.5], [1, 1, 1], 0.125],
    ['with faces in one plane', [0, 0, 0.5], [1, 1, 1], 0.5],
    ['through and through', [0.25, 0.25, -1], [0.5, 0.5, 3], 0.25],
    ['poking in', [0.25, 0.25, 0.9], [0.5, 0.5, 3], 0.025],
  ])('volume of two cubes: %s', async (_, at, size, volume) => {
    for (const other of [box(at, size), flipped(box(at, size))]) {
      const places = await measure({ a: box([0, 0, 0], [1, 1, 1]), b: other });
      for (const place of places) {
        expect(place.measure?.closed).toBe(true);
        expect(Math.abs(place.measure!.volume! - volume)).toBeLessThan(1e-9);
      }
    }
  });

  it('volume and depth of a body and its copy at the same place', async () => {
    const [place] = await measure({ a: box([0, 0, 0], [1, 1, 1]), b: box([0, 0, 0], [1, 1, 1]) });
    expect(place.measure).toMatchObject({ severity: 'deep', closed: true });
    expect(place.measure).toMatchObject({ depthKind: 'exact', depthMethod: 'inside' });
    expect(place.measure!.depth!).toBeCloseTo(1, 8);
    expect(Math.abs(place.measure!.volume! - 1)).toBeLessThan(1e-9);
    const [touching] = await measure({ a: box([0, 0, 0], [1, 1, 1]), b: box([0, 0, 1], [1, 1, 1]) });
    expect(touching.measure).toMatchObject({ severity: 'touching', depth: 0, volume: 0 });
  });

  it.each([1e120, 1e-120])('of bodies as large as %s is measured all the same', async (unit) => {
    const places = await measure({
      a: box([0, 0, 0], [unit, unit, unit]),
      b: box([0.5 * unit, 0, 0], [unit, unit, unit]),
    });
    expect(places[0].measure).toMatchObject({ severity: 'deep', closed: true });
    expect(places[0].measure!.depth! / unit).toBeCloseTo(0.5, 6);
    expect(Number.isFinite(places[0].measure!.curveLength)).toBe(true);
  });

  it('volume of turned cubes, far from the origin', async () => {
    const [place] = await measure({ a: box([100, 0, 0], [1, 1, 1], 0.3), b: box([100.5, 0.5, 0.5], [1, 1, 1], 0.3) });
    expect(Math.abs(place.measure!.volume! - 0.125)).toBeLessThan(1e-9);
  });

  it('depth of a box in a box', async () => {
    const [place] = await measure({ a: box([0, 0, 0], [1, 1, 1]), b: box([0.3, 0.3, 0.9], [0.4, 0.4, 1]) });
    expect(place.measure).toMatchObject({ severity: 'deep' });
    expect(place.measure!.depth!).toBeCloseTo(0.1, 8);
    expect(place.measure!.meanDepth!).toBeCloseTo(0.1, 8);
    expect(place.measure!.curveLength).toBeCloseTo(1.6, 8);
    // four walls, the bottom, and the hole in the other
    expect(place.measure!.area!).toBeCloseTo(4 * 0.04 + 0.16 + 0.16, 8);
  });

  it('depth and volume of two spheres within 5 %', async () => {
    const [place] = await measure({ a: sphere([0, 0, 0], 1), b: sphere([0.013, 0.007, 1.8], 1) });
    const distance = Math.hypot(0.013, 0.007, 1.8);
    const lens = (Math.PI * (4 + distance) * (2 - distance) ** 2) / 12;
    expect(place.measure!.depth! / (2 - distance)).toBeGreaterThan(0.95);
    expect(place.measure!.depth! / (2 - distance)).toBeLessThan(1.05);
    expect(Math.abs(place.measure!.volume! / lens - 1)).toBeLessThan(0.05);
  });

  it('depth of a folded sheet lies between its bounds', async () => {
    // a strip that runs flat, turns back above itself and comes down through itself by 0.2
    const n = 60;
    const positions: number[] = [];
    const way = (u: number): [number, number] => {
      if (u < 0.5) return [4 * u, 0];
      if (u < 0.75) return [2 + 0.6 * Math.sin(4 * Math.PI * (u - 0.5)), 0.6 - 0.6 * Math.cos(4 * Math.PI * (u - 0.5))];
      return [2 - 4 * (u - 0.75), 1.2 - 1.4 * ((u - 0.75) / 0.25)];
    };
    for (let i = 0; i <= n; i++) {
      const [x, z] = way(i / n);
      // the end is narrower, so that it goes through and not along the rim
      for (let j = 0; j <= 4; j++) positions.push(x, (j / 4 - 0.5) * (i > n / 2 ? 0.8 : 1.013), z);
    }
    const triangles: number[] = [];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < 4; j++) {
        const a = 5 * i + j;
        triangles.push(a, a + 5, a + 1, a + 1, a + 5, a + 6);
      }
    }
    const [place] = await measure({ sheet: { positions, triangles } });
    expect(place.measure).toMatchObject({
      closed: false,
      severity: 'deep',
      depthMethod: 'way back',
      depthKind: 'both',
    });
    expect(place.measure!.depthAtLeast!).toBeGreaterThan(0);
    expect(place.measure!.depthAtLeast!).toBeLessThan(0.2);
    // the way back along the surface, which is not upright, and from its edges half an edge more
    const along = (0.2 * Math.hypot(4, 5.6)) / 5.6;
    expect(place.measure!.depthAtMost!).toBeGreaterThanOrEqual(along);
    expect(place.measure!.depthAtMost!).toBeLessThan(along + 0.15);
    expect(place.measure!.volume).toBeUndefined();
  });

  it('touching is touching', async () => {
    const [place] = await measure({ a: box([0, 0, 0], [1, 1, 1]), b: box([0.2, 0.3, 1], [0.4, 0.4, 1]) });
    expect(place.measure).toMatchObject({ severity: 'touching', depth: 0 });
  });
});

it('distance to triangles is that of the nearest, tried one by one', () => {
  let state = 7;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const positions = Float64Array.from({ length: 300 }, random);
  const corners = Uint32Array.from({ length: 180 }, () => Math.floor(random() * 100));
  const all = Uint32Array.from({ length: 60 }, (_, t) => t);
  const tree = new PointDistance(positions, corners, all);
  for (let i = 0; i < 50; i++) {
    const [x, y, z] = [2 * random(), random(), random() - 0.5];
    const one = Math.min(
      ...Array.from(all, (t) => new PointDistance(positions, corners, Uint32Array.of(t)).distance(x, y, z)),
    );
    expect(tree.distance(x, y, z)).toBe(one);
    let sampled = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 2000; k++) {
      const t = Math.floor(random() * 60);
      const [u, v] = [random(), random()].sort((p, q) => p - q);
      const weights = [u, v - u, 1 - v];
      const point = [0, 1, 2].map((axis) =>
        weights.reduce((sum, w, c) => sum + w * positions[3 * corners[3 * t + c] + axis], 0),
      );
      sampled = Math.min(sampled, Math.hypot(point[0] - x, point[1] - y, point[2] - z));
    }
    expect(one).toBeLessThanOrEqual(sampled + 1e-12);
  }
});
