import { createCloth, meshSolid } from '@selfcollide/physics';
import type { SceneMesh } from '../scene.ts';
import { geodesicSphere } from '../topology/geodesic-sphere.ts';
import { gridTriangles } from '../topology/grid.ts';
import { joinMeshes } from '../topology/join-meshes.ts';
import { type ClothSceneEntry, type ClothWatch, clothScene } from './cloth-scene.ts';

/** Metres. */
const SIDE = 0.6;
const CELLS = 20;
const THICKNESS = 0.008;
/** Middles of the objects on the floor: a ball, a box, a pyramid. */
const PLACES = [-0.8, 0, 0.8];

export const sheetsEntry: ClothSceneEntry = {
  name: 'sheets',
  about: 'Three sheets of 441 particles fall on a ball, a box and a pyramid, which are not part of the mesh.',
  defaultTriangles: 6 * CELLS * CELLS,
  defaultFrames: 151,
  make: (options = {}) =>
    clothScene(sheetsEntry, options, {
      mesh: sheetsMesh(CELLS),
      solid: geometricObjects(),
      thickness: THICKNESS,
      steps: 150,
      create: (watch) => createSheets(CELLS, watch),
    }),
};

/** Sheets of `cells` × `cells` cells; as a test size, fewer. */
export function createSheets(cells: number, watch: ClothWatch = {}) {
  return createCloth(sheetsMesh(cells), {
    ...watch,
    damping: 1,
    bendStiffness: 1e-4,
    thickness: THICKNESS,
    solids: [meshSolid(geometricObjects(), { friction: 0.5 })],
    contactTolerance: 0.05,
  });
}

export function sheetsMesh(cells: number): SceneMesh {
  const sheets = PLACES.map((middle, sheet): SceneMesh => {
    const positions = new Float64Array(3 * (cells + 1) ** 2);
    const [cos, sin] = [Math.cos(0.3 + sheet), Math.sin(0.3 + sheet)];
    for (let row = 0, v = 0; row <= cells; row++) {
      for (let column = 0; column <= cells; column++, v += 3) {
        const x = SIDE * (column / cells - 0.5);
        const z = SIDE * (0.5 - row / cells);
        positions[v] = middle + cos * x - sin * z + 0.013;
        positions[v + 1] = 0.43 + 0.01 * sheet;
        positions[v + 2] = sin * x + cos * z - 0.017;
      }
    }
    return { positions, triangles: gridTriangles(cells, cells, { diagonals: 'alternating' }) };
  });
  const { positions, triangles } = joinMeshes(sheets);
  return { positions, triangles };
}

/** On the floor, y = 0; the floor itself is out of reach of the sheets, or nearly so. */
function geometricObjects(): SceneMesh {
  const ball = geodesicSphere(5);
  const round = {
    positions: ball.directions.map((x, i) => (i % 3 === 0 ? PLACES[0] : i % 3 === 1 ? 0.2 : 0) + 0.2 * x),
    triangles: ball.triangles,
  };
  const box = boxMesh(PLACES[1], 0.15, 0.4, 1);
  const pyramid = boxMesh(PLACES[2], 0.2, 0.4, 0.1);
  const { positions, triangles } = joinMeshes([round, box, pyramid]);
  return { positions, triangles };
}

/** Half as wide as `half` says above, times `taper`. */
function boxMesh(middle: number, half: number, height: number, taper: number): SceneMesh {
  const corners = [0, height].flatMap((y) =>
    [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
    ].flatMap(([x, z]) => {
      const size = y === 0 ? half : taper * half;
      return [middle + size * x, y, size * z];
    }),
  );
  const sides = [0, 1, 2, 3].flatMap((i) => {
    const j = (i + 1) % 4;
    return [i, j, 4 + j, i, 4 + j, 4 + i];
  });
  return {
    positions: Float64Array.from(corners),
    triangles: Uint32Array.from([...sides, 4, 5, 6, 4, 6, 7, 0, 2, 1, 0, 3, 2]),
  };
}
