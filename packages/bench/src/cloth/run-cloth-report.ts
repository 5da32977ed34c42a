import { dataFolder } from '../data/data-folder.ts';
import { detectorContender } from '../detector-contender.ts';
import { formatMs, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import {
  formatProximities,
  type MeasuredProximities,
  measureProximities,
  type ProximityScene,
} from './measure-proximities.ts';
import {
  findNativeProximities,
  type ProximityContender,
  proximityMethod,
  proximityThreeMeshBvh,
} from './proximity-contenders.ts';
import { dataScenes, generatedFrames, restScenes, simulatedFrames } from './proximity-scenes.ts';

const QUICK = { rounds: 3, maxSeconds: 2, rest: 20_000, frames: 2 };
const FULL = { rounds: 9, maxSeconds: 20, rest: 80_000, frames: 10 };

/**
 * `npm run bench -- --table cloth`: detection of proximities against peers in the same run. The cloth paper's own scenes are not among them yet. Returns the exit
 * status: 1 if safe methods counted different pairs.
 */
export async function runClothReport({ quick }: { readonly quick: boolean }): Promise<number> {
  const effort = quick ? QUICK : FULL;
  const started = performance.now();
  const say = (text: string) =>
    console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
  say('compiling peers, unless they are there');
  const native = findNativeProximities();
  for (const reason of native.missing) say(`bench: left out: ${reason}`);
  const methods = [proximityMethod('star-contour'), proximityMethod('aabb')];
  const peers = [...native.peers, proximityThreeMeshBvh];
  const wrong: string[] = [];
  const run = (scene: ProximityScene, contenders: readonly ProximityContender[]): MeasuredProximities => {
    say(scene.name);
    const result = measureProximities(
      contenders.map((one) => one.within(scene.distance)),
      scene,
      effort,
    );
    wrong.push(...result.wrong);
    return result;
  };
  const { cpu, node } = describeMachine();
  const versions = [`Node ${node}`, ...native.versions].join(', ');
  const print = (title: string, text: string) => console.log(`${title}\n${text}\n`);
  console.log(`${cpu}, ${versions}; ms of update + query, medians, × of star-contour${quick ? '; a quick run' : ''}\n`);

  const rest = await restScenes(effort.rest);
  print('At rest', formatProximities(rest.map((scene) => run(scene, [...methods, ...peers]))));
  print('At rest, findProximities over findIntersections', formatOverIntersections(rest, effort));
  const frames = quick
    ? await generatedFrames(
        [
          ['twisted-sheet', 4_096],
          ['draped-sheet', 5_000],
        ],
        effort.frames,
      )
    : await simulatedFrames(
        [
          ['twisted-cloth', 16_384],
          ['dragged-cloth', 20_000],
          ['dragged-cloth', 80_000],
        ],
        effort.frames,
      );
  print('In motion', formatProximities(frames.flat().map((scene) => run(scene, [...methods, ...native.peers]))));
  const folder = dataFolder();
  if (folder === undefined) say('bench: left out: real data, there is no ../shared/data beside the repository.');
  else {
    const data = await dataScenes(folder);
    print('Real data', formatProximities(data.map((scene) => run(scene, [...methods, ...native.peers]))));
    const kick = { ...data[0], name: 'kick, 0.002', distance: 0.002 };
    print('Distances of triangles', formatRate(run(kick, [proximityMethod('aabb')])));
  }
  const [near] = await restScenes(quick ? 5_000 : 20_000, 1);
  print('Many pairs', formatProximities([run(near, [...methods, ...peers])]));
  const [wide] = await restScenes(quick ? 5_000 : 20_000, 1.3);
  print('Rest neighbours left out, at rest', formatRestRadius(wide, effort));
  for (const sentence of wrong) console.error(sentence);
  return wrong.length > 0 ? 1 : 0;
}

function formatOverIntersections(scenes: readonly ProximityScene[], effort: typeof QUICK): string {
  const rows = scenes.map((scene) => {
    const near = proximityMethod('star-contour').within(scene.distance);
    const { measurements } = measureProximities(
      [near, { ...detectorContender('star-contour'), safe: false }],
      scene,
      effort,
    );
    return [scene.name, ...compare(measurements[0].ms, measurements[1].ms)];
  });
  return formatTable(['scene', 'findProximities ms', 'findIntersections ms', '×'], rows);
}

function formatRestRadius(scene: ProximityScene, effort: typeof QUICK): string {
  const all = proximityMethod('star-contour').within(scene.distance);
  const fewer = proximityMethod('star-contour', 4 * scene.distance).within(scene.distance);
  const { measurements } = measureProximities([all, { ...fewer, safe: false }], scene, effort);
  return formatTable(
    ['scene', 'ρ = 0 ms', 'ρ = 4ε ms', '×', 'pairs', 'pairs'],
    [
      [
        scene.name,
        ...compare(measurements[0].ms, measurements[1].ms),
        ...measurements.map(({ pairs }) => String(pairs)),
      ],
    ],
  );
}

/** Candidates are found and distances computed in one search: the rate is of both together. */
function formatRate({ scene, measurements: [{ contender, queryMs, distanceTests = 0, pairs }] }: MeasuredProximities) {
  const rate = (distanceTests / queryMs / 1000).toFixed(2);
  return formatTable(
    ['scene', 'method', 'distances', 'pairs', 'query ms', 'million a second'],
    [[scene, contender, String(distanceTests), String(pairs), formatMs(queryMs), rate]],
  );
}

function compare(first: number, second: number): string[] {
  return [formatMs(first), formatMs(second), (first / second).toFixed(2)];
}
