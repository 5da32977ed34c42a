import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { bunnies, octopus, type ReducedBodiesScene, spring } from '@selfcollide/scenes';
import { dataFolder } from '../data/data-folder.ts';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { drawFigure, figureNames, type SubspaceFigure } from './figures.ts';
import { measureGains } from './gains.ts';
import { measureReduced, type ReducedEffort, type ReducedMeasurement } from './measure-reduced.ts';
import { prepareReduced } from './prepare-reduced.ts';

interface Row {
  readonly name: string;
  /** What of the scene's run it is, where another row has more of it. */
  readonly part?: string;
  /** Speed-ups of self-collision detection in the paper's Table 1, and milliseconds: without and with certificates. */
  readonly paper: { readonly speedup: number; readonly self: number; readonly culled: number };
  readonly effort: ReducedEffort;
  make(quick: boolean): ReducedBodiesScene | Promise<ReducedBodiesScene>;
}

const octopusTets = async () => {
  const folder = dataFolder();
  if (folder === undefined) return undefined;
  const { positions, tets } = await readModel(new Uint8Array(readFileSync(join(folder, 'tet/octopus_5KFaces.t'))), {
    name: 'octopus_5KFaces.t',
  });
  return tets && { positions: Float64Array.from(positions), tets };
};

const nonlinearOctopus = async (quick: boolean, material: 'rubber' | 'soft') =>
  octopus(await octopusTets(), { material, ...(quick && { modes: 8, subdivisions: 0 }) });

const polynomialOctopus = async (quick: boolean) =>
  octopus(await octopusTets(), { dynamics: 'polynomial', ...(quick && { subdivisions: 0 }) });

const ROWS: readonly Row[] = [
  {
    name: 'spring',
    paper: { speedup: 127.1, self: 30, culled: 0.32 },
    effort: { steps: 441_000, poses: 400, pairs: 40 },
    make: (quick) => spring(quick ? { triangles: 1600 } : { heard: 200 }),
  },
  {
    name: 'bunnies-16',
    paper: { speedup: 29.1, self: 640, culled: 22 },
    effort: { steps: 600, poses: 200, pairs: 20 },
    make: (quick) => bunnies(quick ? 4 : 16, quick ? { triangles: 1000, modes: 10 } : {}),
  },
  {
    name: 'bunnies-128',
    paper: { speedup: 14.9, self: 3797, culled: 255 },
    effort: { steps: 60, poses: 100, pairs: 2 },
    make: (quick) => bunnies(quick ? 8 : 128, quick ? { triangles: 1000, modes: 10 } : {}),
  },
  // the paper's dragon ran for 31 and 7.5 minutes at 28 and 3.7 ms a step and up to 10 ms for the rest: at least 49,000 and 33,000 steps, of which the landing is the first second
  ...withLanding({
    name: 'octopus',
    paper: { speedup: 15.6, self: 443, culled: 28 },
    effort: { steps: 49_000, poses: 100, pairs: 10 },
    make: (quick) => nonlinearOctopus(quick, 'rubber'),
  }),
  ...withLanding({
    name: 'octopus-soft',
    paper: { speedup: 15.6, self: 443, culled: 28 },
    effort: { steps: 6000, poses: 100, pairs: 10 },
    make: (quick) => nonlinearOctopus(quick, 'soft'),
  }),
  ...withLanding(
    {
      name: 'octopus-polynomial',
      paper: { speedup: 102.9, self: 381, culled: 3.7 },
      effort: { steps: 33_000, poses: 100, pairs: 10 },
      make: (quick) => polynomialOctopus(quick),
    },
    3000,
  ),
];

/** A row, and one of its first steps. */
function withLanding(row: Row, steps = 600): Row[] {
  return [row, { ...row, name: `${row.name}-landing`, part: 'landing', effort: { ...row.effort, steps } }];
}

