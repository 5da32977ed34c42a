import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReducedBodiesScene } from '@selfcollide/scenes';
import type { SubspaceDetector } from 'selfcollide';
import { createProgressLine } from '../progress-line.ts';
import { repositoryFolder } from '../repository-folder.ts';

/** A run of a scene: coordinates of every body in every step, and what the simulation spent on what. */
export interface ReducedRun {
  readonly steps: number;
  /** Of step s and body b from (s · bodyCount + b) · modeCount on. */
  readonly coordinates: Float64Array;
  /** CPU milliseconds of all steps, by task. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Simulates a scene with its detector, or takes an earlier run from packages/bench/cache: it can take minutes, and may have had the machine for itself less than a measurement should.
 * Detection depends on coordinates alone, so whatever is timed on them is as in the run.
 */
export function runReduced(scene: ReducedBodiesScene, detector: SubspaceDetector, steps: number): ReducedRun {
  const { name, mesh, modeCount, bodyCount } = scene;
  const folder = join(repositoryFolder(), 'packages/bench/cache');
  const file = join(folder, `run-${name}-${bodyCount}-${mesh.triangles.length / 3}-${modeCount}-${steps}.bin`);
  if (existsSync(`${file}.json`) && existsSync(file)) {
    const bytes = readFileSync(file);
    const { milliseconds } = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
    return { steps, coordinates: new Float64Array(Uint8Array.from(bytes).buffer), milliseconds };
  }
  const progress = createProgressLine(`${name}: simulation`);
  const coordinates = new Float64Array(steps * bodyCount * modeCount);
  let step = 0;
  const world = scene.begin({
    clock: cpuMilliseconds,
    selfContacts(q, body) {
      coordinates.set(q, (step * bodyCount + body) * modeCount);
      detector.update(q);
      return detector.certified && detector.restPairCount === 0 ? null : detector.findIntersections();
    },
  });
  for (; step < steps; step++) {
    world.step();
    if (step % 100 === 0) progress.show(step, steps);
  }
  progress.end();
  const milliseconds = { ...world.milliseconds };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, new Uint8Array(coordinates.buffer));
  writeFileSync(`${file}.json`, JSON.stringify({ milliseconds }));
  return { steps, coordinates, milliseconds };
}
