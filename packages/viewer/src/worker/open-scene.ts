import { frameWhatMatters } from '@selfcollide/kit';
import { characterFigureEntry, type SceneEntry } from '@selfcollide/scenes';
import { hasZUp, sceneTitle } from '../gallery-scenes.ts';
import { findLiveScene } from '../live/live-scenes.ts';
import type { Thumbnail } from '../messages.ts';
import type { MovingMesh } from './moving-mesh.ts';
import { fitToUnit } from './moving-mesh.ts';

const THUMBNAIL_TRIANGLES = 3000;
/** Separate triangles give the contour method nothing to cull: more of them would take seconds a frame. */
export const SOUP_TRIANGLES = 2000;

/** The first scene comes with the page; the others are loaded when one of them is wanted. */
async function findEntry(name: string): Promise<SceneEntry> {
  if (name === characterFigureEntry.name) return characterFigureEntry;
  const { galleryScenes } = await import('./scene-list.ts');
  const entry = galleryScenes.find((known) => known.name === name);
  if (!entry) throw new RangeError(`There is no scene called "${name}". The gallery (key G) shows those there are.`);
  return entry;
}

export async function openScene(name: string, triangles?: number): Promise<MovingMesh> {
  const entry = await findEntry(name);
  const options = {
    ...(entry.group === 'soup' && { triangles: SOUP_TRIANGLES }),
    ...(triangles !== undefined && { triangles }),
  };
  const scene = await entry.make(options);
  const { frameCount, objects, mesh } = scene;
  const numbers = Uint32Array.from({ length: frameCount }, (_, i) => i);
  const bodies = objects ? objects.reduce((most, label) => Math.max(most, label), 0) + 1 : 1;
  const title = sceneTitle(name);
  return {
    name: title,
    about: scene.about,
    triangles: mesh.triangles,
    ...(objects && { objects }),
    objectNames: Array.from({ length: bodies }, (_, i) => (bodies > 1 ? `${title} ${i + 1}` : title)),
    rest: mesh.positions,
    frameCount,
    clips: [{ name: '', firstFrame: 0, frameCount, numbers }],
    frame: (i, out) => scene.frame(i, out),
    locate: (t) => ({
      objectIndex: objects?.[t] ?? 0,
      part: 0,
      face: t,
      vertices: Array.from(mesh.triangles.subarray(3 * t, 3 * t + 3)),
    }),
    warnings: [],
    argument: `scene:${name}${options.triangles === undefined ? '' : `:${options.triangles}`}`,
    files: [],
  };
}

/** A light version of a scene, late in its motion, where things have happened. */
export async function sceneThumbnail(name: string): Promise<Thumbnail> {
  if (findLiveScene(name)) return (await import('../live/worker/live-thumbnail.ts')).liveThumbnail(name);
  const entry = await findEntry(name);
  const triangles = Math.min(entry.defaultTriangles, THUMBNAIL_TRIANGLES);
  const scene = await entry.make(entry.resizable ? { triangles } : {});
  const positions = new Float64Array(scene.mesh.positions.length);
  // the figure gets up again at the end: in the middle it is at its best
  const when = name === 'character' ? 0.5 : 0.8;
  scene.frame(Math.floor(when * (scene.frameCount - 1)), positions);
  const fit = fitToUnit(frameWhatMatters(positions));
  const shown = fit.apply(positions);
  if (hasZUp(name)) {
    for (let v = 0; v < shown.length; v += 3) [shown[v + 1], shown[v + 2]] = [shown[v + 2], -shown[v + 1]];
  }
  return { name, triangles: scene.mesh.triangles, positions: shown };
}
