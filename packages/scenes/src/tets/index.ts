export { createTetScene, type TetSceneName, tetSceneNames } from './create-tet-scene.ts';
export { tetBall } from './tet-ball.ts';
export { tetBlock } from './tet-block.ts';
export { tetLattice } from './tet-lattice.ts';
export type { TetMesh } from './tet-mesh.ts';
export type { TetScene } from './tet-scene.ts';
export { type TetTubeOptions, tetTube } from './tet-tube.ts';
