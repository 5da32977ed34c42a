import { CORE_FORM } from '@selfcollide/papers';
import { makeScene, type Scene, type SimulatedSceneEntry, simulatedScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import type { Contender } from '../contender.ts';
import { formatCount } from '../format-table.ts';
import { createProgressLine } from '../progress-line.ts';
import { selectFrames } from '../select-frames.ts';
import { dataSceneNames, readDataScene } from './data-scenes.ts';
import { loadFrames } from './frame-cache.ts';
import { type AnimationEffort, measureAnimation, type PosedFrame } from './measure-animation.ts';
import { paperTable } from './paper-table.ts';
import { PAPER_FORM, starContenders } from './star-contenders.ts';
import type { StarResult } from './star-result.ts';
import { taskShares } from './task-shares.ts';

/** How long the report may take. */
export interface ReportEffort {
  /** Only the smallest size of each simulated scene. */
  readonly smallest: boolean;
  /** Frames timed: `cost` triangles a frame in all, within these limits. */
  readonly frames: { readonly cost: number; readonly least: number; readonly most: number };
  readonly animation: AnimationEffort;
}

export const FULL: ReportEffort = {
  smallest: false,
  frames: { cost: 1_200_000, least: 10, most: 100 },
  animation: { rounds: 5, restRounds: 15, seconds: [5, 25] },
};

export const QUICK: ReportEffort = {
  smallest: true,
  frames: { cost: 160_000, least: 6, most: 12 },
  animation: { rounds: 3, restRounds: 5, seconds: [0.5, 2] },
};

export interface MeasuringOptions {
  /** Which scenes; empty for all. */
  readonly scenes: readonly string[];
  /** In C++, as far as they could be built. */
  readonly peers: readonly Contender[];
  readonly effort: ReportEffort;
  /** Tells what is being done. */
  say(text: string): void;
}

/** Bumps and spikes are measured at one size: the paper has a sentence on each, not a column. */
const ONE_SIZE = new Set(['rolling-bumpy-bunny', 'rolling-spiky-bunny']);

/** The star paper's scenes: the columns of its Table 1. */
export async function measureSimulated(options: MeasuringOptions): Promise<StarResult[]> {
  const results: StarResult[] = [];
  for (const entry of simulatedScenes) {
    if (!isWanted(entry.name, options)) continue;
    for (const triangles of chooseSizes(entry, options.effort.smallest)) {
      const simulated = await entry.make({ triangles });
      const title = `${entry.name} ${formatCount(simulated.mesh.triangles.length / 3)}`;
      const line = createProgressLine(`${title}: simulating`);
      const scene = loadFrames(simulated, { onProgress: line.show });
      line.end();
      results.push(measureScene(entry, triangles, scene, options));
    }
  }
  return results;
}

export function chooseSizes({ name, sizes }: SimulatedSceneEntry, smallest: boolean): readonly number[] {
  if (smallest) return [Math.min(...sizes)];
  return ONE_SIZE.has(name) ? [sizes[Math.floor((sizes.length - 1) / 2)]] : sizes;
}

function measureScene(
  { name, sizes }: SimulatedSceneEntry,
  size: number,
  scene: Scene,
  { peers, effort, say }: MeasuringOptions,
): StarResult {
  const triangles = scene.mesh.triangles.length / 3;
  const { cost, least, most } = effort.frames;
  const count = Math.min(most, Math.max(least, Math.round(cost / triangles)));
  const numbers = selectFrames(String(count), scene.frameCount);
  const frames = numbers.map((number): PosedFrame => {
    const positions = new Float64Array(scene.mesh.positions.length);
    scene.frame(number, positions);
    return { number, positions };
  });
  say(`${name} ${formatCount(triangles)}: timing ${frames.length} frames`);
  const times = measureAnimation(starContenders(scene.mesh, peers), scene.mesh, frames, effort.animation);
  for (const failure of times.failures) say(`bench: left out on ${name}: ${failure}`);
  const prepared = createDetector(scene.mesh).serialize();
  const tasks = {
    paperForm: taskShares(scene.mesh, frames, { ...PAPER_FORM, prepared }),
    ours: taskShares(scene.mesh, frames, { ...CORE_FORM, prepared }),
  };
  const paper = paperTable[name]?.[sizes.indexOf(size)];
  return { scene: name, kind: 'simulated', triangles, frames: numbers.map(String), times, paper, tasks };
}

/** A sheet of 80,000 at rest: as modelled, along the axes, and turned, so that nothing is exactly flat any more. */
export async function measureSheets(options: MeasuringOptions): Promise<StarResult[]> {
  if (!isWanted('flat-sheet', options)) return [];
  const { mesh } = await makeScene('flat-sheet', { triangles: 80_000 });
  const triangles = mesh.triangles.length / 3;
  return [['flat-sheet', mesh.positions] as const, ['flat-sheet turned', turn(mesh.positions)] as const].map(
    ([scene, positions]) => {
      options.say(`${scene} ${formatCount(triangles)}: timing the rest pose`);
      const posed = { positions, triangles: mesh.triangles };
      const times = measureAnimation(starContenders(posed, options.peers), posed, [], options.effort.animation);
      return { scene, kind: 'sheet', triangles, frames: [], times };
    },
  );
}

/** Turns about two axes by angles that are nothing special, and rounds to single precision, as files have it. */
function turn(positions: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  const [c, s, k, l] = [Math.cos(0.7), Math.sin(0.7), Math.cos(1.1), Math.sin(1.1)];
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [
      c * positions[i] - s * positions[i + 1],
      s * positions[i] + c * positions[i + 1],
      positions[i + 2],
    ];
    out[i] = Math.fround(x);
    out[i + 1] = Math.fround(k * y - l * z);
    out[i + 2] = Math.fround(l * y + k * z);
  }
  return out;
}

/** Meshes of ../shared/data. Copies of a vertex may have moved apart by rounding there, so the first of them counts, for all alike. */
export async function measureData(folder: string, options: MeasuringOptions): Promise<StarResult[]> {
  const { peers, effort, say } = options;
  const results: StarResult[] = [];
  for (const name of dataSceneNames) {
    if (!isWanted(name, options)) continue;
    const { mesh, frames } = await readDataScene(folder, name, effort.frames.most);
    const triangles = mesh.triangles.length / 3;
    say(`${name} ${formatCount(triangles)}: timing ${frames.length} frames`);
    const contenders = starContenders(mesh, peers, { weld: 'keep' });
    // few frames stand for themselves, see `comparisons`
    const restRounds = frames.length <= 3 ? 0 : effort.animation.restRounds;
    const times = measureAnimation(contenders, mesh, frames, { ...effort.animation, restRounds });
    for (const failure of times.failures) say(`bench: left out on ${name}: ${failure}`);
    results.push({ scene: name, kind: 'data', triangles, frames: frames.map(({ label }) => label), times });
  }
  return results;
}

function isWanted(name: string, { scenes }: MeasuringOptions): boolean {
  return scenes.length === 0 || scenes.includes(name);
}
