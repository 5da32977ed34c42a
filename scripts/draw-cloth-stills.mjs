import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from './build.mjs';
import { drawFrames, hitTriangles } from './draw-frames.mjs';
import { dopMesh, rodMesh } from './draw-proximities.mjs';
import { root } from './packages.mjs';

/**
 * Draws the scenes of the cloth paper into docs/scenes/, with what they rest on, in grey. `node scripts/draw-cloth-stills.mjs [picture …]` draws only
 * those. Walks take minutes.
 */

/** Where each scene is seen from (radians about y, radians from above, size in the picture), and after which steps. */
const PICTURES = {
  'table-cloth': { turn: 0.5, tilt: 0.4, zoom: 1.25, steps: [0, 40, 150] },
  sheets: { turn: 0.35, tilt: 0.4, zoom: 1.1, steps: [0, 40, 150] },
  tape: { turn: 0.5, tilt: 0.5, zoom: 1.2, steps: [0, 40, 400] },
  'folding-tape': { turn: 0.5, tilt: 0.35, zoom: 1.2, steps: [0, 50, 110] },
  'walk-pants': { turn: 0.7, tilt: 0.1, zoom: 1.25, steps: [0, 50, 150] },
  'walk-low': { turn: 0.7, tilt: 0.1, zoom: 1.25, steps: [0, 50, 150] },
  'walk-high': { turn: 0.7, tilt: 0.1, zoom: 1.25, steps: [0] },
};
/** Metres: how close is close in the picture of what the search works with. */
const DISTANCE = 0.005;
/** Triangles in each polytope of that picture: 10 × 4 cells of the tape. */
const PATCH = { columns: 10, rows: 4 };

await buildPackages();
const { clothScenes, createTableCloth, foldingTapeEntry, verticesOnlyTable, walkScenes } = await import(
  '../packages/scenes/dist/index.mjs'
);
const { createDetector } = await import('../packages/core/dist/index.mjs');
const asked = process.argv.slice(2);
const isAsked = (name) => asked.length === 0 || asked.includes(name);
const save = (name, png) => writeFileSync(join(root, `docs/scenes/${name}.png`), png);

for (const entry of [...clothScenes, foldingTapeEntry, ...walkScenes]) {
  if (!isAsked(entry.name) && !(entry.name === 'tape' && isAsked('tape-search'))) continue;
  const { steps, ...view } = PICTURES[entry.name];
  const scene = entry.make();
  const frames = run(scene, scene.begin(), steps);
  console.log(`${entry.name}: ${frames.map(({ hit }) => hit.size).join(', ')} triangles that hit others`);
  save(entry.name, drawFrames(scene.mesh, frames, view));
  if (entry.name === 'tape') save('tape-search', drawSearch(scene, frames.at(-1), view));
}
if (isAsked('table-cloth-vertices')) {
  const { steps, ...view } = PICTURES['table-cloth'];
  const scene = clothScenes.find(({ name }) => name === 'table-cloth').make();
  const cloth = createTableCloth(verticesOnlyTable);
  const begun = { cloth, solid: scene.solid, step: () => cloth.step(0.01) };
  save('table-cloth-vertices', drawFrames(scene.mesh, run(scene, begun, steps), view));
}

function run({ mesh }, { cloth, solid, step }, steps) {
  const detector = createDetector(mesh, { method: 'box-tree' });
  const frames = [];
  for (let done = 0; done <= steps.at(-1); done++) {
    if (done > 0) step();
    if (!steps.includes(done)) continue;
    detector.update(cloth.positions);
    const body = { positions: solid.positions.slice(), triangles: solid.triangles };
    frames.push({ positions: cloth.positions.slice(), body, hit: hitTriangles(detector) });
  }
  return frames;
}

/** Polytopes around patches of the tape, grown by half the distance; and closest points, joined by rods. */
function drawSearch({ mesh, solid, thickness }, { positions, body }, view) {
  const detector = createDetector(mesh, { restRadius: 4 * DISTANCE });
  detector.update(positions);
  const against = createDetector(solid, { method: 'box-tree' });
  const rods = [];
  for (const [near, other] of [
    [detector.findProximities({ distance: DISTANCE }).slice(), { positions, triangles: mesh.triangles }],
    [detector.findProximities({ distance: DISTANCE, against }).slice(), body],
  ]) {
    const point = ({ positions: at, triangles }, triangle, weights, i) =>
      [0, 1, 2].map((axis) =>
        [0, 1, 2].reduce((sum, k) => sum + weights[3 * i + k] * at[3 * triangles[3 * triangle + k] + axis], 0),
      );
    for (let i = 0; i < near.count; i++) {
      const from = point({ positions, triangles: mesh.triangles }, near.triangleA[i], near.weightsA, i);
      rods.push(rodMesh(from, point(other, near.triangleB[i], near.weightsB, i), 2 * thickness)); // thick enough to be seen
    }
  }
  const columns = mesh.positions.length / 27; // nine rows
  const dops = [];
  for (let row = 0; row < 8; row += PATCH.rows) {
    for (let column = 0; column + 1 < columns; column += PATCH.columns) {
      const points = [];
      for (let r = row; r <= row + PATCH.rows; r++) {
        for (let c = column; c <= Math.min(column + PATCH.columns, columns - 1); c++) {
          points.push([...positions.subarray(3 * (r * columns + c), 3 * (r * columns + c) + 3)]);
        }
      }
      dops.push(dopMesh(points, DISTANCE / 2));
    }
  }
  const frames = [
    { positions, body, hit: new Set(), marks: joined(dops) },
    { positions, body, hit: new Set(), marks: joined(rods) },
  ];
  return drawFrames(mesh, frames, view);
}

/** One mesh out of several. */
function joined(meshes) {
  const positions = [];
  const triangles = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    for (const x of mesh.positions) positions.push(x);
    for (const v of mesh.triangles) triangles.push(first + v);
  }
  return { positions, triangles };
}
