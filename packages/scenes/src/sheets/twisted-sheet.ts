import { createScene, readSceneOptions } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { gridSize, gridTriangles, gridVertexCount } from '../topology/grid.ts';
import { MEANDER_TERMS, meanderCoefficients, meanderPoint } from './meander.ts';

const LENGTH = 2;
const WIDTH = 1;
const FOLDS = 2;
/** Radians by which each end is turned in the last frame, in opposite directions. */
const LAST_TURN = 1.6 * Math.PI;
/** Fold amplitude of the last frame in the middle of the cloth; contact starts at about 2.1, see `meander.ts`. */
const LAST_AMPLITUDE = 2.28;

export const twistedSheetEntry: SceneEntry = {
  name: 'twisted-sheet',
  about: 'A cloth wrung like a towel; its folds press through each other in the last third.',
  group: 'smooth',
  defaultTriangles: 16_384,
  defaultFrames: 60,
  resizable: true,
  make: twistedSheet,
};

/**
 * A towel being wrung (twisted cloth; star paper §7): its ends turn against each other, it shortens, and it gathers into
 * lengthwise folds. Nothing is near contact at first; in the last third neighbouring folds press through each other.
 * 4,096 and 16,384 triangles are 32 × 64 and 64 × 128 cells.
 */
export function twistedSheet(options: SceneOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(twistedSheetEntry, options);
  const { columns, rows } = gridSize(triangles, WIDTH / LENGTH);
  const random = createRandom(seed);
  const phase = random.between(0, 2 * Math.PI);
  const drift = random.between(0.8, 1.6); // how far the folds wander sideways along the cloth, in radians of a fold
  const sway = random.between(0, 2 * Math.PI);
  const coefficients = new Float64Array(MEANDER_TERMS);
  const point = new Float64Array(2);

  return createScene(twistedSheetEntry, {
    triangles: gridTriangles(columns, rows),
    vertexCount: gridVertexCount(columns, rows),
    frames,
    pose(t, out) {
      const gather = 1 - (1 - t) ** 2;
      const shorten = 1 - 0.3 * t * t;
      const unit = WIDTH / (2 * Math.PI * FOLDS); // the fold length that meander.ts calls 2π

      for (let row = 0, v = 0; row <= rows; row++) {
        const u = (2 * row) / rows - 1;
        const free = 1 - u ** 6; // 0 at the clamped ends
        const turn = LAST_TURN * t * u;
        const cos = Math.cos(turn);
        const sin = Math.sin(turn);
        const bow = 0.12 * t * t * (1 - u * u) ** 2;
        const start = phase + drift * u;
        meanderCoefficients(LAST_AMPLITUDE * gather * free * (1 - 0.02 * Math.sin(3 * u + sway)), coefficients);

        // the row's own middle lies on the axis, so that the cloth turns about itself
        meanderPoint(coefficients, start - Math.PI * FOLDS, point);
        let middleAlong = point[0]! / 2;
        let middleAcross = point[1]! / 2;
        meanderPoint(coefficients, start + Math.PI * FOLDS, point);
        middleAlong += point[0]! / 2;
        middleAcross += point[1]! / 2;

        for (let column = 0; column <= columns; column++, v += 3) {
          meanderPoint(coefficients, start + 2 * Math.PI * FOLDS * (column / columns - 0.5), point);
          const along = unit * (point[0]! - middleAlong);
          const across = unit * (point[1]! - middleAcross);
          out[v] = (LENGTH / 2) * shorten * u;
          out[v + 1] = cos * along - sin * across + bow * Math.cos(4 * u + sway);
          out[v + 2] = sin * along + cos * across + bow * Math.sin(4 * u + sway);
        }
      }
    },
  });
}
