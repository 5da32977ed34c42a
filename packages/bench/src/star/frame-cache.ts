import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordScene, replayScene, type Scene, type SimulatedScene } from '@selfcollide/scenes';
import { repositoryFolder } from '../repository-folder.ts';

export interface FrameCacheOptions {
  /** Where frames are kept; default packages/bench/cache. */
  readonly folder?: string;
  /** What they depend on besides scene, size and count; default a hash of the sources that make them. */
  readonly version?: string;
  onProgress?(done: number, total: number): void;
}

/**
 * All frames of a simulated scene: from disk if they were made before by the same sources, else simulated now and kept. Files made by
 * other sources are removed.
 */
export function loadFrames(scene: SimulatedScene, options: FrameCacheOptions = {}): Scene {
  const folder = options.folder ?? join(repositoryFolder(), 'packages', 'bench', 'cache');
  const version = options.version ?? hashSources();
  const size = scene.mesh.positions.length;
  const prefix = `${scene.name}-${scene.mesh.triangles.length / 3}-${scene.frameCount}-`;
  const file = join(folder, `${prefix}${version}.f32`);
  const bytes = 4 * size * scene.frameCount;
  if (existsSync(file) && statSync(file).size === bytes) {
    const read = readFileSync(file);
    // a small file may lie anywhere in Node's pool; a view of floats needs a start divisible by 4
    const aligned = read.byteOffset % 4 === 0 ? read : Uint8Array.from(read);
    return replayScene(scene, new Float32Array(aligned.buffer, aligned.byteOffset, bytes / 4));
  }

  const recorded = recordScene(scene, { onProgress: options.onProgress });
  const frames = new Float32Array(size * scene.frameCount);
  const pose = new Float64Array(size);
  for (let i = 0; i < scene.frameCount; i++) {
    recorded.frame(i, pose);
    frames.set(pose, i * size);
  }
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (old.startsWith(prefix) && old.endsWith('.f32')) rmSync(join(folder, old));
  }
  // renamed when whole, so that a run cut short leaves nothing that looks complete
  writeFileSync(`${file}.part`, frames);
  renameSync(`${file}.part`, file);
  return recorded;
}

/** Everything that decides what simulated frames look like. */
export function hashSources(root = repositoryFolder()): string {
  const hash = createHash('sha256');
  for (const name of ['physics', 'scenes']) addFolder(hash, join(root, 'packages', name, 'src'), name);
  return hash.digest('hex').slice(0, 12);
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string, name: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path, `${name}/${entry.name}`);
    else hash.update(`${name}/${entry.name}\n`).update(readFileSync(path));
  }
}
