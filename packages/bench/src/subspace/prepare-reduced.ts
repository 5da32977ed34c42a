import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReducedScene } from '@selfcollide/scenes';
import { createSubspaceDetector, type SubspaceDetector } from 'selfcollide';
import { createProgressLine } from '../progress-line.ts';
import { repositoryFolder } from '../repository-folder.ts';

export interface PreparedScene {
  readonly detector: SubspaceDetector;
  /** Numbers that follow from the preparation alone, of an earlier run, or worked out and kept: that can take minutes, too. */
  keep<T>(name: string, workOut: () => T): T;
  readonly fileBytes: number;
  /** Of the preparation, when it was made; loading it is of now. */
  readonly cost: { readonly seconds: number; readonly cpuSeconds: number; readonly loadMilliseconds: number };
}

/** Prepares a scene's detector, or takes the preparation of an earlier run from packages/bench/cache: it can take minutes. */
export function prepareReduced(scene: ReducedScene): PreparedScene {
  const { name, mesh, modes, weights, modeCount } = scene;
  const folder = join(repositoryFolder(), 'packages/bench/cache');
  const file = join(folder, `subspace-${name}-${mesh.triangles.length / 3}-${modeCount}.bin`);
  const options = { weld: false, ...(weights && { weights }) };
  let cost = existsSync(`${file}.json`) ? JSON.parse(readFileSync(`${file}.json`, 'utf8')) : undefined;
  let bytes: Uint8Array | undefined = cost !== undefined && existsSync(file) ? readFileSync(file) : undefined;
  if (bytes !== undefined) {
    try {
      createSubspaceDetector(mesh, modes, { ...options, prepared: bytes });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      bytes = undefined; // of another version, or of other modes
    }
  }
  if (bytes === undefined) {
    const progress = createProgressLine(`${name}: certificates`);
    const before = process.cpuUsage();
    const from = performance.now();
    const detector = createSubspaceDetector(mesh, modes, {
      ...options,
      onProgress: (share) => progress.show(Math.round(100 * share), 100),
    });
    const { user, system } = process.cpuUsage(before);
    progress.end();
    cost = { seconds: (performance.now() - from) / 1000, cpuSeconds: (user + system) / 1e6 };
    bytes = detector.serialize();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, bytes);
    writeFileSync(`${file}.json`, JSON.stringify(cost));
  }
  const from = performance.now();
  const detector = createSubspaceDetector(mesh, modes, { ...options, prepared: bytes });
  return {
    detector,
    keep: (name, workOut) => {
      if (cost[name] === undefined) {
        cost[name] = workOut();
        writeFileSync(`${file}.json`, JSON.stringify(cost));
      }
      return cost[name];
    },
    fileBytes: bytes.length,
    cost: { seconds: cost.seconds, cpuSeconds: cost.cpuSeconds, loadMilliseconds: performance.now() - from },
  };
}
