import { frameWhatMatters } from '@selfcollide/kit';
import { clothScenes, type SceneMesh } from '@selfcollide/scenes';
import type { Thumbnail } from '../../messages.ts';
import { fitToUnit } from '../../worker/moving-mesh.ts';
import { modesScenes } from './modes-scenes.ts';

/** Steps after which something is to be seen, and which a coarse cloth takes no time for. */
const STEPS = new Map([['table-cloth', 60]]);

/** A live scene as it starts, or soon after. */
export function liveThumbnail(name: string): Thumbnail {
  const { triangles, positions } = modesScenes.get(name)?.().mesh ?? clothMesh(name);
  return { name, triangles, positions: fitToUnit(frameWhatMatters(positions)).apply(positions) };
}

function clothMesh(name: string): SceneMesh {
  const scene = clothScenes.find((entry) => entry.name === name)!.make();
  const { cloth, solid, step } = scene.begin();
  for (let i = 0; i < (STEPS.get(name) ?? 0); i++) step();
  const offset = cloth.positions.length / 3;
  return {
    triangles: Uint32Array.from([...scene.mesh.triangles, ...solid.triangles.map((v) => v + offset)]),
    positions: Float64Array.from([...cloth.positions, ...solid.positions]),
  };
}
