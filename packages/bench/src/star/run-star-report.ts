import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulatedScenes } from '@selfcollide/scenes';
import { dataFolder } from '../data/data-folder.ts';
import { describeMachine } from '../machine.ts';
import { findNativePeers } from '../native/native-peers.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { checkContacts, formatHashes } from './check-contacts.ts';
import { dataSceneNames } from './data-scenes.ts';
import { drawFigures, type StarFigure } from './figures.ts';
import { FULL, type MeasuringOptions, measureData, measureSheets, measureSimulated, QUICK } from './measure-scenes.ts';
import { comparisons, formatPairCounts, formatPeerTimes } from './peer-tables.ts';
import { formatGoals, isMet, listGoals } from './reach.ts';
import type { StarResult } from './star-result.ts';
import { formatTableOne } from './table-one.ts';

export interface StarReportOptions {
  readonly quick: boolean;
  readonly write: boolean;
  /** Scenes to measure; empty for all. */
  readonly scenes: readonly string[];
}

/**
 * `npm run bench -- --table star`: the star paper's Table 1 and Figure 8 with our times, the peers and real data. Returns the exit
 * status: 1 if safe methods found different contacts; nothing is written then.
 */
export async function runStarReport({ quick, write, scenes }: StarReportOptions): Promise<number> {
  if (write && scenes.length > 0) throw new RangeError('--write needs all scenes of the table, so name none.');
  const known = [...simulatedScenes.map(({ name }) => name), 'flat-sheet', ...dataSceneNames];
  const unknown = scenes.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RangeError(`--table star: scenes must be among ${known.join(', ')}; got ${unknown}.`);
  }
  const started = performance.now();
  const say = (text: string) =>
    console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
  say('compiling peers, unless they are there');
  const native = findNativePeers();
  for (const reason of native.missing) say(`bench: left out: ${reason}`);
  const options: MeasuringOptions = { scenes, peers: native.peers, effort: quick ? QUICK : FULL, say };
  const simulated = await measureSimulated(options);
  const sheets = await measureSheets(options);
  const folder = dataFolder();
  if (folder === undefined) say('bench: left out: real data, there is no ../shared/data beside the repository.');
  const data = folder === undefined ? [] : await measureData(folder, options);
  const results = [...simulated, ...sheets, ...data];

  const sections = formatSections(results, describeRun(native.versions, quick, started));
  for (const text of Object.values(sections)) console.log(`${text}\n`);
  const wrong = checkContacts(results);
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  if (write) writeReport(sections, drawFigures(results));
  return 0;
}

/** The text of each marked section of the page. */
export type Sections = Readonly<Record<'run' | 'table 1' | 'peers' | 'data' | 'goals', string>>;

export function formatSections(results: readonly StarResult[], run: string): Sections {
  const ofKind = (...kinds: StarResult['kind'][]) => results.filter(({ kind }) => kinds.includes(kind));
  const simulated = ofKind('simulated');
  const generated = ofKind('simulated', 'sheet');
  const data = ofKind('data');
  const goals = listGoals(results);
  const short = goals.filter((goal) => !isMet(goal)).length;
  const peers =
    'Update + query in ms; “next best” is the fastest besides star-contour, × how long it takes, * if it is faster';
  return {
    run,
    'table 1': simulated.length > 0 ? formatTableOne(simulated) : '',
    peers: [
      ...(generated.length > 0 ? [formatPeerTimes(peers, comparisons(generated))] : []),
      formatPairCounts(results),
      formatHashes(results),
    ].join('\n\n'),
    data: data.length > 0 ? formatPeerTimes(`Real data. ${peers}`, comparisons(data)) : '',
    goals: `To reach: ${goals.length - short} of ${goals.length}\n${formatGoals(goals)}`,
  };
}

function describeRun(nativeVersions: readonly string[], quick: boolean, started: number): string {
  const machine = describeMachine();
  const folder = repositoryFolder();
  const bench = JSON.parse(readFileSync(join(folder, 'packages', 'bench', 'package.json'), 'utf8'));
  const compiler = spawnSync(process.env.CXX || 'g++', ['-dumpfullversion'], { encoding: 'utf8' });
  const versions = [
    `selfcollide ${bench.version}`,
    `Node ${machine.node}`,
    `three-mesh-bvh ${bench.dependencies['three-mesh-bvh']}`,
    ...nativeVersions,
    ...(nativeVersions.length > 0 ? [`g++ ${(compiler.stdout ?? '').trim()} -O3 -march=native`] : []),
  ];
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const command = `npm run bench -- --table star${quick ? ' --quick' : ''}`;
  return `${command}: ${new Date().toISOString().slice(0, 10)}, ${machine.cpu}, one thread; ${versions.join(', ')}. ${minutes} minutes.`;
}

function writeReport(sections: Sections, figures: readonly StarFigure[]): void {
  const folder = join(repositoryFolder(), 'docs', 'papers');
  mkdirSync(folder, { recursive: true });
  const page = join(folder, 'star-contour.md');
  writeFileSync(page, fillPage(readFileSync(page, 'utf8'), sections, figures));
  for (const { file, svg } of figures) writeFileSync(join(folder, file), svg);
  console.log(`Written to ${page}`);
}

/** Puts each section between its marks, word for word as it was printed. */
export function fillPage(page: string, sections: Sections, figures: readonly StarFigure[]): string {
  let filled = page;
  for (const [name, text] of Object.entries(sections)) {
    filled = replaceMarked(filled, name, text === '' ? 'Not measured.' : `\`\`\`\n${text}\n\`\`\``);
  }
  return replaceMarked(filled, 'figure 8', figures.map(({ file, title }) => `![${title}](${file})`).join('\n\n'));
}
