import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Third-party sample files beside the repository; never part of it. */
const FOLDER = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

export const hasSharedData = existsSync(`${FOLDER}manifest.json`);

export function sharedData(name: string): Uint8Array {
  return new Uint8Array(readFileSync(`${FOLDER}${name}`));
}

export function sharedPath(name: string): string {
  return `${FOLDER}${name}`;
}

/** A small third-party file that is part of the repository; see test/data/README.md. */
export function testData(name: string): Uint8Array {
  return new Uint8Array(readFileSync(fileURLToPath(new URL(`../../../test/data/${name}`, import.meta.url))));
}

export interface ManifestEntry {
  readonly file: string;
  readonly bytes: number;
  /** Vertices on the surface after welding. */
  readonly V?: number;
  readonly T?: number;
  readonly tets?: number;
}

export function sharedManifest(): ManifestEntry[] {
  return hasSharedData ? JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8')) : [];
}
