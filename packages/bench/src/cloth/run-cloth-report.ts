import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kdop, optimisedBoxTree } from '@selfcollide/papers';
import { dataFolder } from '../data/data-folder.ts';
import { detectorContender } from '../detector-contender.ts';
import { formatMs, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { measureClosestPairs } from './closest-pair.ts';
import { formatGoals } from './cloth-goals.ts';
import {
  formatMeans,
  formatProximities,
  formatVariants,
  type MeasuredProximities,
  measureProximities,
  type ProximityScene,
} from './measure-proximities.ts';
import { measurePaperScene, paperSceneEntries } from './paper-tables.ts';
import {
  findNativeProximities,
  type ProximityContender,
  proximityMethod,
  proximityThreeMeshBvh,
} from './proximity-contenders.ts';
import { dataScenes, generatedFrames, restScenes, simulatedFrames } from './proximity-scenes.ts';

const QUICK = { rounds: 3, maxSeconds: 2, rest: 20_000, many: 5_000, frames: 2 };
const FULL = { rounds: 9, maxSeconds: 12, rest: 80_000, many: 20_000, frames: 6 };

/** The part of the report that is not about a scene of the paper. */
const DETECTION = 'detection';

/** The text of each marked section of the page. */
type ClothSections = Readonly<Record<string, string>>;
type Say = (text: string) => void;

export interface ClothReportOptions {
  readonly quick: boolean;
  readonly write: boolean;
  /** `detection`, scenes of the paper as `name` or `name:steps`; all if there are none. */
  readonly scenes: readonly string[];
}

/**
 * `npm run bench -- --table cloth`: detection of proximities against peers in the same run, and the cloth paper's own tables, a scene each. Returns
 * the exit status: 1 if safe methods counted different pairs; nothing is written then.
 *
 * @throws RangeError if a name is of no part.
 */
export async function runClothReport({ quick, write, scenes }: ClothReportOptions): Promise<number> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  const say: Say = (text) => console.error(`${seconds()} s  ${text}`);
  const parts = readClothParts(scenes, quick);
  const { sections, wrong } = parts.detection ? await reportDetection(quick, say) : { sections: {}, wrong: [] };
  const page: Record<string, string> = { ...sections };
  for (const text of Object.values(page)) console.log(`${text}\n`);
  for (const { entry, steps } of parts.scenes) {
    say(entry.name);
    page[entry.name] = measurePaperScene(entry, steps, quick ? 4 : 20, say);
    console.log(`${page[entry.name]}\n`);
  }
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  if (write) writeSections(page);
  return 0;
}

/** What the names of a command say: which scenes, and how many of their steps. */
export function readClothParts(names: readonly string[], quick: boolean) {
  const known = [DETECTION, ...paperSceneEntries.map(({ name }) => name)];
  const asked = (names.length > 0 ? names : known).map((text) => {
    const [name, steps] = text.split(':');
    if (!known.includes(name)) {
      throw new RangeError(`--table cloth: part must be one of ${known.join(', ')}, got ${name}.`);
    }
    if (steps !== undefined && !(Number.isInteger(Number(steps)) && Number(steps) >= 1)) {
      throw new RangeError(`--table cloth: steps must be a whole number from 1, got ${steps}.`);
    }
    return { name, steps };
  });
  return {
    detection: asked.some(({ name }) => name === DETECTION),
    scenes: asked.flatMap(({ name, steps }) => {
      const entry = paperSceneEntries.find((one) => one.name === name);
      if (!entry) return [];
      const all = entry.defaultFrames - 1;
      const usual = quick ? 20 : all;
      return [{ entry, steps: Math.min(all, steps === undefined ? usual : Number(steps)) }];
    }),
  };
}

