import { createShell } from '@selfcollide/physics';
import { readSceneOptions, smoothStep } from '../create-scene.ts';
import { gridSize, gridTriangles } from '../topology/grid.ts';
import { type ContactSceneEntry, type ContactSceneOptions, contactScene } from './contact-scene.ts';

/** Half the length between the held edges; the cloth is half as wide as long. */
const HALF_LENGTH = 1;
const HALF_WIDTH = 0.5;
/** Radians by which each edge has turned in the end. */
const LAST_TURN = 1.2 * Math.PI;
/** How far each edge has come in, in the end. */
const LAST_SHIFT = 0.3;
const DURATION = 5;

export const wrungClothEntry: ContactSceneEntry = {
  name: 'wrung-cloth',
  about: 'A cloth held at two edges is wrung into a rope that lies on itself without passing through.',
  defaultTriangles: 1_024,
  defaultFrames: 601,
  make(options: ContactSceneOptions = {}) {
    const { triangles } = readSceneOptions(wrungClothEntry, options);
    const { columns, rows } = gridSize(triangles, 2, 2);
    const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
    for (let row = 0, v = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++, v += 3) {
        positions[v] = HALF_LENGTH * ((2 * column) / columns - 1);
        positions[v + 1] = HALF_WIDTH * ((2 * row) / rows - 1);
      }
    }
    const mesh = { positions, triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }) };
    const thickness = (0.3 * HALF_LENGTH) / columns; // 0.15 edges
    const held = Array.from({ length: rows + 1 }, (_, row) => row * (columns + 1));
    return contactScene(wrungClothEntry, options, {
      mesh,
      duration: DURATION,
      steps: 600 * Math.max(1, Math.round(columns / 11)),
      create() {
        const shell = createShell(mesh, {
          bendStiffness: 1e-3,
          damping: 2,
          gravity: [0, -1, 0],
          ...(options.selfContact !== false && { selfContact: { thickness } }),
        });
        const put = (vertex: number, side: number, share: number) => {
          const turn = side * LAST_TURN * smoothStep(0, 0.8, share);
          const y = positions[3 * vertex + 1];
          shell.positions[3 * vertex] = side * (HALF_LENGTH - LAST_SHIFT * smoothStep(0.4, 1.1, share));
          shell.positions[3 * vertex + 1] = y * Math.cos(turn);
          shell.positions[3 * vertex + 2] = y * Math.sin(turn);
        };
        for (const vertex of held) shell.inverseMasses[vertex] = shell.inverseMasses[vertex + columns] = 0;
        return {
          shell,
          prepare(share) {
            for (const vertex of held) {
              put(vertex, -1, share);
              put(vertex + columns, 1, share);
            }
          },
        };
      },
    });
  },
};
