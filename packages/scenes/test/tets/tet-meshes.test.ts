import { describe, expect, test } from 'vitest';
import { loadBunny } from '../../src/bunny/bunny-scene.ts';
import type { TetMesh } from '../../src/tets/tet-meshes.ts';
import { tetBall, tetBlock, tetLattice, tetTube } from '../../src/tets/tet-meshes.ts';

/** Volumes of all tets. */
function volumes({ positions: p, tets }: TetMesh): number[] {
  return Array.from({ length: tets.length / 4 }, (_, t) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => p.slice(3 * tets[4 * t + k], 3 * tets[4 * t + k] + 3));
    const [u, v, w] = [b, c, d].map((q) => q.map((x, axis) => x - a[axis]));
    return (
      (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6
    );
  });
}

/** How many tets have each face: 1 on the surface, 2 inside, never more if cells fit together. */
function faceUses({ tets }: TetMesh): Map<string, number> {
  const uses = new Map<string, number>();
  for (let t = 0; t < tets.length; t += 4) {
    for (let i = 0; i < 4; i++) {
      const face = [...tets.slice(t, t + 4)].filter((_, k) => k !== i).sort((a, b) => a - b);
      uses.set(face.join(), (uses.get(face.join()) ?? 0) + 1);
    }
  }
  return uses;
}

function checkBody(mesh: TetMesh, surfaceTriangles?: number) {
  const uses = [...faceUses(mesh).values()];
  expect(uses.every((count) => count <= 2)).toBe(true);
  if (surfaceTriangles !== undefined) expect(uses.filter((count) => count === 1).length).toBe(surfaceTriangles);
  expect(Math.min(...volumes(mesh))).toBeGreaterThan(0);
  expect(new Set(mesh.tets).size).toBe(mesh.positions.length / 3); // no vertex is left over
}

const total = (mesh: TetMesh) => volumes(mesh).reduce((sum, volume) => sum + volume, 0);

describe('generated bodies', () => {
  test('block', () => {
    const mesh = tetBlock(3, 2, 4, 0.5);
    checkBody(mesh, 2 * 2 * (3 * 2 + 2 * 4 + 3 * 4));
    expect(mesh.tets.length / 4).toBe(5 * 24);
    expect(mesh.positions.length / 3).toBe(4 * 3 * 5);
    expect(total(mesh)).toBeCloseTo(24 / 8, 12);
  });

  test('ball', () => {
    const mesh = tetBall(6, 2);
    checkBody(mesh, 6 * 36 * 2);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      expect(Math.hypot(...mesh.positions.slice(i, i + 3))).toBeLessThanOrEqual(2 + 1e-12);
    }
    expect(total(mesh)).toBeGreaterThan(0.9 * (4 / 3) * Math.PI * 8);
    expect(total(mesh)).toBeLessThan((4 / 3) * Math.PI * 8);
  });

  test('straight tube', () => {
    const mesh = tetTube({
      around: 12,
      along: 8,
      layers: 2,
      innerRadius: 1,
      outerRadius: 2,
      centre: (share) => [10 * share, 0, 0],
    });
    checkBody(mesh, 2 * (2 * 12 * 8 + 2 * 12 * 2));
    expect(mesh.tets.length / 4).toBe(5 * 12 * 8 * 2);
    expect(total(mesh)).toBeCloseTo(10 * 12 * 0.5 * Math.sin(Math.PI / 6) * 3, 10);
  });

  test('splits add a vertex each, seven or three tets, and no volume', () => {
    const options = {
      around: 6,
      along: 5,
      layers: 1,
      innerRadius: 1,
      outerRadius: 2,
      centre: (share: number) => [3 * share, Math.sin(share), share] as const,
    };
    const plain = tetTube(options);
    for (const [splitCells, splitTets] of [
      [4, 0],
      [0, 7],
      [11, 13],
      [30, 0],
      [0, 30],
    ]) {
      const split = tetTube({ ...options, splitCells, splitTets });
      checkBody(split);
      expect(split.tets.length / 4).toBe(plain.tets.length / 4 + 7 * splitCells + 3 * splitTets);
      expect(split.positions.length / 3).toBe(plain.positions.length / 3 + splitCells + splitTets);
      expect(total(split)).toBeCloseTo(total(plain), 10);
    }
  });

  test('tube: what does not fit is refused', () => {
    const options = { along: 2, layers: 1, innerRadius: 1, outerRadius: 2, centre: () => [0, 0, 0] as const };
    expect(() => tetTube({ ...options, around: 5 })).toThrow('tetTube: around must be even and at least 4, got 5.');
    expect(() => tetTube({ ...options, around: 4, splitCells: 5, splitTets: 4 })).toThrow(
      'tetTube: splitCells + splitTets must be at most 8, got 9.',
    );
  });

  test('a ball’s surface filled with a lattice has about its volume', () => {
    const ball = tetBall(10, 1);
    const triangles = [...faceUses(ball)]
      .filter(([, uses]) => uses === 1)
      .flatMap(([face]) => face.split(',').map(Number));
    const mesh = tetLattice({ positions: ball.positions, triangles: Uint32Array.from(triangles) }, 16);
    checkBody(mesh);
    expect(total(mesh) / total(ball)).toBeGreaterThan(0.93);
    expect(total(mesh) / total(ball)).toBeLessThan(1.07);
  });

  test('bunny in a lattice', async () => {
    const mesh = tetLattice(await loadBunny(), 14);
    checkBody(mesh);
    expect(mesh.tets.length / 4).toBeGreaterThan(2500);
    expect(mesh.tets.length % 20).toBe(0);
  });
});
