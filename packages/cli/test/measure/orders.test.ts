import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModel } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import type { TestMesh } from '../meshes.ts';
import { box, createRandom, type MeasuredTestPlace, measureMesh, sheet, tetrahedron } from './measure-mesh.ts';

const ORDERS = 9;

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Vertices, triangles, corners that triangles start from, and objects in another order, and all turned by multiples of 90°. */
function reordered(objects: readonly TestMesh[], seed: number): TestMesh[] {
  const random = createRandom(seed);
  const turns = Array.from({ length: seed % 6 }, () => Math.floor(random() * 3));
  const turn = (point: number[]) => {
    for (const axis of turns) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      [point[u], point[v]] = [-point[v], point[u]];
    }
    return point;
  };
  return shuffled(objects.length, random).map((o) => {
    const { positions, triangles } = objects[o];
    const order = shuffled(positions.length / 3, random);
    const numberOf: number[] = [];
    order.forEach((v, i) => {
      numberOf[v] = i;
    });
    return {
      positions: order.flatMap((v) => turn(positions.slice(3 * v, 3 * v + 3))),
      triangles: shuffled(triangles.length / 3, random).flatMap((t) => {
        const start = Math.floor(random() * 3);
        return [0, 1, 2].map((k) => numberOf[triangles[3 * t + ((start + k) % 3)]]);
      }),
    };
  });
}

/** What has to be equal, with places in an order of their own. */
function signature(places: readonly MeasuredTestPlace[]): string[] {
  const number = (value: number | undefined) => (value === undefined ? '–' : value.toPrecision(6));
  return places
    .map(({ findings, measure }) => {
      const { severity, depthMethod, depthKind, closed } = measure;
      const numbers = [measure.depth, measure.depthAtLeast, measure.depthAtMost, measure.curveLength, measure.volume];
      return [findings, severity, depthMethod, depthKind, closed, ...numbers.map(number), number(measure.area)].join(
        ' ',
      );
    })
    .sort();
}

function expectEqual(objects: readonly TestMesh[], name: string): number {
  const { places } = measureMesh(objects);
  for (let seed = 1; seed <= ORDERS; seed++) {
    expect(signature(measureMesh(reordered(objects, seed)).places), `${name}, order ${seed}`).toEqual(
      signature(places),
    );
  }
  return places.length;
}

/** A tube without ends, which stands in a box. */
function tube(low: number, high: number): TestMesh {
  const positions = [low, high].flatMap((z) =>
    Array.from({ length: 12 }, (_, i) => [
      0.1 * Math.cos((Math.PI * i) / 6),
      0.1 * Math.sin((Math.PI * i) / 6),
      z,
    ]).flat(),
  );
  const triangles = Array.from({ length: 12 }, (_, i) => {
    const j = (i + 1) % 12;
    return [i, j, j + 12, i, j + 12, i + 12];
  }).flat();
  return { positions, triangles };
}

function generated(): [string, TestMesh[]][] {
  const list: [string, TestMesh[]][] = [
    ['tube in a box', [box([-1, -1, 0], [2, 2, 1]), tube(-2, 0.05)]],
    ['boxes with faces in one plane', [box([0, 0, 0], [1, 1, 1]), box([0.5, 0, 0], [1, 1, 1])]],
    ['a box and its copy', [box([0, 0, 0], [1, 1, 1]), box([0, 0, 0], [1, 1, 1])]],
    ['a box on a box', [box([0, 0, 0], [1, 1, 1]), box([0.25, 0.25, 1], [0.5, 0.5, 1])]],
    ['a bar through a box', [box([0, 0, 0], [1, 1, 1]), box([0.25, 0.25, -1], [0.5, 0.5, 3])]],
    ['sheets that cross', [sheet(8, (x) => 0.3 * x - 0.1), sheet(7, (_, y) => 0.25 * y - 0.07)]],
  ];
  for (let seed = 1; list.length < 60; seed++) {
    const random = createRandom(1000 + seed);
    const step = seed % 3 === 0 ? 4 : 0;
    const number = () => (step > 0 ? Math.round(random() * step) / step : random());
    const point = () => [number(), number(), number()];
    const kinds: (() => TestMesh)[] = [
      () => box(point(), [0.25 + number(), 0.25 + number(), 0.25 + number()]),
      () => tetrahedron([point(), point(), point(), point()]),
      () => sheet(4, () => number()),
      () => tube(number() - 0.5, 1 + number()),
    ];
    list.push([`mesh ${seed}`, Array.from({ length: 2 + (seed % 2) }, () => kinds[Math.floor(random() * 4)]())]);
  }
  return list;
}

describe('measures are the same in every order and turn', () => {
  it('of 60 generated meshes, in 9 orders each', { timeout: 60_000 }, () => {
    let places = 0;
    for (const [name, objects] of generated()) places += expectEqual(objects, name);
    expect(places).toBeGreaterThan(50);
  });

  // beside the repository, or where this says
  const folder = process.env.SELFCOLLIDE_DATA ?? fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
  const there = existsSync(join(folder, 'manifest.json'));
  if (!there) console.warn(`measure/orders: ${folder} is not there; real meshes are not tried.`);
  const files = [
    'static/two-cubes-intersecting.ply',
    'static/cgal_tetra_intersected_by_triangle.off',
    'static/cgal_spheres_intersecting.off',
    'static/doubleLoopWithCube.obj',
    'static/quintupleTorus.obj',
    'static/cgal_pig.off',
    'sequences/kick_shell30.obj',
    'garments/male_casualsuit04.obj',
  ];
  it.skipIf(!there).each(files)('of %s in shared/data', { timeout: 120_000 }, async (file) => {
    const model = await readModel(readFileSync(join(folder, file)), { name: file });
    const objects = model.objects.map(({ firstTriangle, triangleCount }) => {
      const numberOf = new Map<number, number>();
      const triangles = Array.from(
        model.triangles.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount)),
        (v) => {
          if (!numberOf.has(v)) numberOf.set(v, numberOf.size);
          return numberOf.get(v)!;
        },
      );
      const positions = [...numberOf.keys()].flatMap((v) => Array.from(model.positions.subarray(3 * v, 3 * v + 3)));
      return { positions, triangles };
    });
    expectEqual(objects, file);
  });
});
