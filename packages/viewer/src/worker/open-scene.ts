import { galleryOptions, galleryScenes } from '../gallery-scenes.ts';
import type { Thumbnail } from '../messages.ts';
import type { MovingMesh } from './moving-mesh.ts';
import { fitToUnitSphere } from './moving-mesh.ts';

const THUMBNAIL_TRIANGLES = 1500;

function findEntry(name: string) {
  const entry = galleryScenes.find((known) => known.name === name);
  if (!entry) throw new RangeError(`There is no scene called "${name}". The gallery (key G) shows those there are.`);
  return entry;
}

export async function openScene(name: string, triangles?: number): Promise<MovingMesh> {
  const entry = findEntry(name);
  const scene = await entry.make({ ...galleryOptions(entry), ...(triangles !== undefined && { triangles }) });
  return {
    name,
    about: scene.about,
    triangles: scene.mesh.triangles,
    ...(scene.objects && { objects: scene.objects }),
    rest: scene.mesh.positions,
    frameCount: scene.frameCount,
    frame: (i, out) => scene.frame(i, out),
    warnings: [],
  };
}

/** A light version of a scene, late in its motion, where things have happened. */
export async function sceneThumbnail(name: string): Promise<Thumbnail> {
  const entry = findEntry(name);
  const triangles = Math.min(entry.defaultTriangles, THUMBNAIL_TRIANGLES);
  const scene = await entry.make(entry.resizable ? { triangles } : {});
  const positions = new Float64Array(scene.mesh.positions.length);
  scene.frame(Math.floor(0.75 * (scene.frameCount - 1)), positions);
  return { name, triangles: scene.mesh.triangles, positions: fitToUnitSphere(positions).apply(positions) };
}
