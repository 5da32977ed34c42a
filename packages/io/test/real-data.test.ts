import { describe, expect, it } from 'vitest';
import { type Model, readModel } from '../src/index.ts';
import { hasSharedData, sharedData, sharedManifest, testData } from './shared-data.ts';

/** The manifest counts vertices of the surface after joining equal positions. */
function surfaceVertices({ positions, triangles }: Model): number {
  const seen = new Set<string>();
  for (const v of triangles) {
    // adding 0 makes −0 and 0 the same text
    seen.add(`${positions[3 * v] + 0} ${positions[3 * v + 1] + 0} ${positions[3 * v + 2] + 0}`);
  }
  return seen.size;
}

describe('files in test/data', () => {
  it.each([
    ['spot.obj', 2930, 5856],
    ['spheres-intersecting.off', 324, 640],
    ['tetra-and-triangle.off', 7, 5],
    ['Fox.glb', 290, 576],
  ])('%s', async (name, vertices, triangles) => {
    const model = await readModel(testData(name), { name });
    expect(surfaceVertices(model)).toBe(vertices);
    expect(model.triangles.length / 3).toBe(triangles);
    expect(model.tets).toBeUndefined();
    expect(model.warnings).toEqual([]);
  });

  it('Fox.glb moves', async () => {
    const model = await readModel(testData('Fox.glb'), { name: 'Fox.glb' });
    expect(model.objects.map(({ name }) => name)).toEqual(['fox']);
    expect(model.animations.map(({ name, start, end }) => [name, start, Math.round(1000 * end)])).toEqual([
      ['Survey', 0, 3417],
      ['Walk', 0, 708],
      ['Run', 0, 1158],
    ]);
  });
});

describe.skipIf(!hasSharedData)(
  'every mesh in ../shared/data has the counts of its manifest (skipped where that is absent)',
  () => {
    it.each(sharedManifest().filter(({ T }) => T !== undefined))('$file', async ({ file, V, T, tets }) => {
      const model = await readModel(sharedData(file), { name: file });
      expect(model.triangles.length / 3).toBe(T);
      expect(surfaceVertices(model)).toBe(V);
      expect(model.tets ? model.tets.length / 4 : undefined).toBe(tets);
      expect(model.warnings).toEqual([]);
      const covered = model.objects.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
      expect(covered).toBe(T);
    });

    it.each([
      ['CesiumMan', 4672, ['Cesium_Man'], 1],
      ['Fox', 576, ['fox'], 3],
      ['RiggedFigure', 256, ['Proxy'], 1],
    ])('skinned/%s.glb', async (name, triangleCount, objects, animations) => {
      const model = await readModel(sharedData(`skinned/${name}.glb`), { name: `${name}.glb` });
      expect(model.triangles.length / 3).toBe(triangleCount);
      expect(model.objects.map((object) => object.name)).toEqual(objects);
      expect(model.animations).toHaveLength(animations);
    });

    it('skinned/RobotExpressive.glb', async () => {
      const model = await readModel(sharedData('skinned/RobotExpressive.glb'), { name: 'RobotExpressive.glb' });
      expect(model.objects.map(({ name, parts }) => `${name} ${parts.length}`)).toContain('Head 3');
      expect(model.animations.map(({ name }) => name)).toContain('WalkJump');
      expect(model.animations).toHaveLength(14);
    });
  },
);
