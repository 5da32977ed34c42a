import type { SceneMesh } from '../scene.ts';

/**
 * The Stanford bunny of the npm package `bunny`: 3,674 triangles, closed, y up, about 10 units high, its head towards −x.
 * Imported on demand: 110 kB that other scenes do not need.
 */
export async function loadBunny(): Promise<SceneMesh> {
  const { default: bunny } = await import('bunny');
  return {
    positions: Float64Array.from(bunny.positions.flat()),
    triangles: Uint32Array.from(bunny.cells.flat()),
  };
}
