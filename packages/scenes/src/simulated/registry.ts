import { characterEntry } from './character.ts';
import { deflatingAnimalEntry } from './deflating-animal.ts';
import { draggedClothEntry } from './dragged-cloth.ts';
import { rollingBunnyEntries } from './rolling-bunny.ts';
import type { SimulatedSceneEntry } from './simulated-scene.ts';
import { twistedClothEntry } from './twisted-cloth.ts';

/** The star paper's scenes in the order of its table 1, made by the simulators of `@selfcollide/physics`. */
export const simulatedScenes: readonly SimulatedSceneEntry[] = [
  characterEntry,
  twistedClothEntry,
  draggedClothEntry,
  ...rollingBunnyEntries,
  deflatingAnimalEntry,
];
