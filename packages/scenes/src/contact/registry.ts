import type { ContactSceneEntry } from './contact-scene.ts';
import { deflatingBallEntry } from './deflating-ball.ts';
import { droppedClothEntry } from './dropped-cloth.ts';
import { wrungClothEntry } from './wrung-cloth.ts';

/** Shells that feel themselves. */
export const contactScenes: readonly ContactSceneEntry[] = [wrungClothEntry, droppedClothEntry, deflatingBallEntry];
