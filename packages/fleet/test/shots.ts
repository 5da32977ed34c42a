import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeObj } from '@selfcollide/io';
import { makeScene } from '@selfcollide/scenes';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { callCli } from '../../cli/test/start-cli.ts';

/** What a test checks, and what it says to get it checked. */
export interface Shots {
  readonly folder: string;
  readonly args: readonly string[];
}

/**
 * Files of every kind: a sequence, animated GLBs in folders, a still, one that is damaged and one that is missing; more than 500 frames, cheap ones.
 */
export async function makeShots(folder: string, triangles = 400, frames = 240): Promise<Shots> {
  await makeSequence(folder, 'cloth', frames, 12, triangles);
  mkdirSync(join(folder, 'shots/deep/er'), { recursive: true });
  for (const [scene, path] of [
    ['knee', 'shots/knee.glb'],
    ['twisted-sheet', 'shots/deep/er/sheet.glb'],
  ]) {
    const args = [
      'scenes',
      scene,
      join(folder, path),
      '--triangles',
      String(triangles),
      '--frames',
      '30',
      '--fps',
      '15',
    ];
    const { status, err } = await callCli(args);
    if (status !== 0) throw new Error(err);
  }
  writeFileSync(join(folder, 'crossing.obj'), toObj({ crossing }));
  writeFileSync(join(folder, 'damaged.obj'), 'v 0 0 0\nf 1 2 3\n');
  const files = ['cloth_%04d.obj', 'shots/**/*.glb', 'crossing.obj', 'damaged.obj', 'missing.obj', 'scene:bunny:400'];
  return { folder, args: [...files, '--fps', '80'] };
}

/** Numbered files that show `distinct` different poses in turn; equal ones are the same file on disk. */
export async function makeSequence(folder: string, name: string, frames: number, distinct: number, triangles: number) {
  const scene = await makeScene('twisted-sheet', { triangles, frames: distinct });
  const positions = new Float64Array(scene.mesh.positions.length);
  const path = (i: number) => join(folder, `${name}_${String(i).padStart(4, '0')}.obj`);
  for (let i = 0; i < frames; i++) {
    if (i >= distinct) {
      linkSync(path(i % distinct), path(i));
      continue;
    }
    scene.frame(i, positions);
    writeFileSync(path(i), writeObj([{ name: 'sheet', positions, triangles: scene.mesh.triangles }]));
  }
}
