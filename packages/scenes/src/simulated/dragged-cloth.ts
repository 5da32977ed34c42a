import { createShell, sphereCollider } from '@selfcollide/physics';
import { smoothStep } from '../create-scene.ts';
import { gridSize, gridTriangles } from '../topology/grid.ts';
import type { SimulatedScene, SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';
import { readSimulatedOptions, simulateFrames } from './simulated-scene.ts';

/** The sphere has radius 1 and its centre at the origin; the cloth starts flat, just above it. */
const HALF_SIDE = 2;
const START_HEIGHT = 1.02;
/** Cloth is kept this far from the sphere, so that pictures of both do not flicker. */
const GAP = 0.01;
const FRICTION = 0.25;
/** Share of the motion in which the cloth falls freely; then its front edge is taken and dragged. */
const FALL = 0.5;
/** How far the front edge is dragged, forwards and down. */
const DRAG_X = 1.2;
const DRAG_Y = -0.3;
const DURATION = 3.2;
const GRAVITY = -6;

export const draggedClothEntry: SimulatedSceneEntry = {
  name: 'dragged-cloth',
  about: 'A cloth falls over a sphere, which is not part of the mesh, and is dragged off by one edge; its folds cross.',
  sizes: [20_000, 80_000],
  defaultFrames: 100,
  make: draggedCloth,
};

function draggedCloth(options: SimulatedSceneOptions = {}): SimulatedScene {
  const { triangles, frames } = readSimulatedOptions(draggedClothEntry, options);
  const { columns, rows } = gridSize(triangles, 1, 2);
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, v = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, v += 3) {
      positions[v] = HALF_SIDE * ((2 * column) / columns - 1);
      positions[v + 1] = START_HEIGHT;
      positions[v + 2] = HALF_SIDE * (1 - (2 * row) / rows); // towards −z, so that triangles face up
    }
  }
  const mesh = { positions, triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }) };
  const { name, about } = draggedClothEntry;
  return {
    name,
    about,
    mesh,
    frameCount: frames,
    frames() {
      const colliders = [sphereCollider([0, 0, 0], 1 + GAP, FRICTION)];
      const shell = createShell(mesh, { bendStiffness: 1.2e-3, damping: 1, gravity: [0, GRAVITY, 0], colliders });
      const steps = 100 * (Math.round(columns / 8) + 5);
      // the middle third of the front edge
      const held = Array.from({ length: rows + 1 }, (_, row) => row * (columns + 1) + columns).filter(
        (vertex) => Math.abs(positions[3 * vertex + 2]) <= HALF_SIDE / 3,
      );
      const from = new Float64Array(3 * held.length);
      return simulateFrames({
        frames,
        steps,
        positions: shell.positions,
        step(share) {
          if (share >= FALL) {
            const pull = smoothStep(FALL, 1.1, share);
            held.forEach((vertex, i) => {
              if (shell.inverseMasses[vertex] > 0) {
                from.set(shell.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
                shell.inverseMasses[vertex] = 0;
              }
              shell.positions[3 * vertex] = from[3 * i] + DRAG_X * pull;
              shell.positions[3 * vertex + 1] = from[3 * i + 1] + DRAG_Y * pull;
            });
          }
          shell.step(DURATION / steps);
        },
      });
    },
  };
}