export interface SubspaceReportOptions {
  readonly quick: boolean;
  readonly write: boolean;
  /** Names of rows and figures, or `gains`; empty for all. */
  readonly scenes: readonly string[];
}

/**
 * `npm run bench -- --table subspace [scenes and figures]`: the subspace paper's tables and figures. Returns the exit status: 1 if methods found
 * different contacts; tables, and figures that are wrong, are not written then.
 */
export async function runSubspaceReport({ quick, write, scenes }: SubspaceReportOptions): Promise<number> {
  const known = [...ROWS.map(({ name }) => name), ...figureNames, 'gains'];
  const unknown = scenes.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`scenes must be among ${known.join(', ')}; got ${unknown}.`);
  const chosen = ROWS.filter(({ name }) => scenes.length === 0 || scenes.includes(name));
  const started = performance.now();
  const tell = (name: string) =>
    console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${name}`);
  const results: ReducedMeasurement[] = [];
  for (const { name, part, make, effort } of chosen) {
    tell(name);
    const scene = await make(quick);
    const less = quick ? { steps: Math.ceil(Math.min(effort.steps, 3000) / 5), poses: 40, pairs: 8 } : effort;
    const measured = measureReduced(scene, prepareReduced(scene), less);
    results.push(part === undefined ? measured : { ...measured, name: `${measured.name}, ${part}` });
  }
  const figures: SubspaceFigure[] = [];
  for (const name of figureNames.filter((one) => scenes.length === 0 || scenes.includes(one))) {
    tell(name);
    const figure = await drawFigure(name, quick, octopusTets);
    figures.push(figure);
    // at once: the next one may take long, and be given up
    if (write && figure.wrong.length === 0)
      writeFigure(figure, `npm run bench -- --table subspace${quick ? ' --quick' : ''} ${name}`);
  }
  const gains = scenes.length === 0 || scenes.includes('gains') ? await measureGains(quick, tell) : null;
  const { cpu, node } = describeMachine();
  const date = new Date().toISOString().slice(0, 10);
  const command = `npm run bench -- --table subspace${quick ? ' --quick' : ''}${scenes.map((name) => ` ${name}`).join('')}`;
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const run = `${command}: ${date}, ${cpu}, Node ${node}, one thread. ${minutes} minutes.`;
  const sections = {
    run,
    'table-1': formatTableOne(chosen, results),
    'beyond-radius': formatBeyond(results),
    'table-2': formatTableTwo(results),
    'table-3': formatTableThree(results),
    precomputation: formatPrecomputation(results),
  };
  for (const text of results.length > 0 ? Object.values(sections) : [run]) console.log(`${text}\n`);
  for (const { title } of figures) console.log(title);
  if (gains !== null) console.log(`${gains}\n`);
  const wrong = [...results, ...figures].flatMap((result) => result.wrong);
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  if (write && gains !== null && !quick) {
    const text = `\`\`\`\n${gains}\n\n${command}: ${date}, ${cpu}, Node ${node}, one thread.\n\`\`\``;
    writeFileSync(pageFile(), replaceMarked(readFileSync(pageFile(), 'utf8'), 'gains', text));
  }
  if (write && results.length > 0) {
    let page = readFileSync(pageFile(), 'utf8');
    for (const [name, text] of Object.entries(sections)) {
      page = replaceMarked(page, quick ? `quick-${name}` : name, `\`\`\`\n${text}\n\`\`\``);
    }
    writeFileSync(pageFile(), page);
    console.log(`Written to ${pageFile()}`);
  }
  return 0;
}

const pageFile = () => join(repositoryFolder(), 'docs/papers/subspace.md');

function writeFigure({ name, title, svg }: SubspaceFigure, command: string): void {
  const picture = `subspace-${name}.svg`;
  writeFileSync(join(repositoryFolder(), 'docs/papers', picture), svg);
  const caption = `${title}. \`${command}\`, ${new Date().toISOString().slice(0, 10)}, ${describeMachine().cpu}.`;
  const page = replaceMarked(readFileSync(pageFile(), 'utf8'), name, `![${title}](${picture})\n\n${caption}`);
  writeFileSync(pageFile(), page);
  console.log(`Written to ${pageFile()}`);
}

