import { frameWhatMatters } from '@selfcollide/kit';
import { clothScenes, type SceneMesh, spring } from '@selfcollide/scenes';
import type { Thumbnail } from '../../messages.ts';
import { fitToUnit } from '../../worker/moving-mesh.ts';
import { modesScenes } from './modes-scenes.ts';

/** Steps after which something is to be seen, and which a coarse cloth takes no time for. */
const STEPS = new Map([['table-cloth', 40]]);

/** A live scene as it starts, or soon after. */
export function liveThumbnail(name: string): Thumbnail {
  const { triangles, positions } = meshOf(name);
  return { name, triangles, positions: fitToUnit(frameWhatMatters(positions)).apply(positions) };
}

function meshOf(name: string): SceneMesh {
  // finding modes takes longest: one will do
  if (name === 'spring') return spring({ triangles: 1600, modes: 1 }).mesh;
  return modesScenes.get(name)?.().mesh ?? clothMesh(name);
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
