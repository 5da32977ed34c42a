import { createCloth, meshSolid } from '@selfcollide/physics';
import type { SceneMesh } from '../scene.ts';
import { gridTriangles, gridVertexCount } from '../topology/grid.ts';
import { type ClothSceneEntry, type ClothWatch, clothScene } from './cloth-scene.ts';

/** Metres, cells. */
export const tapeSize = { length: 1, width: 0.05, columns: 160, rows: 8, thickness: 0.001 };
const { length: LENGTH, width: WIDTH, columns: COLUMNS, rows: ROWS, thickness: THICKNESS } = tapeSize;
const START_HEIGHT = 0.16;

export const tapeEntry: ClothSceneEntry = {
  name: 'tape',
  about: 'A tape of 1 m (9 × 161 particles) falls onto a solid of 580 triangles, which is not part of the mesh.',
  defaultTriangles: 2 * COLUMNS * ROWS,
  defaultFrames: 401,
  make: (options = {}) =>
    clothScene(tapeEntry, options, {
      mesh: tapeMesh(COLUMNS, ROWS),
      solid: tapeSolid(),
      thickness: THICKNESS,
      steps: 400,
      create: (watch) => createTape(COLUMNS, ROWS, watch),
    }),
};

/** `columns` × `rows` cells; as a test size, fewer. */
export function createTape(columns: number, rows: number, watch: ClothWatch = {}) {
  return createTapeCloth(tapeMesh(columns, rows), tapeSolid(), watch);
}

/** What the tape is made of; `mesh` on a solid that rests. */
export function createTapeCloth(mesh: SceneMesh, solid: SceneMesh, watch: ClothWatch) {
  return createCloth(mesh, {
    ...watch,
    density: 0.3,
    stretchStiffness: 100,
    bendStiffness: 5e-5,
    damping: 4,
    relaxation: 0.01,
    thickness: THICKNESS,
    solids: [meshSolid(solid, { friction: 0.5 })],
    contactTolerance: 0.02,
  });
}

/** Along x, a little turned and wavy: nothing about the fall is symmetric. */
export function tapeMesh(columns: number, rows: number): SceneMesh {
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, v = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, v += 3) {
      const x = LENGTH * (column / columns - 0.5);
      const z = WIDTH * (0.5 - row / rows);
      positions[v] = 0.995 * x - 0.0998 * z;
      positions[v + 1] = START_HEIGHT + 0.004 * Math.sin(9 * x);
      positions[v + 2] = 0.0998 * x + 0.995 * z + 0.01;
    }
  }
  return { positions, triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }) };
}

/** A ring, 29 × 10 cells of two triangles, that lies on the ground, y = 0. */
function tapeSolid(): SceneMesh {
  const [around, across] = [29, 10];
  const wrap = { wrapColumns: true, wrapRows: true };
  const positions = new Float64Array(3 * gridVertexCount(around, across, wrap));
  for (let row = 0, v = 0; row < across; row++) {
    for (let column = 0; column < around; column++, v += 3) {
      const turn = (2 * Math.PI * column) / around;
      const round = (2 * Math.PI * row) / across;
      const radius = 0.22 + 0.07 * Math.cos(round);
      positions[v] = radius * Math.cos(turn);
      positions[v + 1] = 0.07 + 0.07 * Math.sin(round);
      positions[v + 2] = -radius * Math.sin(turn);
    }
  }
  return { positions, triangles: gridTriangles(around, across, wrap) };
}
