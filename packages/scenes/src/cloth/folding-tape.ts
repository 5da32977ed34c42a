import type { SceneMesh } from '../scene.ts';
import { gridTriangles } from '../topology/grid.ts';
import { type ClothSceneEntry, type ClothWatch, clothScene } from './cloth-scene.ts';
import { createTapeCloth, tapeSize } from './tape.ts';

const { length: LENGTH, width: WIDTH, columns: COLUMNS, rows: ROWS, thickness: THICKNESS } = tapeSize;
/** Metres. */
const START_HEIGHT = 0.1;
/** Radians off the vertical: the more upright, the more folds. */
const LEAN = 0.3;
/** Half height and radius of the solid. */
const PEBBLE = { height: 0.06, radius: 0.35, around: 29, bands: 11 };

/**
 * Not one of the cloth paper's sizes of work, but what it says of its tape: a challenge for self-collision. Its steps take several times as long as
 * those of `tape`, which hardly meets itself.
 */
export const foldingTapeEntry: ClothSceneEntry = {
  name: 'folding-tape',
  about: 'A tape of 1 m falls end first onto a flat solid, which is not part of the mesh, and folds onto itself.',
  defaultTriangles: 2 * COLUMNS * ROWS,
  defaultFrames: 401,
  make: (options = {}) =>
    clothScene(foldingTapeEntry, options, {
      mesh: foldingTapeMesh(COLUMNS, ROWS),
      solid: pebble(),
      thickness: THICKNESS,
      steps: 400,
      create: (watch) => createFoldingTape(COLUMNS, ROWS, watch),
    }),
};

/** `columns` × `rows` cells; as a test size, fewer. */
export function createFoldingTape(columns: number, rows: number, watch: ClothWatch = {}) {
  return createTapeCloth(foldingTapeMesh(columns, rows), pebble(), watch);
}

/** Nearly upright, wavy, and a little turned about its length. */
export function foldingTapeMesh(columns: number, rows: number): SceneMesh {
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, v = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, v += 3) {
      const s = LENGTH * (column / columns);
      const z = WIDTH * (0.5 - row / rows);
      positions[v] = (0.25 - s) * Math.sin(LEAN) + 0.012 * Math.sin(11 * s) + 0.1 * z;
      positions[v + 1] = START_HEIGHT + s * Math.cos(LEAN);
      positions[v + 2] = z + 0.02 * s;
    }
  }
  return { positions, triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }) };
}

/** A flat round body of 580 triangles. */
function pebble(): SceneMesh {
  const { height, radius, around, bands } = PEBBLE;
  const positions = [0, height, 0, 0, -height, 0];
  for (let band = 1; band < bands; band++) {
    const [down, out] = [Math.cos((Math.PI * band) / bands), Math.sin((Math.PI * band) / bands)];
    for (let i = 0; i < around; i++) {
      const turn = (2 * Math.PI * i) / around;
      const r = radius * Math.sqrt(out);
      positions.push(r * Math.cos(turn), height * Math.sign(down) * Math.abs(down) ** 0.8, -r * Math.sin(turn));
    }
  }
  const at = (band: number, i: number) => 2 + (band - 1) * around + (i % around);
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    triangles.push(0, at(1, i), at(1, i + 1), 1, at(bands - 1, i + 1), at(bands - 1, i));
    for (let band = 1; band + 1 < bands; band++) {
      triangles.push(
        at(band, i),
        at(band + 1, i),
        at(band + 1, i + 1),
        at(band, i),
        at(band + 1, i + 1),
        at(band, i + 1),
      );
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
