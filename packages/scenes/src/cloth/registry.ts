import type { ClothSceneEntry } from './cloth-scene.ts';
import { sheetsEntry } from './sheets.ts';
import { tableClothEntry } from './table-cloth.ts';
import { tapeEntry } from './tape.ts';

/** The cloth paper's scenes that fall and come to rest, with its numbers of particles. */
export const clothScenes: readonly ClothSceneEntry[] = [tableClothEntry, sheetsEntry, tapeEntry];
