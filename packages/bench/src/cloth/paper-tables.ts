import { kdop } from '@selfcollide/papers';
import { type ClothSceneEntry, clothScenes, foldingTapeEntry, walkScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { quantile } from '../quantile.ts';
import { cpuMs, shareOfTime } from './cpu-clock.ts';
import { type PaperScene, paperScenes, paperSetups } from './paper-figures.ts';
import { timeQuadDistances } from './quad-distances.ts';
import { runScene, type SceneRun, type StepSample, TIME_STEP } from './run-scene.ts';

type SetupTimes = readonly [update: number, test: number, total: number];

/** Functions of core that fit polytopes to a pose or take it over. */
const UPDATES = ['update', 'refit', 'fit', '#fitOne', '#fitBoth', 'followMean', 'setTolerance', 'takeStep'];
/** Rounds over all samples: the first warms up, of the others the fastest counts. */
const ROUNDS = 4;
const OPTIMAL = paperSetups[0].distance;

export const paperSceneEntries: readonly ClothSceneEntry[] = [...clothScenes, foldingTapeEntry, ...walkScenes];

/**
 * What the cloth paper tells of a scene, and ours beside it: times of a step (Table 1), detection by setup (Tables 2–5), and
 * whether anything intersects. Scenes that it has no table of get the last only.
 */
export function measurePaperScene(
  entry: ClothSceneEntry,
  steps: number,
  samples: number,
  say: (text: string) => void = () => {},
): string {
  const scene = entry.make();
  const { mesh, solid } = scene;
  const run = runScene(scene, steps, samples, say);
  const particles = formatCount(mesh.positions.length / 3);
  const head = `${entry.name}: ${particles} particles, ${formatCount(mesh.triangles.length / 3)} triangles on ${formatCount(solid.triangles.length / 3)} of the solid; steps 1 to ${steps} of ${entry.defaultFrames - 1}`;
  const paper = paperScenes.find(({ name }) => name === entry.name);
  const texts = [head, describeRun(run)];
  if (paper) {
    const setups = paperSetups.map((setup) => timeSetup(mesh, solid, run.samples, setup));
    texts.push('', formatSteps(run, paper), '', formatSetups(setups, paper));
    if (entry.name !== 'walk-pants') texts.push('', describeQuads(mesh.triangles, solid.triangles, run.samples));
  }
  return texts.join('\n');
}

function describeRun({ steps, stepMs, intersecting, longest, cut, fastest, least }: SceneRun): string {
  const distance = Number.isFinite(least) ? `${least.toFixed(2)} d_min` : 'more than 2 d_min';
  return [
    `steps with an intersecting pair: ${intersecting} of ${steps}, longest ${(longest * TIME_STEP).toFixed(2)} s; steps cut short: ${cut}`,
    `at the end: fastest vertex ${(100 * fastest).toFixed(2)} cm/s, least distance ${distance}; a step takes ${formatMs(stepMs)} ms (median)`,
  ].join('\n');
}

function formatSteps({ phases }: SceneRun, { seconds, steps }: PaperScene): string {
  const ours = [phases.detection, phases.response, phases.solver];
  const theirs = seconds.map((s) => (1000 * s) / steps);
  const withTotal = (parts: readonly number[]) => [...parts, parts.reduce((sum, part) => sum + part, 0)];
  const times = withTotal(ours);
  const paper = withTotal(theirs);
  return formatTable(
    ['ms a step, mean', 'CD', 'CR', 'solver', 'total'],
    [
      ['ours', ...times.map(formatMs)],
      ['paper', ...paper.map(formatMs)],
      ['paper / ours', ...paper.map((ms, i) => (ms / times[i]).toFixed(1))],
    ],
  );
}

function formatSetups(setups: readonly SetupTimes[], paper: PaperScene): string {
  const rows = setups.map((times, i) => {
    const theirs = paper.setups[i];
    return [
      ...[paperSetups[i].name, ...times.map(formatMs), (times[2] / setups[0][2]).toFixed(2)],
      ...[theirs.join(' / '), (theirs[2] / paper.setups[0][2]).toFixed(2), (theirs[2] / times[2]).toFixed(1)],
    ];
  });
  const head = ['setup, ms a step', 'HU', 'CT', 'total', '× optimal', 'paper', '× optimal', 'paper / ours'];
  return formatTable(head, rows);
}

/** The cloth against itself and against its solid, both by the trees that the setup says. */
function timeSetup(
  mesh: { readonly positions: Float64Array; readonly triangles: Uint32Array },
  solid: { readonly positions: Float64Array; readonly triangles: Uint32Array },
  samples: readonly StepSample[],
  { dop, arity, moving, distance }: (typeof paperSetups)[number],
): SetupTimes {
  const method = kdop({ faces: dop, arity });
  const detector = createDetector(mesh, { method, restRadius: 4 * OPTIMAL });
  const ground = createDetector(solid, { method });
  const find = ({ cloth, solid: body }: StepSample) => {
    detector.update(cloth.positions);
    ground.update(body.positions);
    const search = moving ? { distance, velocities: cloth.velocities, timeStep: TIME_STEP } : { distance };
    detector.findProximities(search);
    detector.findProximities({
      ...{ ...search, against: ground },
      ...(moving && { againstVelocities: body.velocities }),
    });
  };
  const least = samples.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, sample] of samples.entries()) {
      const started = cpuMs();
      find(sample);
      if (round > 0) least[i] = Math.min(least[i], cpuMs() - started);
    }
  }
  const total = quantile(least, 0.5);
  const update = total * shareOfTime(UPDATES, () => samples.forEach(find));
  return [update, total - update, total];
}

function describeQuads(triangles: Uint32Array, solid: Uint32Array, samples: readonly StepSample[]): string {
  const sample = samples[samples.length - 1];
  const { quadPairs, trianglePairs, quadUs, triangleUs } = timeQuadDistances(triangles, solid, sample, OPTIMAL);
  if (quadPairs === 0) return 'GJK on quads: nothing within ε in the last sample';
  const ms = (count: number, us: number) => formatMs((count * us) / 1000);
  return `GJK, last sample: ${formatCount(quadPairs)} pairs of quad and triangle in ${ms(quadPairs, quadUs)} ms (${quadUs.toFixed(2)} µs each); as ${formatCount(trianglePairs)} pairs of triangles ${ms(trianglePairs, triangleUs)} ms (${triangleUs.toFixed(2)} µs each)`;
}
