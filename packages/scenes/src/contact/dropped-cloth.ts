import { createShell, planeCollider, sphereCollider } from '@selfcollide/physics';
import { readSceneOptions } from '../create-scene.ts';
import { gridSize, gridTriangles } from '../topology/grid.ts';
import { type ContactSceneEntry, type ContactSceneOptions, contactScene } from './contact-scene.ts';

const HALF_SIDE = 1;
/** The sphere stands on the floor, y = 0. */
const RADIUS = 0.35;
const START_HEIGHT = 0.8;
const DURATION = 4;

export const droppedClothEntry: ContactSceneEntry = {
  name: 'dropped-cloth',
  about:
    'A cloth falls over a sphere on the floor, which are not part of the mesh, and folds onto itself without passing through.',
  defaultTriangles: 2_048,
  defaultFrames: 601,
  make(options: ContactSceneOptions = {}) {
    const { triangles } = readSceneOptions(droppedClothEntry, options);
    const { columns, rows } = gridSize(triangles, 1, 2);
    const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
    for (let row = 0, v = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++, v += 3) {
        const x = HALF_SIDE * ((2 * column) / columns - 1);
        const z = HALF_SIDE * (1 - (2 * row) / rows); // towards −z, so that triangles face up
        // turned and off the middle, so that nothing is symmetric
        positions[v] = 0.96 * x - 0.28 * z + 0.13;
        positions[v + 1] = START_HEIGHT;
        positions[v + 2] = 0.28 * x + 0.96 * z - 0.07;
      }
    }
    const mesh = { positions, triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }) };
    const thickness = (0.3 * HALF_SIDE) / columns;
    return contactScene(droppedClothEntry, options, {
      mesh,
      duration: DURATION,
      steps: 600 * Math.max(1, Math.round(columns / 11)),
      create: () => ({
        shell: createShell(mesh, {
          bendStiffness: 2e-4,
          damping: 1,
          gravity: [0, -6, 0],
          colliders: [sphereCollider([0, RADIUS, 0], RADIUS, 0.3), planeCollider([0, 0, 0], [0, 1, 0], 0.5)],
          ...(options.selfContact !== false && { selfContact: { thickness } }),
        }),
      }),
    });
  },
};
