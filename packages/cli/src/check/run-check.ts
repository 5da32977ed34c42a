import { styleText } from 'node:util';
import { pageUrl } from '../dist-files.ts';
import { describeMesh, describeRest, describeVerdict } from '../report/describe-file.ts';
import { HTML_ROWS_PER_FRAME, HtmlReport } from '../report/html-report.ts';
import { JsonReport } from '../report/json-report.ts';
import { MarkedModel } from '../report/marked-model.ts';
import { ProgressBar } from '../report/progress-bar.ts';
import type { Report, RunTotals } from '../report/report.ts';
import { ReportHub } from '../report/report-hub.ts';
import { TextOutput } from '../report/text-output.ts';
import { TextReport } from '../report/text-report.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings } from '../threads/checker.ts';
import { createCheckers } from '../threads/create-checkers.ts';
import { runChecks } from '../threads/run-checks.ts';
import { readVersion } from '../version.ts';
import type { CheckOptions } from './check-options.ts';

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
  const bar = terminal.err.isTTY && !options.quiet ? new ProgressBar(terminal.err) : undefined;
  const hub = new ReportHub(await createReports(inputs, options, terminal, bar), options.pairs);
  const settings = checkSettings(options);
  const checkers = createCheckers(inputs, options.threads, settings);
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
    await Promise.all(checkers.map((checker) => checker.close()));
  }
  return hub.end();
}

function checkSettings(options: CheckOptions): CheckSettings {
  const { method, kinds, pairs, scope, ignoreRest, maxContacts, listLimit, animation, fps, times, frames } = options;
  return {
    ...{ method, kinds, pairs, scope, ignoreRest, maxContacts, animation, fps, times, frames },
    // rows cost time: only as many as some report writes
    listLimit: Math.max(options.json ? listLimit : 0, options.html ? HTML_ROWS_PER_FRAME : 0),
    places: (options.json !== undefined && listLimit > 0) || options.html !== undefined ? 'all' : 'worst',
    sharePreparation: options.threads > 1,
    withMesh: options.html !== undefined || options.marked !== undefined,
  };
}

async function createReports(
  inputs: readonly Input[],
  options: CheckOptions,
  { out, err }: Terminal,
  bar: ProgressBar | undefined,
): Promise<Report[]> {
  const { kinds, pairs, scope, ignoreRest, maxContacts, listLimit } = options;
  const generator = `selfcollide ${readVersion()}`;
  const write = (stream: NodeJS.WritableStream) => (text: string) => {
    bar?.clear();
    stream.write(`${text}\n`);
  };
  // standard output stays pure when it carries a report
  const silent = options.quiet || options.json === '-' || options.html === '-';
  const print = silent ? () => {} : write(out);
  const paint = out.isTTY && !process.env.NO_COLOR ? colour : (_: unknown, text: string) => text;
  const reports: Report[] = [new TextReport({ pairs, print, printError: write(err), paint })];
  if (options.json !== undefined) {
    const output = await TextOutput.open('--json', options.json, out);
    const listed = Number.isFinite(listLimit) ? listLimit : null;
    const echoed = { kinds, pairs, scope, ignoreRest, maxContacts: maxContacts ?? null, listLimit: listed };
    reports.push(new JsonReport(output, generator, echoed));
  }
  if (options.html !== undefined) {
    const page = new HtmlReport({
      output: await TextOutput.open('--html', options.html, out),
      generator,
      pairs,
      inputCount: inputs.length,
      template: pageUrl,
      verdict: (summary) => describeVerdict(summary, pairs),
      facts: (header) => [describeMesh(header), ...describeRest(header)],
    });
    reports.push(page, { end: () => (options.html === '-' ? undefined : print(`Wrote ${options.html}`)) });
  }
  if (options.marked !== undefined) reports.push(new MarkedModel(options.marked, inputs.length, print));
  return reports;
}

function colour(kind: 'good' | 'bad' | 'dim' | 'bold', text: string): string {
  return styleText(({ good: 'green', bad: 'red', dim: 'dim', bold: 'bold' } as const)[kind], text);
}
