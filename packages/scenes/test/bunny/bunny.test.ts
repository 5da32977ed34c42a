import { bunnyScene, loadBunny, loopSubdivide } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { collapseEdges } from '../../src/bunny/collapse-edges.ts';
import { gridMesh } from '../../src/topology/grid.ts';
import { contactCounts, edgeUse, signedVolume } from '../mesh-facts.ts';

const CLOSED = { border: 0, crowded: 0, repeated: 0, euler: 2 };
const base = await loadBunny();

describe('loopSubdivide', () => {
  it('makes four of every triangle and keeps the surface closed', () => {
    const once = loopSubdivide(base);
    expect(once.triangles.length).toBe(4 * base.triangles.length);
    expect(edgeUse(once)).toEqual(CLOSED);
    // smoothing shrinks a little, and only a little
    const ratio = signedVolume(once) / signedVolume(base);
    expect(ratio).toBeGreaterThan(0.97);
    expect(ratio).toBeLessThan(1);
  });

  it('gives the known weights on an octahedron', () => {
    const octahedron = {
      positions: Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
      triangles: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
    };
    const { positions } = loopSubdivide(octahedron);
    // valence 4: β = (5/8 − (3/8)²) / 4 = 31/256; the four neighbours of a corner cancel
    expect(positions[0]).toBeCloseTo(1 - (4 * 31) / 256, 14);
    // the edge from (1,0,0) to (0,1,0): 3/8 of both; the opposite corners (0,0,±1) cancel
    expect([...positions.slice(18, 21)]).toEqual([0.375, 0.375, 0]);
  });

  it('keeps a flat sheet flat, with its straight borders in place', () => {
    const sheet = loopSubdivide(gridMesh(4, 4));
    expect(edgeUse(sheet)).toMatchObject({ border: 32, crowded: 0, repeated: 0, euler: 1 });
    const onEdge = sheet.positions.filter((x, i) => i % 3 === 0 && x === 0).length;
    expect(onEdge).toBe(7); // corners are rounded off, nothing else leaves x = 0
    expect(sheet.positions.every((z, i) => i % 3 !== 2 || z === 0)).toBe(true);
  });
});

describe('collapseEdges', () => {
  it.each([2000, 200, 40])('thins the bunny to %i triangles, still closed', (target) => {
    const thin = collapseEdges(base, target);
    expect(thin.triangles.length / 3).toBe(target);
    expect(edgeUse(thin)).toEqual(CLOSED);
    expect(signedVolume(thin) / signedVolume(base)).toBeGreaterThan(target < 100 ? 0.6 : 0.9);
  });

  it('leaves the input alone', () => {
    const before = base.positions.slice();
    collapseEdges(base, 1000);
    expect(base.positions).toEqual(before);
  });
});

describe('bunnyScene', () => {
  it.each([
    [3_700, 3_674],
    [14_700, 14_696],
    [58_800, 58_784],
  ])('of %i triangles is the full base subdivided: %i', (wanted, count) => {
    const { mesh } = bunnyScene(base, { triangles: wanted, frames: 1 });
    expect(mesh.triangles.length / 3).toBe(count);
    expect(edgeUse(mesh)).toEqual(CLOSED);
  });

  it.each([200, 3674])('is free at first and squeezed into itself in the end (%i triangles)', (triangles) => {
    const counts = contactCounts(bunnyScene(base, { triangles, frames: 9 }));
    expect(counts.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(counts[8]).toBeGreaterThan(triangles / 30);
  });

  it('has rough variants, each rougher', () => {
    const [plain, bumpy, spiky] = (['plain', 'bumpy', 'spiky'] as const).map((roughness) => {
      const scene = bunnyScene(base, { triangles: 14_696, frames: 2, roughness });
      const counts = contactCounts(scene);
      expect(counts[0], `${roughness} at rest`).toBe(0);
      expect(counts[1]).toBeGreaterThan(300);
      return meanBend(scene.mesh);
    });
    expect(bumpy).toBeGreaterThan(1.5 * plain!);
    expect(spiky).toBeGreaterThan(1.5 * bumpy!);
  });

  it('refuses an unknown roughness', () => {
    const options = { roughness: 'furry' as 'plain' };
    expect(() => bunnyScene(base, options)).toThrow(
      new RangeError('bunnyScene: roughness must be one of plain, bumpy, spiky, got furry.'),
    );
  });
});

/** Mean angle between the normals of neighbouring triangles, in radians. */
function meanBend({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): number {
  const normal = (t: number): [number, number, number] => {
    const [a, b, c] = [3 * triangles[3 * t]!, 3 * triangles[3 * t + 1]!, 3 * triangles[3 * t + 2]!];
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k]! - positions[a + k]!) as [number, number, number];
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k]! - positions[a + k]!) as [number, number, number];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    const length = Math.hypot(...n);
    return [n[0] / length, n[1] / length, n[2] / length];
  };
  const byEdge = new Map<string, number>();
  let sum = 0;
  let count = 0;
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [triangles[i]!, triangles[i - (i % 3) + ((i + 1) % 3)]!];
    const other = byEdge.get(`${b},${a}`);
    byEdge.set(`${a},${b}`, Math.floor(i / 3));
    if (other === undefined) continue;
    const [p, q] = [normal(Math.floor(i / 3)), normal(other)];
    sum += Math.acos(Math.min(1, Math.max(-1, p[0] * q[0] + p[1] * q[1] + p[2] * q[2])));
    count++;
  }
  return sum / count;
}
