import { writeFile } from 'node:fs/promises';
import { type MeshToWrite, writeGlb, writeObj, writePly } from '@selfcollide/io';
import type { Scene } from '@selfcollide/scenes';
import { UsageError } from '../failure.ts';
import { writeAnimatedGlb } from './write-animated-glb.ts';

const NUMBER = /%0?(\d*)d|#+/;
const WRITERS: Record<string, (mesh: MeshToWrite) => Uint8Array> = {
  glb: (mesh) => writeGlb([mesh]),
  obj: (mesh) => writeObj([mesh]),
  ply: (mesh) => writePly(mesh),
};

/**
 * Writes a scene: to a pattern every frame as a file, to a GLB all frames as an animation, to other files frame `frame`. Returns
 * the names of the files.
 */
export async function writeScene(
  scene: Scene,
  path: string,
  fps: number,
  frame: number | undefined,
): Promise<string[]> {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const write = WRITERS[extension];
  if (!write) throw new UsageError(`${path}: the name must end in .glb, .obj or .ply.`);
  if (frame !== undefined && frame >= scene.frameCount) {
    throw new UsageError(`--frame must be from 0 to ${scene.frameCount - 1}, got ${frame}.`);
  }
  if (!NUMBER.test(path) && frame === undefined && extension === 'glb') {
    await writeFile(path, writeAnimatedGlb(scene, fps));
    return [path];
  }
  const numbers = NUMBER.test(path)
    ? Array.from({ length: scene.frameCount }, (_, i) => i).filter((i) => frame === undefined || i === frame)
    : [frame ?? 0];
  const positions = new Float64Array(scene.mesh.positions.length);
  const names: string[] = [];
  for (const number of numbers) {
    scene.frame(number, positions);
    const name = path.replace(NUMBER, (mark, digits) => {
      return String(number).padStart(mark.startsWith('#') ? mark.length : Number(digits), '0');
    });
    await writeFile(name, write({ name: scene.name, positions, triangles: scene.mesh.triangles }));
    names.push(name);
  }
  return names;
}
