import { makeScene } from '@selfcollide/scenes';
import type { TriangleMesh } from 'selfcollide';
import { dataFolder } from '../data/data-folder.ts';
import { readDataScene } from '../star/data-scenes.ts';

/** One pose of a mesh, for tables in which engines are compared. */
export interface KernelScene {
  readonly title: string;
  readonly mesh: TriangleMesh & { readonly triangles: Uint32Array };
  readonly pose: Float64Array | Float32Array;
}

/** Name of the scene, triangles, and which part of its frames has passed. */
const GENERATED: Readonly<Record<string, readonly [scene: string, triangles: number, at: number]>> = {
  'flat 80k at rest': ['flat-sheet', 80_000, 0],
  'twisted 80k before contact': ['twisted-sheet', 80_000, 0.25],
  'twisted 80k in contact': ['twisted-sheet', 80_000, 1],
  'sphere 54k': ['bumpy-sphere', 54_000, 0.5],
  'knee 41k': ['knee', 41_000, 1],
  'bunny 3.7k': ['bunny', 3_700, 0.5],
};

/** Of ../shared/data. */
const CLOTH_BALL = 'cloth-ball';

/** Those that can be had here. */
export function kernelSceneTitles(): string[] {
  return [...Object.keys(GENERATED), ...(dataFolder() === undefined ? [] : [CLOTH_BALL])];
}

/** @throws RangeError for a title that is not one of `kernelSceneTitles`. */
export async function loadKernelScene(title: string): Promise<KernelScene> {
  const folder = dataFolder();
  if (title === CLOTH_BALL && folder !== undefined) {
    const { mesh, frames } = await readDataScene(folder, CLOTH_BALL, 1);
    return { title, mesh, pose: frames[0].positions as Float64Array };
  }
  const wanted = GENERATED[title];
  if (!wanted) {
    throw new RangeError(`loadKernelScene: title must be among ${kernelSceneTitles().join(', ')}; got ${title}.`);
  }
  const [name, triangles, at] = wanted;
  const { mesh, frame, frameCount } = await makeScene(name, { triangles });
  const pose = new Float64Array(mesh.positions.length);
  frame(Math.round(at * (frameCount - 1)), pose);
  return { title, mesh, pose };
}
