import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScene, type Scene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { kernelSceneTitles, loadKernelScene } from '../kernel/kernel-scenes.ts';
import { describeMachine } from '../machine.ts';
import { quantile } from '../quantile.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { timeFresh } from './fresh-preparation.ts';
import { timeSharedFrames } from './time-shared-frames.ts';

export interface PrepareReportOptions {
  readonly quick: boolean;
  readonly write: boolean;
  /** Which tables; empty for all. */
  readonly scenes: readonly string[];
}

const TABLES: Readonly<Record<string, (quick: boolean) => Promise<string>>> = {
  growth: growthTable,
  once: onceTable,
  threads: threadsTable,
};

/**
 * `npm run bench -- --table prepare`: what a detector costs before its first frame and how that grows, what a mesh that is looked at once costs either way,
 * and what threads inside a frame give. Each table that was asked for is written to its place in docs/kernel.md.
 */
export async function runPrepareReport({ quick, write, scenes }: PrepareReportOptions): Promise<number> {
  const names = scenes.length > 0 ? scenes : Object.keys(TABLES);
  const unknown = names.find((name) => TABLES[name] === undefined);
  if (unknown !== undefined) {
    throw new RangeError(`--table prepare: tables must be among ${Object.keys(TABLES).join(', ')}; got ${unknown}.`);
  }
  const { cpu, node } = describeMachine();
  const page = join(repositoryFolder(), 'docs', 'kernel.md');
  for (const name of names) {
    const text = await TABLES[name](quick);
    console.log(`${text}\n`);
    if (!write) continue;
    const about = `${new Date().toISOString().slice(0, 10)}, ${cpu}, Node ${node}${quick ? ', --quick' : ''}`;
    const block = `\`\`\`\n${about}\n\n${text}\n\`\`\``;
    writeFileSync(page, replaceMarked(readFileSync(page, 'utf8'), `prepare ${name}`, block));
    console.log(`Written to ${page}`);
  }
  return 0;
}

const SIZES = [20_000, 80_000, 320_000, 1_280_000, 5_120_000];

/** The largest of one scene only: what it shows is that it works. */
const LARGEST_OF = 'flat-sheet';

async function growthTable(quick: boolean): Promise<string> {
  const rows: string[][] = [];
  for (const name of [LARGEST_OF, 'bumpy-sphere', 'knee']) {
    const sizes = quick ? SIZES.slice(0, 2) : name === LARGEST_OF ? SIZES : SIZES.slice(0, -1);
    let smaller: { timeFrame: () => number; again: number } | null = null;
    for (const size of sizes) {
      console.error(name, size);
      const fresh = timeFresh(name, size, {}).prepare;
      const scene = await makeScene(name, { triangles: size });
      const { again, detector } = prepareAgain(scene, size < 1_000_000 ? (quick ? 3 : 7) : 2);
      const timeFrame = frameTimer(scene, detector);
      const times: number[] = [];
      const ratios: number[] = [];
      for (let round = -6; round < 24; round++) {
        const before: number | undefined = smaller?.timeFrame();
        const ms = timeFrame();
        if (round < 0) continue;
        times.push(ms);
        if (before !== undefined) ratios.push(ms / before);
      }
      rows.push([
        `${name} ${formatCount(detector.triangleCount)}`,
        formatMs(fresh),
        formatMs(again),
        smaller ? `${(again / smaller.again).toFixed(2)}×` : '',
        formatMs(quantile(times, 0.5)),
        ratios.length > 0 ? `${quantile(ratios, 0.5).toFixed(2)}×` : '',
        formatCount(detector.memoryBytes / detector.triangleCount),
      ]);
      smaller = { timeFrame, again };
    }
  }
  const head = ['scene', 'prepare', 'again', 'growth', 'frame', 'growth', 'B/triangle'];
  return `Preparation of star-contour, ms, one thread: in a fresh process, and again (median); a frame of four poses in turns; bytes of all arrays\n${formatTable(head, rows)}`;
}

/** The median of so many preparations after two that do not count, where there is time for those. */
function prepareAgain({ mesh }: Scene, rounds: number) {
  const times: number[] = [];
  for (let round = rounds > 2 ? -2 : 0; ; round++) {
    const started = performance.now();
    const detector = createDetector(mesh);
    if (round >= 0) times.push(performance.now() - started);
    if (times.length === rounds) return { again: quantile(times, 0.5), detector };
    detector.dispose();
  }
}

function frameTimer({ mesh, frame }: Scene, detector: ReturnType<typeof createDetector>): () => number {
  const poses = [0, 1, 2, 3].map((number) => {
    const pose = new Float64Array(mesh.positions.length);
    frame(number, pose);
    return pose;
  });
  let next = 0;
  return () => {
    const started = performance.now();
    detector.update(poses[next++ & 3]);
    detector.findIntersections();
    return performance.now() - started;
  };
}

/** What a file with one pose costs in a fresh process. */
async function onceTable(quick: boolean): Promise<string> {
  const wanted: readonly (readonly [string, number])[] = [
    ['bunny', 14_700],
    ['knee', 41_000],
    ['flat-sheet', 80_000],
    ['twisted-sheet', 320_000],
    ['bumpy-sphere', 1_280_000],
  ];
  const rows = wanted.slice(0, quick ? 2 : undefined).map(([name, triangles]) => {
    console.error(name, triangles);
    const [plain, star] = [{ method: 'box-tree' } as const, {}].map((options) => {
      const tries = Array.from({ length: triangles > 1_000_000 ? 1 : 3 }, () => timeFresh(name, triangles, options));
      return [
        quantile(
          tries.map(({ prepare }) => prepare),
          0.5,
        ),
        quantile(
          tries.map(({ first }) => first),
          0.5,
        ),
      ];
    });
    const sum = ([prepare, first]: readonly number[]) => prepare + first;
    const cells = [plain, star].flatMap(([prepare, first]) => [formatMs(prepare), formatMs(first)]);
    return [`${name} ${formatCount(triangles)}`, ...cells, `${(sum(star) / sum(plain)).toFixed(1)}×`];
  });
  const head = ['scene', 'box tree', 'its search', 'star-contour', 'its search', 'both / both'];
  return `One pose in a fresh process, ms: a plain box tree, which check takes for up to 8 frames, and star-contour\n${formatTable(head, rows)}`;
}

async function threadsTable(quick: boolean): Promise<string> {
  const titles = kernelSceneTitles().filter((title) => title.includes('contact') || title.includes('ball'));
  const rows: string[][] = [];
  for (const title of titles) {
    console.error(title);
    const scene = await loadKernelScene(title);
    for (const busy of [0, 1]) {
      const { contacts, one, two } = await timeSharedFrames(scene, quick ? 2 : 6, busy);
      const beside = busy === 0 ? '–' : 'a core is busy';
      rows.push([title, beside, formatCount(contacts), formatMs(one), formatMs(two), `${(one / two).toFixed(2)}×`]);
    }
  }
  return `Threads inside a frame of star-contour, ms: medians, one thread and two in turns\n${formatTable(['scene', 'beside', 'contacts', 'one', 'two', 'gain'], rows)}`;
}
