import { describe, expect, it } from 'vitest';
import { cappedTube } from '../../src/topology/capped-tube.ts';
import { geodesicFrequency, geodesicSphere } from '../../src/topology/geodesic-sphere.ts';
import { gridMesh, gridSize, gridTriangles, gridVertexCount } from '../../src/topology/grid.ts';
import { joinMeshes } from '../../src/topology/join-meshes.ts';
import { vertexNormals } from '../../src/topology/vertex-normals.ts';
import { edgeUse, signedVolume } from '../mesh-facts.ts';

const CLOSED = { border: 0, crowded: 0, repeated: 0 };

describe('gridTriangles', () => {
  it.each(['constant', 'alternating'] as const)('makes a consistent disk with %s diagonals', (diagonals) => {
    const triangles = gridTriangles(5, 3, { diagonals });
    expect(edgeUse({ triangles })).toEqual({ border: 16, crowded: 0, repeated: 0, euler: 1 });
    expect(Math.max(...triangles) + 1).toBe(gridVertexCount(5, 3));
  });

  it('turns every second diagonal', () => {
    const cell = (diagonals: 'constant' | 'alternating') => [...gridTriangles(2, 1, { diagonals }).slice(6)];
    expect(cell('constant')).toEqual([1, 2, 5, 1, 5, 4]);
    expect(cell('alternating')).toEqual([1, 2, 4, 2, 5, 4]);
  });

  it('wraps to a tube and to a torus', () => {
    expect(edgeUse({ triangles: gridTriangles(5, 3, { wrapColumns: true }) }).euler).toBe(0);
    const torus = { wrapColumns: true, wrapRows: true };
    expect(edgeUse({ triangles: gridTriangles(5, 3, torus) })).toEqual({ ...CLOSED, euler: 0 });
    expect(gridVertexCount(5, 3, torus)).toBe(15);
  });

  it('faces +z with columns along x and rows along y', () => {
    const normals = vertexNormals(gridMesh(3, 2, { diagonals: 'alternating' }));
    for (let v = 0; v < normals.length; v += 3) expect([...normals.slice(v, v + 3)]).toEqual([0, 0, 1]);
  });
});

it('gridSize finds the sizes of the papers', () => {
  expect(gridSize(80_000, 0.64)).toEqual({ columns: 160, rows: 250 });
  expect(gridSize(4096, 0.5)).toEqual({ columns: 32, rows: 64 });
  expect(gridSize(1, 1)).toEqual({ columns: 1, rows: 1 });
});

describe('geodesicSphere', () => {
  it.each([1, 2, 3, 7])('of frequency %i is closed, round and faces outwards', (frequency) => {
    const { directions, triangles } = geodesicSphere(frequency);
    expect(triangles.length / 3).toBe(20 * frequency ** 2);
    expect(edgeUse({ triangles })).toEqual({ ...CLOSED, euler: 2 });
    for (let v = 0; v < directions.length; v += 3) {
      expect(Math.hypot(directions[v]!, directions[v + 1]!, directions[v + 2]!)).toBeCloseTo(1, 12);
    }
    const volume = signedVolume({ positions: directions, triangles });
    expect(volume).toBeGreaterThan(2.5);
    expect(volume).toBeLessThan((4 / 3) * Math.PI);
  });

  it('is chosen by the nearest count', () => {
    expect([1, 20, 180, 80_000].map(geodesicFrequency)).toEqual([1, 1, 3, 63]);
  });
});

describe('cappedTube', () => {
  it.each([
    [1, 1],
    [2, 5],
    [5, 3],
  ])('with %i cells a quarter and %i along is closed', (quarter, rings) => {
    const tube = cappedTube(quarter, rings);
    expect(tube.triangles.length / 3).toBe(8 * quarter * (quarter + rings));
    expect(edgeUse(tube)).toEqual({ ...CLOSED, euler: 2 });
    expect(tube.ring[tube.vertexCount - 1]).toBe(2 * quarter + rings);
    const atPole = [...tube.triangles].filter((vertex) => vertex === 0).length;
    expect(atPole).toBe(4);
  });
});

it('joinMeshes keeps the parts apart', () => {
  const joined = joinMeshes([gridMesh(1, 1), gridMesh(2, 1)]);
  expect([...joined.vertexStart]).toEqual([0, 4, 10]);
  expect([...joined.objects]).toEqual([0, 0, 1, 1, 1, 1]);
  expect(Math.max(...joined.triangles.slice(0, 6))).toBe(3);
  expect(Math.min(...joined.triangles.slice(6))).toBe(4);
});
