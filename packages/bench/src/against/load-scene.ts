import { makeScene, type Scene, scenes, simulatedScenes } from '@selfcollide/scenes';
import { createProgressLine } from '../progress-line.ts';
import { loadFrames } from '../star/frame-cache.ts';

/** @throws RangeError for a scene that does not exist: before the work, so that a wrong name costs nothing. */
export function checkSceneNames(wanted: readonly string[]): void {
  const known = [...scenes, ...simulatedScenes].map(({ name }) => name);
  const unknown = wanted.find((name) => !known.includes(name.split(':')[0]));
  if (unknown !== undefined) {
    throw new RangeError(`--against: scenes must be among ${known.join(', ')}; got ${unknown}.`);
  }
}

/** A generated or a simulated scene, given as `name` or `name:triangles`. Simulated frames are kept in packages/bench/cache. */
export async function loadScene(wanted: string, triangles?: number): Promise<Scene> {
  const [name, size] = wanted.split(':');
  const count = size === undefined ? triangles : Number(size);
  const options = count === undefined ? {} : { triangles: count };
  const entry = simulatedScenes.find((known) => known.name === name);
  if (!entry) return makeScene(name, options);
  const line = createProgressLine(`${wanted}: simulating`);
  const scene = loadFrames(await entry.make(options), { onProgress: line.show });
  line.end();
  return scene;
}
