import { dragonModels, makeScene, readPlyText } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { chooseDragonModel } from '../../src/dragon/dragon-models.ts';
import { loadDragon } from '../../src/dragon/load-dragon.ts';
import { contactCounts, edgeUse } from '../mesh-facts.ts';

describe('loadDragon', () => {
  it.each(dragonModels.slice(0, 2))('reads $file', async (model) => {
    const mesh = await loadDragon(model);
    expect(mesh.triangles.length / 3).toBe(model.triangles);
    expect(mesh.triangles.reduce((a, b) => Math.max(a, b))).toBe(mesh.positions.length / 3 - 1);
    expect(edgeUse(mesh).crowded, 'non-manifold edges').toBeGreaterThan(0);
  });
});

it('chooseDragonModel takes the nearest that is fine enough', () => {
  const chosen = [1, 11_000, 12_000, 47_800, 100_000, 1_000_000].map((n) => chooseDragonModel(n).triangles);
  expect(chosen).toEqual([11_102, 11_102, 11_102, 47_794, 202_520, 871_414]);
});

describe('the dragon scene', () => {
  it('sways and comes back', async () => {
    const scene = await makeScene('dragon', { triangles: 11_102, frames: 5 });
    expect(scene.mesh.triangles.length / 3).toBe(11_102);
    const pose = new Float64Array(scene.mesh.positions.length);
    scene.frame(1, pose);
    const moved = pose.map((x, i) => Math.abs(x - scene.mesh.positions[i]!));
    expect(Math.max(...moved)).toBeGreaterThan(0.02); // the dragon is 0.14 high
    expect(Math.max(...moved)).toBeLessThan(0.06);
    scene.frame(4, pose);
    for (let i = 0; i < pose.length; i++) expect(Math.abs(pose[i]! - scene.mesh.positions[i]!)).toBeLessThan(1e-12);
  });

  it('has a few contacts of its own in every frame', async () => {
    for (const count of contactCounts(await makeScene('dragon', { triangles: 11_102, frames: 3 }))) {
      expect(count).toBeGreaterThan(5);
      expect(count).toBeLessThan(100);
    }
  });

  it('can be thinned', async () => {
    const { mesh } = await makeScene('dragon', { triangles: 2000, frames: 1 });
    expect(Math.abs(mesh.triangles.length / 3 - 2000)).toBeLessThan(200);
    const corners = mesh.triangles;
    for (let i = 0; i < corners.length; i += 3) expect(new Set(corners.slice(i, i + 3)).size).toBe(3);
  });
});

describe('readPlyText', () => {
  const header = [
    'ply',
    'format ascii 1.0',
    'element vertex 3',
    'property float x',
    'property float y',
    'property float z',
    'element face 1',
    'property list uchar int vertex_indices',
    'end_header',
    '',
  ].join('\n');

  it('reads vertices and faces', () => {
    const mesh = readPlyText(`${header}0 0 0\n1 0 0 \n0 1e-1 0\n3 0 1 2\n`);
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 0.1, 0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('refuses what it cannot read', () => {
    expect(() => readPlyText('solid cube')).toThrow('readPlyText: the text must be an ASCII PLY file.');
    expect(() => readPlyText(header.replace('float z', 'float w'))).toThrow(/^readPlyText: the properties must be/);
    expect(() => readPlyText(`${header}0 0 0 1 0 0 0 1`)).toThrow(/^readPlyText: a number is expected at character/);
    expect(() => readPlyText(`${header}0 0 0 1 0 0 0 1 0 4 0 1 2 0`)).toThrow(
      'readPlyText: face 0 must have 3 corners, got 4.',
    );
  });
});
