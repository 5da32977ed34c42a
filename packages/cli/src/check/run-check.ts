import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { styleText } from 'node:util';
import { BaselineRecorder } from '../baseline/baseline-recorder.ts';
import type { FailOver } from '../detect/detect-options.ts';
import { pageUrl } from '../dist-files.ts';
import { checkOnQueue } from '../fleet/check-on-queue.ts';
import { describeMesh, describeNotes, describeVerdict } from '../report/describe-file.ts';
import { GithubReport } from '../report/github-report.ts';
import { HTML_ROWS_PER_FRAME, HtmlReport } from '../report/html-report.ts';
import { JsonReport } from '../report/json-report.ts';
import { JunitReport } from '../report/junit-report.ts';
import { MarkdownReport } from '../report/markdown-report.ts';
import { MarkedModel, pathPerInput } from '../report/marked-model.ts';
import { OutputFile } from '../report/output-file.ts';
import { PictureReport } from '../report/picture-report.ts';
import { ProgressBar } from '../report/progress-bar.ts';
import type { Report, RunTotals } from '../report/report.ts';
import { ReportHub } from '../report/report-hub.ts';
import { SarifReport } from '../report/sarif-report.ts';
import { showText } from '../report/show-text.ts';
import { openOutput } from '../report/text-output.ts';
import { TextReport } from '../report/text-report.ts';
import { VerboseReport } from '../report/verbose-report.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings } from '../threads/checker.ts';
import { createCheckers } from '../threads/create-checkers.ts';
import { MemoryLimit } from '../threads/memory-limit.ts';
import { runChecks } from '../threads/run-checks.ts';
import { readVersion } from '../version.ts';
import type { CheckOptions } from './check-options.ts';
import { checkOutputs, outputsOf, perInputOutputs } from './check-outputs.ts';
import { onInterrupt } from './on-interrupt.ts';
import { removeWhenGone } from './remove-when-gone.ts';

