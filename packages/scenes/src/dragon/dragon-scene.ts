import { createScene, readSceneOptions } from '../create-scene.ts';
import type { Scene, SceneEntry, SceneMesh, SceneOptions } from '../scene.ts';
import { clusterVertices } from './cluster-vertices.ts';
import { chooseDragonModel } from './dragon-models.ts';

export const dragonEntry: SceneEntry = {
  name: 'dragon',
  about: 'The Stanford dragon, a scan with holes and non-manifold edges, swaying gently.',
  group: 'dragon',
  defaultTriangles: 47_794,
  defaultFrames: 60,
  resizable: true,
  async make(options = {}) {
    const { triangles } = readSceneOptions(dragonEntry, options);
    const { loadDragon } = await import('./load-dragon.ts');
    return dragonScene(await loadDragon(chooseDragonModel(triangles)), { ...options, triangles });
  },
};

/**
 * The dragon, swaying gently. A scan with holes, non-manifold edges and some contacts of its own; motion adds few.
 * `base` is what `loadDragon` gives; a much smaller count of triangles merges its vertices on a grid.
 */
export function dragonScene(base: SceneMesh, options: SceneOptions = {}): Scene {
  const baseTriangles = base.triangles.length / 3;
  const { triangles, frames, seed } = readSceneOptions({ ...dragonEntry, defaultTriangles: baseTriangles }, options);
  const mesh = triangles < 0.9 * baseTriangles ? clusterVertices(base, triangles) : base;
  const { positions } = mesh;
  let low = Infinity;
  let high = -Infinity;
  for (let v = 1; v < positions.length; v += 3) {
    low = Math.min(low, positions[v]!);
    high = Math.max(high, positions[v]!);
  }
  const phase = seed % 7;

  return createScene(dragonEntry, {
    triangles: mesh.triangles,
    vertexCount: positions.length / 3,
    frames,
    pose(t, out) {
      for (let v = 0; v < positions.length; v += 3) {
        const height = (positions[v + 1]! - low) / (high - low);
        // bends like a reed: nothing at the feet, most at the top
        const lean = (high - low) * height * height;
        const swing = Math.sin(2 * Math.PI * t);
        out[v] = positions[v]! + 0.2 * lean * swing;
        out[v + 1] = positions[v + 1]!;
        out[v + 2] = positions[v + 2]! + 0.12 * lean * swing * Math.cos(4 * height + phase);
      }
    },
  });
}