async function reportDetection(quick: boolean, say: Say): Promise<{ sections: ClothSections; wrong: string[] }> {
  const effort = quick ? QUICK : FULL;
  const started = performance.now();
  say('compiling peers, unless they are there');
  const native = findNativeProximities();
  for (const reason of native.missing) say(`bench: left out: ${reason}`);
  const methods = [proximityMethod('star-contour'), proximityMethod(optimisedBoxTree())];
  const peers = [...native.peers, proximityThreeMeshBvh];
  const wrong: string[] = [];
  const run = (scene: ProximityScene, contenders: readonly ProximityContender[]): MeasuredProximities => {
    say(scene.name);
    const within = contenders.map((one) => one.within(scene.distance));
    const result = measureProximities(within, scene, effort);
    wrong.push(...result.wrong);
    return result;
  };

  const rest = await restScenes(effort.rest);
  const atRest = rest.map((scene) => run(scene, [...methods, ...peers]));
  const moving = quick
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
  const inMotion = moving.map((scenes) => scenes.map((scene) => run(scene, [...methods, ...native.peers])));
  const means = inMotion.map((results, i) => [moving[i][0].name.replace(/, frame.*/, ''), results] as const);
  const folder = dataFolder();
  if (folder === undefined) say('bench: left out: real data, there is no ../shared/data beside the repository.');
  const data = folder === undefined ? [] : await dataScenes(folder);
  const real = data.map((scene) => run(scene, [...methods, ...native.peers]));
  const kick = data.slice(0, 1).map((scene) => ({ ...scene, name: 'kick, 0.002', distance: 0.002 }));
  const rates = kick.map((scene) => run(scene, [proximityMethod(optimisedBoxTree())]));
  const [near] = await restScenes(effort.many, 1);
  const many = run(near, [...methods, ...peers]);
  const [wide] = await restScenes(effort.many, 1.3);
  const variants = [...moving.map((scenes) => scenes[scenes.length - 1]), ...data].map((scene) =>
    run(scene, kdopVariants()),
  );

  const over = compareIntersections(rest, effort);
  const radius = compareRestRadius(wide, effort);

  say('closest pairs');
  const closest = measureClosestPairs(quick ? ['tape'] : ['tape', 'walk-pants', 'walk-high'], effort.rounds);
  if ('missing' in closest) say(`bench: left out: ${closest.missing}`);

  const { cpu, node } = describeMachine();
  const fcl = 'version' in closest ? [closest.version] : [];
  const versions = [`Node ${node}`, ...native.versions, ...fcl].join(', ');
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const date = new Date().toISOString().slice(0, 10);
  const sections: ClothSections = {
    run: `npm run bench -- --table cloth detection${quick ? ' --quick' : ''}: ${date}, ${cpu}, one thread; ${versions}. ms of update + query, medians; × of star-contour. ${minutes} minutes.`,
    rest: `At rest\n${formatProximities(atRest)}\n\nfindProximities over findIntersections\n${over.table}`,
    motion: `In motion\n${formatProximities(inMotion.flat())}\n\n${formatMeans(means)}`,
    data: `Real data\n${real.length > 0 ? formatProximities(real) : 'not here'}\n\nDistances of triangles\n${rates.map(formatRate).join('\n') || 'not here'}`,
    many: `Many pairs\n${formatProximities([many])}\n\nRest neighbours left out, at rest\n${radius.table}`,
    closest: `Closest pair of two meshes\n${'table' in closest ? closest.table : 'not here'}`,
    goals: formatGoals({ atRest, over: over.ratios, inMotion, real, many, radius: radius.ratio, rates }),
    variants: `Method kdop: faces and children\n${formatVariants(variants)}`,
  };
  return { sections, wrong };
}

function writeSections(sections: ClothSections): void {
  const file = join(repositoryFolder(), 'docs/papers/cloth.md');
  let page = readFileSync(file, 'utf8');
  for (const [name, text] of Object.entries(sections)) page = replaceMarked(page, name, `\`\`\`\n${text}\n\`\`\``);
  writeFileSync(file, page);
  console.log(`Written to ${file}`);
}

function kdopVariants(): ProximityContender[] {
  const of = (dop: 6 | 8 | 14 | 18, arity: 2 | 4 | 8) =>
    proximityMethod(kdop({ faces: dop, arity }), {}, `${dop} faces, ${arity} children`);
  return [of(18, 4), of(14, 4), of(8, 4), of(6, 4), of(18, 2), of(18, 8)];
}

function compareIntersections(scenes: readonly ProximityScene[], effort: typeof QUICK) {
  const ratios: [string, number][] = [];
  const rows = scenes.map((scene) => {
    const near = proximityMethod('star-contour').within(scene.distance);
    const contacts = { ...detectorContender('star-contour'), safe: false };
    const [{ ms }, other] = measureProximities([near, contacts], scene, effort).measurements;
    ratios.push([scene.name, ms / other.ms]);
    return [scene.name, ...compare(ms, other.ms)];
  });
  return { ratios, table: formatTable(['scene', 'findProximities ms', 'findIntersections ms', '×'], rows) };
}

function compareRestRadius(scene: ProximityScene, effort: typeof QUICK) {
  const all = proximityMethod('star-contour').within(scene.distance);
  const fewer = proximityMethod('star-contour', { restRadius: 4 * scene.distance }).within(scene.distance);
  const { measurements } = measureProximities([all, fewer], scene, effort);
  const [{ ms, pairs }, other] = measurements;
  const head = ['scene', 'ρ = 0 ms', 'ρ = 4ε ms', '×', 'pairs', 'pairs'];
  const row = [scene.name, ...compare(ms, other.ms), String(pairs), String(other.pairs)];
  return { ratio: ms / other.ms, table: formatTable(head, [row]) };
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
