export { type RecordOptions, recordScene } from './record-scene.ts';
export { simulatedScenes } from './registry.ts';
export { replayScene } from './replay-scene.ts';
export type { SimulatedScene, SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';
