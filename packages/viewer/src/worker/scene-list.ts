import { characterFigureEntry, type SceneEntry, scenes } from '@selfcollide/scenes';

/** Every scene that the page can show. Only the worker knows them, and only if asked: the page would load all generators otherwise. */
export const galleryScenes: readonly SceneEntry[] = [characterFigureEntry, ...scenes];
