import { createShell } from '@selfcollide/physics';
import { smoothStep } from '../create-scene.ts';
import { gridSize, gridTriangles } from '../topology/grid.ts';
import type { SimulatedScene, SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';
import { readSimulatedOptions, simulateFrames } from './simulated-scene.ts';

/** Half the length of the cloth between its held edges; it is half as wide as long. */
const HALF_LENGTH = 1;
const HALF_WIDTH = 0.5;
/** Radians by which each edge has turned in the end, against the other. */
const LAST_TURN = 0.55 * Math.PI;
/** How far each edge has come in, in the end. */
const LAST_SHIFT = 0.3;
const DURATION = 2.5;

export const twistedClothEntry: SimulatedSceneEntry = {
  name: 'twisted-cloth',
  about: 'A cloth held at two edges, which turn against each other until it wraps into itself.',
  sizes: [4_096, 16_384],
  defaultFrames: 100,
  make: twistedCloth,
};

function twistedCloth(options: SimulatedSceneOptions = {}): SimulatedScene {
  const { triangles, frames } = readSimulatedOptions(twistedClothEntry, options);
  const { columns, rows } = gridSize(triangles, 2, 2);
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, v = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, v += 3) {
      positions[v] = HALF_LENGTH * ((2 * column) / columns - 1);
      positions[v + 1] = HALF_WIDTH * ((2 * row) / rows - 1);
    }
  }
  const mesh = { positions, triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }) };
  const { name, about } = twistedClothEntry;
  return {
    name,
    about,
    mesh,
    frameCount: frames,
    frames() {
      const shell = createShell(mesh, { bendStiffness: 1e-3, damping: 2, gravity: [0, -1, 0] });
      const steps = 100 * (Math.round(columns / 4) + 4);
      return simulateFrames({
        frames,
        steps,
        positions: shell.positions,
        step(share) {
          for (let row = 0; row <= rows; row++) {
            const left = row * (columns + 1);
            hold(shell.positions, shell.inverseMasses, left, positions, share, -1);
            hold(shell.positions, shell.inverseMasses, left + columns, positions, share, 1);
          }
          shell.step(DURATION / steps);
        },
      });
    },
  };
}

/** Puts a vertex of a held edge to its place on the way from rest. `side` is −1 or 1. */
function hold(
  positions: Float64Array,
  inverseMasses: Float64Array,
  vertex: number,
  rest: Float64Array,
  share: number,
  side: number,
): void {
  const turn = side * LAST_TURN * smoothStep(0, 0.8, share);
  const y = rest[3 * vertex + 1];
  positions[3 * vertex] = side * (HALF_LENGTH - LAST_SHIFT * smoothStep(0.4, 1.1, share));
  positions[3 * vertex + 1] = y * Math.cos(turn);
  positions[3 * vertex + 2] = y * Math.sin(turn);
  inverseMasses[vertex] = 0;
}
