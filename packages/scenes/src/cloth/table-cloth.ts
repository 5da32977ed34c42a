import { type ContactSource, contactTarget, createCloth, meshSolid } from '@selfcollide/physics';
import type { SceneMesh } from '../scene.ts';
import { gridTriangles } from '../topology/grid.ts';
import { type ClothSceneEntry, type ClothWatch, clothScene } from './cloth-scene.ts';

/** Metres. */
const SIDE = 1.4;
const TABLE_RADIUS = 0.4;
const TABLE_HEIGHT = 0.03;
const TABLE_CORNERS = 24;
const START_HEIGHT = 0.05;
const THICKNESS = 0.01;
const CELLS = 6;

export const tableClothEntry: ClothSceneEntry = {
  name: 'table-cloth',
  about:
    'A coarse cloth of 72 triangles falls on a round table, which is not part of the mesh; its rim meets triangles, not vertices.',
  defaultTriangles: 2 * CELLS * CELLS,
  defaultFrames: 151,
  make: (options = {}) =>
    clothScene(tableClothEntry, options, {
      mesh: tableClothMesh(),
      solid: roundTable(),
      thickness: THICKNESS,
      steps: 150,
      create: (watch) => createTableCloth(null, watch),
    }),
};

/** A closed disc with its top at y = 0. */
export function roundTable(): SceneMesh {
  const positions: number[] = [0, 0, 0, 0, -TABLE_HEIGHT, 0];
  const triangles: number[] = [];
  for (let i = 0; i < TABLE_CORNERS; i++) {
    const angle = (2 * Math.PI * i) / TABLE_CORNERS;
    const x = TABLE_RADIUS * Math.cos(angle);
    const z = -TABLE_RADIUS * Math.sin(angle);
    positions.push(x, 0, z, x, -TABLE_HEIGHT, z);
    const a = 2 + 2 * i;
    const b = 2 + 2 * ((i + 1) % TABLE_CORNERS);
    triangles.push(0, a, b, 1, b + 1, a + 1, a, a + 1, b + 1, a, b + 1, b);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

export function tableClothMesh(): SceneMesh {
  const positions = new Float64Array(3 * (CELLS + 1) ** 2);
  for (let row = 0, v = 0; row <= CELLS; row++) {
    for (let column = 0; column <= CELLS; column++, v += 3) {
      // turned and off the middle, so that nothing is symmetric
      const x = SIDE * (column / CELLS - 0.5);
      const z = SIDE * (0.5 - row / CELLS);
      positions[v] = 0.96 * x - 0.28 * z + 0.02;
      positions[v + 1] = START_HEIGHT;
      positions[v + 2] = 0.28 * x + 0.96 * z - 0.03;
    }
  }
  return { positions, triangles: gridTriangles(CELLS, CELLS, { diagonals: 'alternating' }) };
}

/** The cloth above its table, ready to fall; `table` takes the place of the solid of triangles. */
export function createTableCloth(table: ContactSource | null = null, watch: ClothWatch = {}) {
  return createCloth(tableClothMesh(), {
    ...watch,
    thickness: THICKNESS,
    solids: [table ?? meshSolid(roundTable(), { friction: 0.5 })],
    damping: 1,
    bendStiffness: 1e-4,
    contactTolerance: 0.02,
  });
}

/** The control: keeps vertices out of the table, and knows nothing of what is between them (cloth paper, Figure 9a). */
export const verticesOnlyTable: ContactSource = {
  addContacts({ positions, velocities, timeStep, thickness }, rows) {
    for (let i = 0; i < positions.length; i += 3) {
      const distance = positions[i + 1];
      if (Math.hypot(positions[i], positions[i + 2]) > TABLE_RADIUS || distance < -TABLE_HEIGHT) continue;
      const target = contactTarget(distance, velocities[i + 1], thickness, timeStep);
      const row = rows.add(0, 1, 0, target, 0.5);
      rows.setCorner(row, 0, i / 3, 1);
    }
  },
};
