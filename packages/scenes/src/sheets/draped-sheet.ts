import { createScene, readSceneOptions, smoothStep } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { gridSize, gridTriangles, gridVertexCount } from '../topology/grid.ts';
import { MEANDER_TERMS, meanderAmplitude, meanderCoefficients, meanderPoint } from './meander.ts';

/** Half the side of the cloth, in radii of the sphere. */
const HALF_SIDE = 3;
/** How far down the sphere the cloth clings in the last frame, in radians from the top: it hangs inwards below. */
const LAST_CLING = 2;
/**
 * The least room that a ring of cloth is given, as a part of its length. The folds then have an amplitude of 2.25: past
 * touching, short of lying on each other (see `meander.ts`).
 */
const MIN_ROOM = 0.095;

export const drapedSheetEntry: SceneEntry = {
  name: 'draped-sheet',
  about: 'A square cloth that sinks over a sphere and gathers into folds, which meet towards the end.',
  group: 'smooth',
  defaultTriangles: 20_000,
  defaultFrames: 60,
  resizable: true,
  make: drapedSheet,
};

/**
 * A square cloth that sinks over a unit sphere (the sphere is not part of the mesh) and gathers into folds below it.
 * Flat in frame 0; the folds meet each other towards the end. 20,000 and 80,000 triangles are 100² and 200² cells.
 *
 * The profile is an arc of the sphere and its tangent. A ring of cloth that has to fit into less room than it is
 * long takes folds that use up exactly the rest.
 */
export function drapedSheet(options: SceneOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(drapedSheetEntry, options);
  const { columns, rows } = gridSize(triangles, 1);
  const random = createRandom(seed);
  // a fold needs about ten cells of the border, or the mesh cannot follow it
  const folds = Math.max(3, Math.min(14, Math.floor((2 * (columns + rows)) / 10)));
  const wander = [1, 2, 3].map((frequency) => ({
    frequency,
    size: random.between(0.15, 0.3) / frequency,
    phase: random.between(0, 2 * Math.PI),
  }));
  const coefficients = new Float64Array(MEANDER_TERMS);
  const point = new Float64Array(2);

  return createScene(drapedSheetEntry, {
    triangles: gridTriangles(columns, rows, { diagonals: 'alternating' }),
    vertexCount: gridVertexCount(columns, rows),
    frames,
    pose(t, out) {
      const cling = LAST_CLING * (1 - (1 - t) ** 1.5);
      for (let row = 0, v = 0; row <= rows; row++) {
        const flatY = HALF_SIDE * ((2 * row) / rows - 1);
        for (let column = 0; column <= columns; column++, v += 3) {
          const flatX = HALF_SIDE * ((2 * column) / columns - 1);
          const r = Math.hypot(flatX, flatY);
          const onSphere = Math.min(r, cling);
          const hanging = r - onSphere;
          const radius = smoothMaximum(Math.sin(onSphere) + hanging * Math.cos(onSphere), MIN_ROOM * r, 0.02 * r * t);
          const height = Math.cos(onSphere) - hanging * Math.sin(onSphere);
          if (radius >= (1 - 1e-12) * r) {
            out[v] = flatX;
            out[v + 1] = flatY;
            out[v + 2] = height;
            continue;
          }
          const around = Math.atan2(flatY, flatX);
          let theta = folds * around;
          for (const wave of wander) theta += wave.size * Math.sin(wave.frequency * around + wave.phase);
          // near the top the cloth shears instead of folding
          const amplitude = meanderAmplitude(radius / r, coefficients) * smoothStep(0.5, 1.9, r);
          meanderCoefficients(amplitude, coefficients);
          meanderPoint(coefficients, theta, point);
          const unit = radius / (folds * coefficients[0]!);
          const turn = around + (point[0]! / coefficients[0]! - theta) / folds;
          const distance = radius + unit * point[1]!;
          out[v] = distance * Math.cos(turn);
          out[v + 1] = distance * Math.sin(turn);
          out[v + 2] = height;
        }
      }
    },
  });
}

/** The larger of two numbers, rounded off where they are within about `width` of each other; never below either. */
function smoothMaximum(a: number, b: number, width: number): number {
  return (a + b + Math.hypot(a - b, width)) / 2;
}
