import { morphFace, type ReducedBodiesScene, type ReducedScene, spring } from '@selfcollide/scenes';

/** Smaller than the benchmark's, so that radii are there within seconds. */
export const modesScenes: ReadonlyMap<string, () => ReducedScene | ReducedBodiesScene> = new Map<
  string,
  () => ReducedScene | ReducedBodiesScene
>([
  ['spring', () => spring({ triangles: 3200, modes: 12, heard: 40 })],
  ['morph-face', () => morphFace({ triangles: 2500 })],
]);