/** Where a command writes; tests catch it. */
export interface Terminal {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/**
 * Checks all inputs and writes every report that was asked for.
 *
 * @throws UsageError if a report cannot be written.
 */
export async function runCheck(
  inputs: readonly Input[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<RunTotals> {
  checkOutputs(inputs, options);
  const bar = terminal.err.isTTY && !options.quiet ? new ProgressBar(terminal.err) : undefined;
  const printTo = (stream: NodeJS.WritableStream) => (text: string) => {
    bar?.clear();
    stream.write(`${text}\n`);
  };
  const printError = printTo(terminal.err);
  const writes =
    [...outputsOf(options), ...perInputOutputs(options)].length > 0 || options.recordBaseline !== undefined;
  const reports: Report[] = [];
  const discard = () => {
    for (const report of reports) report.discard?.();
  };
  // before any output is opened: a signal may come in between
  const stayPut = writes ? guardOutputs(inputs, options, terminal, () => discardBegun(discard, options)) : () => {};
  try {
    await createReports(reports, inputs, options, terminal.out, printTo(terminal.out), printError);
    const settings = checkSettings(inputs, options);
    const looksAgain = settings.measure === 'afterwards';
    const judging = { pairs: options.pairs, neverFails: options.recordBaseline !== undefined, looksAgain };
    const hub = new ReportHub(reports, judging, printError);
    const { queue } = options;
    const note = options.quiet ? () => {} : printError;
    if (queue) await checkOnQueue(inputs, settings, options, queue, { hub, bar, note });
    else await checkAll(inputs, options, settings, hub, bar);
    return await hub.end();
  } finally {
    discard();
    stayPut();
  }
}

/** Whoever has called us with streams of their own has a program of their own, whose signals are theirs. */
function guardOutputs(
  inputs: readonly Input[],
  options: CheckOptions,
  { err }: Terminal,
  cleanUp: () => void,
): () => void {
  if (err !== process.stderr) return onInterrupt(cleanUp);
  const { recordBaseline } = options;
  const paths = [
    ...outputsOf(options).flatMap(({ path }) => (path === '-' ? [] : [path])),
    ...perInputOutputs(options).flatMap(({ path }) => pathPerInput(path, inputs)),
    ...(recordBaseline ? [recordBaseline.path] : []),
  ];
  return removeWhenGone(paths.map(folderOf), cleanUp);
}

/** Where a file is written: beside what a link leads to. */
function folderOf(path: string): string {
  try {
    return dirname(realpathSync(path));
  } catch {
    return resolve(dirname(path)); // there is none yet
  }
}

/** An output may be on its way between the system and `reports`. */
function discardBegun(discard: () => void, options: CheckOptions): void {
  discard();
  for (const { path } of outputsOf(options)) if (path !== '-') OutputFile.removeBegun(path);
}

async function checkAll(
  inputs: readonly Input[],
  { threads, maxMemory }: CheckOptions,
  settings: CheckSettings,
  hub: ReportHub,
  bar: ProgressBar | undefined,
): Promise<void> {
  const limit = maxMemory === undefined ? undefined : new MemoryLimit(maxMemory);
  const checkers = createCheckers(inputs, threads, settings, limit);
  try {
    await runChecks(inputs, checkers, {
      opened: (header) => hub.opened(header),
      frame: (result) => hub.frame(result),
      failed: (input, failure) => hub.failed(input, failure),
      wantsPose: (header, frame) => hub.wantsPose(header, frame),
      extraPoses: () => hub.extraPoses(),
      pose: (result) => hub.pose(result),
      closed: (seconds) => hub.closed(seconds),
      progress: (done, total, name) => bar?.update(done, total, name),
    });
  } finally {
    bar?.clear();
    limit?.stop();
    await Promise.all(checkers.map((checker) => checker.close()));
  }
}

/** What of the options decides what is found. */
export function checkSettings(inputs: readonly Input[], options: CheckOptions): CheckSettings {
  const { json, html, sarif: _s, junit: _j, markdown: _m, github: _g, ...others } = options;
  const {
    marked,
    picture,
    place: _place,
    measure: _measure,
    quiet: _q,
    verbose: _v,
    queue: _queue,
    recordBaseline,
    threads,
    maxMemory: _memory,
    listLimit,
    ...settings
  } = others;
  const limits = limitsOf(inputs, options);
  const wantsPlaces =
    (json !== undefined && listLimit > 0) ||
    html !== undefined ||
    limits.some(({ places, depth }) => places !== undefined || depth !== undefined);
  // text tells of the worst frames alone, which are few; frames of others have places when they are told, and a queue would have to open the file again
  const draws = marked !== undefined || picture !== undefined;
  const looksAgain = !wantsPlaces && json === undefined && !draws && options.queue === undefined;
  return {
    ...settings,
    // rows cost time: only as many as some report writes
    listLimit: Math.max(json ? listLimit : 0, html ? HTML_ROWS_PER_FRAME : 0),
    places: wantsPlaces ? 'all' : 'worst',
    sharePreparation: threads > 1,
    ...(tellsMeasures(inputs, options) && {
      measure: measuresAll(inputs, options)
        ? ('all' as const)
        : looksAgain
          ? ('afterwards' as const)
          : ('worst' as const),
    }),
    withMesh: html !== undefined || draws,
    ...(marked !== undefined && { gapLines: true }),
    ...(recordBaseline && { record: true }),
    ...(inputs.length === 1 && { nameUnmatched: true }),
  };
}

function limitsOf(inputs: readonly Input[], options: CheckOptions): FailOver[] {
  return [options, ...inputs.map((input) => input.settings ?? {})].map(({ failOver }) => failOver ?? {});
}

/** Which frames may be among the worst depends on who checked what before: a report that lists every frame has all of them measured. */
function measuresAll(inputs: readonly Input[], options: CheckOptions): boolean {
  return options.listLimit > 0 || limitsOf(inputs, options).some(({ depth }) => depth !== undefined);
}

/** Measuring takes longer than finding where much is found: not where nobody is told, as with --quiet and no report. */
function tellsMeasures(inputs: readonly Input[], options: CheckOptions): boolean {
  const { quiet, github } = options;
  const writes = github === true || [...outputsOf(options), ...perInputOutputs(options)].length > 0;
  return !quiet || writes || measuresAll(inputs, options);
}

/** Opens every output, so that a wrong path is found before a long run. */
async function createReports(
  reports: Report[],
  inputs: readonly Input[],
  options: CheckOptions,
  out: Terminal['out'],
  printOut: (text: string) => void,
  printError: (text: string) => void,
): Promise<void> {
  // standard output stays pure when it carries a report
  const silent = options.quiet || options.github || outputsOf(options).some(({ path }) => path === '-');
  const print = silent ? () => {} : printOut;
  const paint = out.isTTY && !process.env.NO_COLOR ? colour : (_: unknown, text: string) => text;
  reports.push(
    new TextReport({
      looked: options,
      quiet: options.quiet,
      details: options.verbose === true,
      print,
      printError,
      paint,
    }),
  );
  if (options.verbose) reports.push(new VerboseReport(options, printError));
  if (options.github) reports.push(new GithubReport(printOut, options));
  await openReports(reports, inputs, options, out, print);
  await openOtherFormats(reports, options, out);
}

async function openReports(
  reports: Report[],
  inputs: readonly Input[],
  options: CheckOptions,
  out: Terminal['out'],
  print: (text: string) => void,
): Promise<void> {
  const { kinds, pairs, scope, ignoreRest, betweenFrames, maxContacts, listLimit } = options;
  const generator = `selfcollide ${readVersion()}`;
  if (options.json !== undefined) {
    const output = await openOutput('--json', options.json, out);
    const listed = Number.isFinite(listLimit) ? listLimit : null;
    const echoed = {
      kinds,
      pairs,
      scope,
      ignoreRest,
      betweenFrames,
      maxContacts: maxContacts ?? null,
      listLimit: listed,
      baseline: inputs.some(({ settings }) => settings?.known !== undefined),
    };
    reports.push(new JsonReport(output, generator, echoed));
  }
  if (options.html !== undefined) {
    const page = new HtmlReport({
      output: await openOutput('--html', options.html, out),
      generator,
      pairs,
      inputCount: inputs.length,
      measuresAll: measuresAll(inputs, options),
      template: pageUrl,
      verdict: (summary) => describeVerdict(summary, options),
      facts: (header) => [describeMesh(header), ...describeNotes(header)],
      written: () => print(showText(`Wrote ${options.html}`)),
    });
    reports.push(page);
  }
  if (options.recordBaseline) {
    const { path, known } = options.recordBaseline;
    reports.push(await BaselineRecorder.create(path, known, generator, print));
  }
  const { marked, picture, place = 1 } = options;
  if (marked !== undefined) reports.push(await MarkedModel.create(pathPerInput(marked, inputs), print));
  if (picture !== undefined) reports.push(await PictureReport.create(pathPerInput(picture, inputs), place, print));
}

/** Reports for other programs. */
async function openOtherFormats(reports: Report[], options: CheckOptions, out: Terminal['out']): Promise<void> {
  const { sarif, junit, markdown } = options;
  if (sarif !== undefined) reports.push(new SarifReport(await openOutput('--sarif', sarif, out), readVersion()));
  if (junit !== undefined) reports.push(new JunitReport(await openOutput('--junit', junit, out), options));
  if (markdown !== undefined) {
    reports.push(new MarkdownReport(await openOutput('--markdown', markdown, out), options));
  }
}

function colour(kind: 'good' | 'bad' | 'dim' | 'bold', text: string): string {
  return styleText(({ good: 'green', bad: 'red', dim: 'dim', bold: 'bold' } as const)[kind], text);
}
