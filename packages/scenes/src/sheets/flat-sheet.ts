import { createScene, readSceneOptions } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { gridSize, gridTriangles, gridVertexCount } from '../topology/grid.ts';

export interface FlatSheetOptions extends SceneOptions {
  /** Which way the cells are cut; see `gridTriangles`. Default `constant`. */
  readonly diagonals?: 'constant' | 'alternating';
}

const LENGTH = 2;
const WIDTH = 1.28;
const WAVES = 4;
/** Steepest slope of all waves together. Below 1 the sheet stays a height field, and cannot meet itself. */
const MAX_SLOPE = 0.6;

export const flatSheetEntry: SceneEntry = {
  name: 'flat-sheet',
  about: 'A sheet that starts exactly flat and ripples as a height field; never in contact.',
  group: 'smooth',
  defaultTriangles: 80_000,
  defaultFrames: 60,
  resizable: true,
  make: flatSheet,
};

/** A sheet that starts exactly flat and ripples; never in contact. 80,000 triangles are 160 × 250 cells. */
export function flatSheet(options: FlatSheetOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(flatSheetEntry, options);
  const { columns, rows } = gridSize(triangles, WIDTH / LENGTH);
  const { diagonals = 'constant' } = options;
  const random = createRandom(seed);
  const waves = Array.from({ length: WAVES }, () => {
    const direction = random.between(0, 2 * Math.PI);
    const frequency = random.between(4, 12);
    return {
      x: frequency * Math.cos(direction),
      y: frequency * Math.sin(direction),
      height: MAX_SLOPE / WAVES / frequency,
      phase: random.between(0, 2 * Math.PI),
      speed: random.between(4, 9),
    };
  });

  return createScene(flatSheetEntry, {
    triangles: gridTriangles(columns, rows, { diagonals }),
    vertexCount: gridVertexCount(columns, rows),
    frames,
    pose(t, out) {
      for (let row = 0, v = 0; row <= rows; row++) {
        const y = LENGTH * (row / rows) - LENGTH / 2;
        for (let column = 0; column <= columns; column++, v += 3) {
          const x = WIDTH * (column / columns) - WIDTH / 2;
          let z = 0;
          for (const wave of waves) z += wave.height * Math.sin(wave.x * x + wave.y * y + wave.phase + wave.speed * t);
          out[v] = x;
          out[v + 1] = y;
          out[v + 2] = t * z;
        }
      }
    },
  });
}
