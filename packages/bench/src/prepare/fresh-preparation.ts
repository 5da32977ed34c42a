import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeScene } from '@selfcollide/scenes';
import { createDetector, type DetectorOptions } from 'selfcollide';
import { repositoryFolder } from '../repository-folder.ts';

/** Milliseconds in a fresh process: to prepare a mesh, and for the first pose after that. */
export interface FreshTimes {
  readonly prepare: number;
  readonly first: number;
}

/** `node scripts/run.mjs prepare-fresh SCENE TRIANGLES OPTIONS`: prints `FreshTimes` as JSON; for `timeFresh`. */
export async function freshProgram([name, triangles, options]: readonly string[]): Promise<number> {
  const { mesh } = await makeScene(name, { triangles: Number(triangles) });
  const started = performance.now();
  const detector = createDetector(mesh, JSON.parse(options) as DetectorOptions);
  const prepared = performance.now();
  detector.findIntersections();
  console.log(JSON.stringify({ prepare: prepared - started, first: performance.now() - prepared }));
  return 0;
}

export function timeFresh(name: string, triangles: number, options: DetectorOptions): FreshTimes {
  const script = join(repositoryFolder(), 'scripts', 'run.mjs');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [script, 'prepare-fresh', name, String(triangles), JSON.stringify(options)],
    { encoding: 'utf8', timeout: 300_000 },
  );
  if (status !== 0) throw new Error(`timeFresh: ${name} ${triangles} ended with status ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
