import { bunnies, bunniesEntries } from './bunnies.ts';
import { morphFace, morphFaceEntry } from './morph-face.ts';
import { octopus, octopusEntry } from './octopus.ts';
import type { ReducedScene } from './reduced-scene.ts';
import { spring, springEntry } from './spring.ts';

export interface ReducedSceneEntry {
  readonly name: string;
  readonly about: string;
  make(): ReducedScene | Promise<ReducedScene>;
}

/** Meshes that move in a small space. The octopus is a stand-in unless its tets are given. */
export const reducedScenes: readonly ReducedSceneEntry[] = [
  { ...springEntry, make: () => spring() },
  ...bunniesEntries.map((entry) => ({ ...entry, make: () => bunnies(entry.count) })),
  { ...octopusEntry, make: () => octopus() },
  { ...morphFaceEntry, make: () => morphFace() },
];
