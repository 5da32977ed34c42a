import { CORE_FORM, starContours } from '@selfcollide/papers';
import { makeScene, type Scene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { compareContacts } from './compare-contacts.ts';
import { selectContenders } from './contenders.ts';
import { formatCount, formatMs, formatTable } from './format-table.ts';
import { measure } from './measure.ts';
import { quantile } from './quantile.ts';
import { selectFrames } from './select-frames.ts';

/** Scene, triangles, the star paper's speed-up over its box tree at rest and on average (its Table 1; none for some), and ours to reach. */
type Row = readonly [scene: string, triangles: number, paper: string, reachRest: number, reachAverage: number];

const SCENES: readonly Row[] = [
  ['twisted-sheet', 4096, '2.8 / 2.4', 6, 4],
  ['twisted-sheet', 16384, '3.5 / 2.9', 10, 5],
  ['draped-sheet', 20000, '3.6 / 1.5', 10, 2.5],
  ['draped-sheet', 80000, '3.8 / 2.2', 12, 3],
  ['bunny', 3674, '1.7 / 1.6', 2.5, 2.5],
  ['bunny', 14696, '2.0 / 1.8', 3, 3],
  ['bunny', 58784, '2.4 / 2.2', 4, 4],
  ['bumpy-bunny', 14696, '– / 1.1', 0, 1.5],
  ['spiky-bunny', 14696, '– / 0.83', 0, 0.95],
  ['knee', 41000, '1.3 / 1.2', 3, 2.5],
  ['knee', 165000, '1.6 / 1.5', 4, 3],
];

/**
 * `npm run bench -- --table culling`: what star-contour gains over the box tree that starts below adjacent patches, at rest and over the
 * animation; what a frame without contact costs; and how time grows with the mesh. Returns the exit status: 1 if results differ.
 */
export async function printCulling(quick: boolean): Promise<number> {
  const wrong = await printSpeedUps(quick);
  await printQuietFrame(quick);
  await printGrowth(quick);
  return wrong > 0 ? 1 : 0;
}

async function printSpeedUps(quick: boolean): Promise<number> {
  const rows: string[][] = [];
  let wrong = 0;
  for (const [name, triangles, paper, reachRest, reachAverage] of SCENES) {
    if (quick && triangles > 60_000) continue;
    const scene = await makeScene(name, { triangles });
    const cells = [`${name} ${formatCount(scene.mesh.triangles.length / 3)}`];
    const frames = selectFrames(quick ? '4' : '10', scene.frameCount);
    for (const [numbers, reach] of [[[0], reachRest] as const, [frames, reachAverage] as const]) {
      const posed = numbers.map((number) => ({ number, positions: pose(scene, number) }));
      const contenders = selectContenders(['optimised-box-tree', 'star-contour']);
      const options = { warmUpRounds: quick ? 2 : 4, rounds: quick ? 5 : 25, maxSeconds: quick ? 3 : 12 };
      const measurements = measure(contenders, scene.mesh, posed, options, 'optimised-box-tree');
      const mismatch = compareContacts(name, measurements);
      if (mismatch) {
        console.error(mismatch);
        wrong++;
      }
      const [boxes, star] = measurements;
      const speedup = star.speedup ?? 0;
      cells.push(formatMs(boxes.frame.median), formatMs(star.frame.median), `${speedup.toFixed(2)}×`);
      cells.push(reach === 0 ? '–' : `${reach}×${speedup < reach ? ' short' : ''}`);
    }
    rows.push([...cells, paper]);
  }
  const head = [
    'scene',
    'boxes rest',
    'star rest',
    'gain',
    'to reach',
    'boxes avg',
    'star avg',
    'gain',
    'to reach',
    'paper',
  ];
  console.log(
    'Update + query in ms (medians), gain of star-contour over a box tree, both with adjacency worked out beforehand',
  );
  console.log(`${formatTable(head, rows)}\n`);
  return wrong;
}

/** A sheet at rest: one pass over the triangles for directions, one contour, and nothing else. */
async function printQuietFrame(quick: boolean): Promise<void> {
  const { mesh } = await makeScene('flat-sheet', { triangles: 80_000 });
  const timed = createDetector(mesh, { method: starContours({ ...CORE_FORM, taskTimes: true }) });
  const detector = createDetector(mesh);
  const ratios: number[] = [];
  const frames: number[] = [];
  const rounds = quick ? 20 : 100;
  for (let round = -10; round < rounds; round++) {
    const before = timed.finder.taskTimes?.updateDirections ?? 0;
    timed.update(mesh.positions);
    const pass = (timed.finder.taskTimes?.updateDirections ?? 0) - before;
    const started = performance.now();
    detector.update(mesh.positions);
    detector.findIntersections();
    const frame = performance.now() - started;
    if (round < 0) continue;
    frames.push(frame);
    ratios.push(frame / pass);
  }
  const ratio = quantile(ratios, 0.5);
  console.log(
    `Quiet frame, flat sheet 80,000: ${formatMs(quantile(frames, 0.5))} ms, ${ratio.toFixed(2)} × the pass that finds directions (to reach: 1.6)\n`,
  );
}

/** A mesh and the next larger one take turns, so that what else the machine does hits both alike. */
async function printGrowth(quick: boolean): Promise<void> {
  const rows: string[][] = [];
  for (const name of ['flat-sheet', 'bumpy-sphere', 'knee']) {
    let smaller: (() => number) | undefined;
    for (const triangles of quick ? [20_000, 80_000] : [20_000, 80_000, 320_000, 1_280_000]) {
      const scene = await makeScene(name, { triangles });
      const started = performance.now();
      const detector = createDetector(scene.mesh);
      const prepare = performance.now() - started;
      const poses = [0, 1, 2, 3].map((number) => pose(scene, number));
      let next = 0;
      const timeFrame = () => {
        const begun = performance.now();
        detector.update(poses[next++ & 3]);
        detector.findIntersections();
        return performance.now() - begun;
      };
      const times: number[] = [];
      const ratios: number[] = [];
      for (let round = -4; round < 24; round++) {
        const before = smaller?.();
        const ms = timeFrame();
        if (round < 0) continue;
        times.push(ms);
        if (before !== undefined) ratios.push(ms / before);
      }
      rows.push([
        `${name} ${formatCount(detector.triangleCount)}`,
        formatMs(prepare),
        formatMs(quantile(times, 0.5)),
        ratios.length > 0 ? `${quantile(ratios, 0.5).toFixed(2)}×` : '',
        formatCount(Math.round(detector.memoryBytes / detector.triangleCount)),
      ]);
      smaller = timeFrame;
    }
  }
  console.log(
    'Growth: four times the triangles a row (to reach: at most 4.4× the time, 60 s and 1,536 bytes a triangle to prepare)',
  );
  console.log(formatTable(['scene', 'prepare ms', 'frame ms', 'growth', 'B/tri'], rows));
}

function pose(scene: Scene, number: number): Float32Array {
  const positions = new Float64Array(scene.mesh.positions.length);
  scene.frame(Math.min(number, scene.frameCount - 1), positions);
  return Float32Array.from(positions);
}
