import { describe, expect, it } from 'vitest';
import type { TestMesh } from '../meshes.ts';
import { box, createRandom, measureMesh, tetrahedron } from './measure-mesh.ts';

type Vector = readonly number[];

const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

function pointsOf({ positions }: TestMesh): Vector[] {
  return Array.from({ length: positions.length / 3 }, (_, v) => positions.slice(3 * v, 3 * v + 3));
}

/** How far convex bodies must move apart: the least over all normals of faces and all directions across two edges. */
function depthOf(a: TestMesh, b: TestMesh): number {
  const edgesOf = (mesh: TestMesh) => {
    const points = pointsOf(mesh);
    return mesh.triangles.map((v, i) => {
      const w = mesh.triangles[i % 3 === 2 ? i - 2 : i + 1];
      return points[w].map((x, k) => x - points[v][k]);
    });
  };
  const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)];
  const normals = (edges: Vector[]) => edges.flatMap((edge, i) => (i % 3 === 0 ? [cross(edge, edges[i + 1])] : []));
  const axes = [...normals(edgesA), ...normals(edgesB), ...edgesA.flatMap((p) => edgesB.map((q) => cross(p, q)))];
  let least = Number.POSITIVE_INFINITY;
  for (const axis of axes) {
    const length = Math.hypot(...axis);
    if (length < 1e-12) continue;
    const along = (mesh: TestMesh) =>
      pointsOf(mesh).map((p) => (p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]) / length);
    const [p, q] = [along(a), along(b)];
    least = Math.min(least, Math.max(...p) - Math.min(...q), Math.max(...q) - Math.min(...p));
  }
  return least;
}

function turned(mesh: TestMesh, random: () => number): TestMesh {
  const raw = Array.from({ length: 4 }, () => random() - 0.5);
  const length = Math.hypot(...raw);
  const [w, x, y, z] = raw.map((value) => value / length);
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const positions = pointsOf(mesh).flatMap((p) => rows.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]));
  return { positions, triangles: mesh.triangles };
}

describe('the depth of convex bodies', () => {
  const KINDS = ['boxes along the axes', 'turned boxes', 'tetrahedra', 'a box and a tetrahedron'];
  it.each(KINDS)('lies within its bounds: %s, 250 pairs', (kind) => {
    const random = createRandom(100 + KINDS.indexOf(kind));
    const point = () => [random(), random(), random()];
    const block = () =>
      box(
        point(),
        point().map((x) => 0.2 + x),
      );
    const tet = () => tetrahedron([point(), point(), point(), point()].map((p) => p.map((x) => 1.5 * x)));
    const makers: (() => TestMesh)[][] = [
      [block, block],
      [() => turned(block(), random), () => turned(block(), random)],
      [tet, tet],
      [block, tet],
    ];
    const [first, second] = makers[KINDS.indexOf(kind)];
    const seen = { pairs: 0, exact: 0, tight: 0 };
    while (seen.pairs < 250) {
      const [a, b] = [first(), second()];
      const { places } = measureMesh([a, b]);
      if (places.length === 0 || places.every(({ measure }) => measure.severity === 'touching')) continue;
      seen.pairs++;
      const depth = depthOf(a, b);
      for (const { measure } of places) {
        const said = `${JSON.stringify([a, b])}: ${depth}, ${JSON.stringify(measure)}`;
        expect(measure.depthMethod, said).toBe('inside');
        expect(measure.depthAtLeast!, said).toBeLessThanOrEqual(depth + 1e-9);
        expect(measure.depthAtMost!, said).toBeGreaterThanOrEqual(depth - 1e-9);
        // all directions are tried for so few triangles
        expect(measure.depthAtMost!, said).toBeLessThanOrEqual(depth + 1e-9);
        if (measure.depthKind === 'exact') seen.exact++;
        if (measure.depthAtLeast! > depth / 2) seen.tight++;
      }
    }
    // bounds that say something
    expect(seen.tight).toBeGreaterThan(50);
    if (kind === KINDS[0]) expect(seen.exact).toBeGreaterThan(50);
  });

  it('counts only what is inside: a long leg that reaches a little into a body', () => {
    const leg = box([0.3, 0.3, -0.9], [0.1, 0.1, 0.916]);
    const { places } = measureMesh([box([0, 0, 0], [1, 1, 1]), leg]);
    expect(places.map(({ measure }) => measure.depthKind)).toEqual(['exact']);
    expect(places[0].measure.depth).toBeCloseTo(0.016, 9);
    // the same with a body that has no top, in which nothing is inside
    const { triangles, positions } = box([0, 0, 0], [1, 1, 1]);
    const open = { positions, triangles: [...triangles.slice(0, 6), ...triangles.slice(12)] };
    const [place] = measureMesh([open, leg]).places;
    expect(place.measure.depthAtMost!).toBeLessThan(0.2);
    expect(place.measure.depthAtLeast!).toBeLessThanOrEqual(0.016 + 1e-9);
  });

  it('is of a hair where a body is rounded into another', () => {
    const { places } = measureMesh([box([0, 0, 0], [1, 1, 1]), box([0.3, 0.3, 1 - 2e-7], [0.4, 0.4, 1])]);
    expect(places[0].measure).toMatchObject({ severity: 'hairline', depthKind: 'exact' });
    const more = measureMesh([box([0, 0, 0], [1, 1, 1]), box([0.3, 0.3, 1 - 2e-5], [0.4, 0.4, 1])]);
    expect(more.places[0].measure.severity).toBe('shallow');
  });
});
