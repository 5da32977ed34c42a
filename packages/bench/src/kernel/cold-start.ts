import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDetector, type DetectorOptions } from 'selfcollide';
import { repositoryFolder } from '../repository-folder.ts';
import { loadKernelScene } from './kernel-scenes.ts';

/** Milliseconds in a fresh process, after the detector was created. */
export interface ColdTimes {
  readonly first: number;
  readonly ten: number;
}

/** `node scripts/run.mjs kernel-cold TITLE METHOD ENGINE PREPARED`: prints `ColdTimes` as JSON; for `timeCold`. */
export async function coldProgram([title, method, engine, prepared]: readonly string[]): Promise<number> {
  const { mesh, pose } = await loadKernelScene(title);
  const options = { method, engine, prepared: new Uint8Array(readFileSync(prepared)) } as DetectorOptions;
  const detector = createDetector(mesh, options);
  const started = performance.now();
  detector.update(pose);
  detector.findIntersections();
  const first = performance.now() - started;
  for (let frame = 1; frame < 10; frame++) {
    detector.update(pose);
    detector.findIntersections();
  }
  console.log(JSON.stringify({ first, ten: performance.now() - started }));
  return 0;
}

/** Runs the first ten frames in a process of their own. `prepared` is a file of `serialize`'s bytes. */
export function timeCold(title: string, method: string, engine: string, prepared: string): ColdTimes {
  const script = join(repositoryFolder(), 'scripts', 'run.mjs');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [script, 'kernel-cold', title, method, engine, prepared],
    { encoding: 'utf8', timeout: 120_000 },
  );
  if (status !== 0) throw new Error(`timeCold: ${title} with ${engine} ended with status ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
