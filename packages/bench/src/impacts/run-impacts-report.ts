import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodNamed } from '@selfcollide/papers';
import { dataFolder } from '../data/data-folder.ts';
import { describeMachine } from '../machine.ts';
import { safeMethods } from '../methods.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { detectorImpacts } from './detector-impacts.ts';
import type { ImpactContender } from './impact-contender.ts';
import { formatBoxes, formatCalls, formatCulling, formatExact, formatGrowth, formatVerdicts } from './impact-tables.ts';
import { complaints, judgeFrame, judgeQueries } from './judge-impacts.ts';
import { measureCalls } from './measure-calls.ts';
import { type Effort, type MeasuredStep, measureGrowth, measureStep } from './measure-steps.ts';
import type { MovingStep } from './moving-step.ts';
import { findNativeImpacts } from './native-impacts.ts';
import { generatedSteps, waveStep } from './step-scenes.ts';
import { readTruthFrame, readTruthQueries, truthFolder, truthFrameNames } from './truth-data.ts';

export interface ImpactsReportOptions {
  readonly quick: boolean;
  readonly write: boolean;
}

/** The text of each marked section of the page. */
export type ImpactSections = Record<
  'run' | 'queries' | 'frames' | 'culling' | 'calls' | 'growth' | 'boxes' | 'exact',
  string
>;

/** `scale`: of the generated scenes' sizes. */
const QUICK = { rounds: 2, maxSeconds: 2, judged: 25, scale: 0.25, growth: [5_000, 20_000, 80_000] };
/** Some eight minutes on one core, nearly half of it for the peer that takes longer than `maxSeconds` on whole frames. */
const FULL = { rounds: 9, maxSeconds: 12, judged: 1_500, scale: 1, growth: [20_000, 80_000, 320_000, 1_280_000] };

/** `npm run bench -- --table impacts`. Returns the exit status: 1 if a method that must be exact was wrong; nothing is written then. */
export async function runImpactsReport({ quick, write }: ImpactsReportOptions): Promise<number> {
  const effort = quick ? QUICK : FULL;
  const started = performance.now();
  const say = (text: string) =>
    console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
  say('compiling peers, unless they are there');
  const native = findNativeImpacts();
  for (const reason of native.missing) say(`bench: left out: ${reason}`);
  const methods = safeMethods
    .filter((method) => method !== 'brute-force')
    .map((name) => detectorImpacts(methodNamed(name)));
  const wrong: string[] = [];

  const data = dataFolder();
  const truth = truthFolder(data);
  if (truth === undefined)
    say('bench: left out: truth data, there is no ../shared/data/ccd-truth beside the repository.');
  const frames =
    truth === undefined ? [] : await Promise.all(truthFrameNames.map((name) => readTruthFrame(data!, name)));
  const judges = [...methods, ...native.peers];
  let queryTable = '';
  if (truth !== undefined) {
    say('truth: queries');
    const queries = readTruthQueries(truth);
    const words = new Map();
    const verdicts = [...(quick ? [] : [detectorImpacts('brute-force')]), ...judges].map((judge) =>
      judgeQueries(judge, queries, effort.judged, words),
    );
    wrong.push(...complaints('queries', verdicts));
    queryTable = formatVerdicts(
      `${queries.length} queries, ${queries.filter(({ impact }) => impact).length} impacts`,
      verdicts,
    );
  }
  const frameTables = frames.map((frame) => {
    say(`truth: ${frame.name}`);
    const words = new Map();
    const verdicts = judges.map((judge) => judgeFrame(judge, frame, effort.judged, words, 4 * effort.maxSeconds));
    wrong.push(...complaints(frame.name, verdicts));
    return formatVerdicts(`${frame.name}, ${frame.truth.size} impacts`, verdicts);
  });

  const timed = [
    ...methods.filter(({ name }) => name === 'star-contour' || name === 'optimised-box-tree'),
    ...native.peers,
  ];
  const generated = await generatedSteps(effort.scale);
  const steps = measureSteps([...generated, ...frames], timed, effort, say);
  say('timing: calls');
  const calls = [...generated, ...frames].map((step) => measureCalls(step, effort));
  const star = methods.filter(({ name }) => name === 'star-contour');
  const sheets = await Promise.all(effort.growth.map(waveStep));
  say('timing: growth');
  const growth = measureGrowth(star[0], sheets, effort);
  for (const step of [...steps, ...growth]) wrong.push(...step.wrong);

  const sections: ImpactSections = {
    run: describeRun(native.versions, native.missing, quick, started),
    queries: queryTable,
    frames: frameTables.join('\n\n'),
    culling: formatCulling(steps),
    calls: formatCalls(calls),
    growth: formatGrowth(growth),
    boxes: formatBoxes(steps),
    exact: formatExact(steps),
  };
  for (const text of Object.values(sections)) console.log(`${text}\n`);
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  if (write) {
    const page = join(repositoryFolder(), 'docs', 'papers', 'continuous.md');
    writeFileSync(page, fillImpactsPage(readFileSync(page, 'utf8'), sections));
    console.log(`Written to ${page}`);
  }
  return 0;
}

function measureSteps(
  steps: readonly MovingStep[],
  contenders: readonly ImpactContender[],
  effort: Effort,
  say: (text: string) => void,
): MeasuredStep[] {
  return steps.map((step) => {
    say(`timing: ${step.name}`);
    return measureStep(contenders, step, effort);
  });
}

/** Puts each section between its marks, word for word as it was printed. */
export function fillImpactsPage(page: string, sections: ImpactSections): string {
  return Object.entries(sections).reduce(
    (filled, [name, text]) => replaceMarked(filled, name, text === '' ? 'Not measured.' : `\`\`\`\n${text}\n\`\`\``),
    page,
  );
}

function describeRun(versions: readonly string[], missing: readonly string[], quick: boolean, started: number): string {
  const { cpu, node } = describeMachine();
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const command = `npm run bench -- --table impacts${quick ? ' --quick' : ''}`;
  const parts = [`Node ${node}`, ...versions, 'one thread each'].join(', ');
  return [
    `${command}: ${new Date().toISOString().slice(0, 10)}, ${cpu}; ${parts}. ${minutes} minutes.`,
    ...(quick
      ? ['A quick run: small scenes, few rounds, other work on the machine. Counts hold; take no time from it.']
      : []),
    ...missing.map((reason) => `Left out: ${reason}`),
  ].join('\n');
}
