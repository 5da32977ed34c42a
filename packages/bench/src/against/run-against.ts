import type { BenchOptions } from '../bench-options.ts';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { selectFrames } from '../select-frames.ts';
import type { PosedFrame } from '../star/measure-animation.ts';
import { loadBuild } from './load-build.ts';
import { checkSceneNames, loadScene } from './load-scene.ts';
import { type BuildEffort, type BuildTimes, timeBuilds } from './time-builds.ts';

const METHODS = ['star-contour', 'box-tree'];

/** Flat, folded, round, knotted, non-manifold, loose; then the simulated ones, small: the time goes into rounds instead. */
export const SCENES = [
  ...['flat-sheet:16000', 'twisted-sheet:4000', 'twisted-sheet:80000', 'draped-sheet:16000', 'knee:41000'],
  ...['bumpy-sphere:20000', 'torus-knot:80000', 'bunny:14700', 'scan', 'soup:4000'],
  ...['dragged-cloth', 'twisted-cloth', 'rolling-bunny', 'rolling-spiky-bunny', 'deflating-animal', 'character'],
];

const FULL: BuildEffort = { rounds: 31, seconds: [3, 10] };
const QUICK: BuildEffort = { rounds: 3, seconds: [0.5, 2] };

/** More than 5 % slower is starred. */
const TOLERANCE = 1.05;

type AgainstOptions = Pick<BenchOptions, 'scenes' | 'methods' | 'frames' | 'triangles' | 'quick'>;

/**
 * `npm run bench -- --against DIR`: this checkout's build and that of another, in one process, in turns. Returns the exit status: 1 if
 * they found different contacts. Being slower is no failure: a busy machine alone can do that.
 */
export async function runAgainst(folder: string, options: AgainstOptions): Promise<number> {
  const builds = [await loadBuild(repositoryFolder()), await loadBuild(folder)] as const;
  const methods = options.methods.length > 0 ? options.methods : METHODS;
  const wantedScenes = options.scenes.length > 0 ? options.scenes : SCENES;
  checkSceneNames(wantedScenes);
  const machine = describeMachine();
  console.log(`This build against ${folder}; ${machine.cpu}, Node ${machine.node}; ms a frame, medians\n`);
  const rows: [scene: string, times: BuildTimes][] = [];
  for (const wanted of wantedScenes) {
    const scene = await loadScene(wanted, options.triangles);
    const frames = selectFrames(options.frames, scene.frameCount).map((number): PosedFrame => {
      const positions = new Float64Array(scene.mesh.positions.length);
      scene.frame(number, positions);
      return { number, positions };
    });
    const title = `${scene.name} ${formatCount(scene.mesh.triangles.length / 3)}`;
    for (const times of timeBuilds(builds, methods, scene.mesh, frames, options.quick ? QUICK : FULL)) {
      rows.push([title, times]);
      // a row as soon as it is known: all of them take minutes
      console.error(`${title}, ${times.method}: ${times.ratio.toFixed(3)}`);
    }
  }
  console.log(formatAgainst(rows));
  return rows.some(([, times]) => differs(times)) ? 1 : 0;
}

function differs({ hashes }: BuildTimes): boolean {
  return hashes[0] !== hashes[1];
}

/** A row per scene and method; then per method the geometric mean and the worst ratio, and whether contacts are the same. */
export function formatAgainst(rows: readonly (readonly [scene: string, times: BuildTimes])[]): string {
  const cells = rows.map(([scene, times]) => [
    scene,
    times.method,
    formatMs(times.thisMs),
    formatMs(times.otherMs),
    times.ratio.toFixed(3),
    times.ratio > TOLERANCE ? '*' : '',
    differs(times)
      ? `DIFFER: ${times.contacts.map((count, i) => `${formatCount(count)} (${times.hashes[i]})`).join(', other ')}`
      : `${formatCount(times.contacts[0])} (${times.hashes[0]})`,
  ]);
  const head = ['scene', 'method', 'this', 'other', 'this / other', '', 'contacts'];
  const means = [...new Set(rows.map(([, { method }]) => method))].map((method) => {
    const ratios = rows.filter(([, times]) => times.method === method).map(([, { ratio }]) => ratio);
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    const slower = ratios.filter((ratio) => ratio > TOLERANCE).length;
    return `${method}: ${mean.toFixed(3)} on average (geometric mean), at worst ${Math.max(...ratios).toFixed(3)}; ${slower} of ${ratios.length} more than 5 % slower (*)`;
  });
  const wrong = rows.filter(([, times]) => differs(times)).length;
  const verdict = wrong === 0 ? 'Contacts are the same.' : `Contacts differ in ${wrong} of ${rows.length} rows.`;
  return [formatTable(head, cells), '', ...means, verdict].join('\n');
}