const times = (x: number) => `${x < 10 ? x.toFixed(1) : x.toFixed(0)}×`;
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

function formatTableOne(rows: readonly Row[], results: readonly ReducedMeasurement[]): string {
  const head = [
    ...['scene', 'triangles', 'r', '#', 'boxes ms', 'star ms', 'SSCC ms', '/ boxes', '/ star', 'paper', 'alone ms'],
    ...['inter-obj ms', 'certified', 'touching', 'norm / radius', 'µs if certified', 'engine'],
  ];
  return formatTable(
    head,
    results.map((one, i) => [
      one.name,
      formatCount(one.triangles),
      String(one.modes),
      String(one.bodies),
      formatMs(one.boxes),
      formatMs(one.star),
      formatMs(one.subspace),
      times(one.boxes / one.subspace),
      times(one.star / one.subspace),
      times(rows[i].paper.speedup),
      formatMs(one.alone),
      formatMs(one.between),
      percent(one.certified),
      percent(one.touching),
      one.farthest.toFixed(1),
      one.certifiedMicroseconds.toFixed(2),
      one.engine,
    ]),
  );
}

function formatBeyond(results: readonly ReducedMeasurement[]): string {
  return formatTable(
    ['scene', 'poses beyond', 'ms a pose', 'patches culled', 'box tests', 'pair tests', 'exact tests', 'contacts'],
    results.map((one) => [
      one.name,
      percent(1 - one.certified),
      formatMs(one.openMilliseconds),
      ...['patchesCulled', 'boxTests', 'pairTests'].map((name) => formatCount(one.open[name])),
      one.open.exactTests.toFixed(1),
      one.open.contacts.toFixed(1),
    ]),
  );
}

function formatTableTwo(results: readonly ReducedMeasurement[]): string {
  return formatTable(
    ['scene', 'discrete ms', 'SSCC', '', 'continuous ms', 'SSCC', ''],
    results.map((one) => [
      one.name,
      formatMs(one.boxes),
      formatMs(one.subspace),
      times(one.boxes / one.subspace),
      formatMs(one.continuous.boxes),
      formatMs(one.continuous.subspace),
      times(one.continuous.boxes / one.continuous.subspace),
    ]),
  );
}

function formatTableThree(results: readonly ReducedMeasurement[]): string {
  return formatTable(
    ['scene', 'steps', 'SCD', 'dynamics', 'ground', 'penalty', 'inter-object', 'ms a step'],
    results.map(({ name, run: { steps, milliseconds } }) => {
      const total = Object.values(milliseconds).reduce((sum, x) => sum + x, 0);
      const { self, motion, ground, forces, between } = milliseconds;
      const shares = [self, motion, ground, forces, between].map((x) => percent(x / total));
      return [name, formatCount(steps), ...shares, formatMs(total / steps)];
    }),
  );
}

function formatPrecomputation(results: readonly ReducedMeasurement[]): string {
  return formatTable(
    [
      'scene',
      'seconds',
      'CPU s',
      'load ms',
      'file, bytes a triangle',
      'held besides',
      'radius',
      'radius / contact',
      'upper levels',
    ],
    results.map((one) => [
      one.name,
      one.prepared.seconds.toFixed(1),
      one.prepared.cpuSeconds > 0 ? one.prepared.cpuSeconds.toFixed(1) : '?',
      formatMs(one.prepared.loadMilliseconds),
      formatCount(one.fileBytes / one.triangles),
      formatCount(one.memoryBytes / one.triangles),
      one.radius.toPrecision(3),
      one.tightness.toFixed(3),
      one.upperTightness.toFixed(3),
    ]),
  );
}
