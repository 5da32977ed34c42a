import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { Listener } from '../threads/run-checks.ts';
import { FileSummary } from './file-summary.ts';
import type { Report, RunTotals } from './report.ts';

/** Adds up what is found, and passes it to every report. */
export class ReportHub implements Listener {
  readonly #reports: readonly Report[];
  readonly #pairs: 'edge-triangle' | 'triangles';
  readonly #started = performance.now();
  readonly #totals = { files: 0, filesWithContacts: 0, filesFailed: 0, frames: 0, framesWithContacts: 0 };
  #usageFailures = 0;
  #summary: FileSummary | undefined;

  constructor(reports: readonly Report[], pairs: 'edge-triangle' | 'triangles') {
    this.#reports = reports;
    this.#pairs = pairs;
  }

  async opened(header: FileHeader): Promise<void> {
    this.#summary = new FileSummary(header, this.#pairs);
    for (const report of this.#reports) await report.opened?.(header);
  }

  async frame(result: FrameResult): Promise<void> {
    this.#summary!.add(result);
    for (const report of this.#reports) await report.frame?.(result);
  }

  wantsPose(header: FileHeader, frame: number): boolean {
    return this.#reports.some((report) => report.wantsPose?.(header, frame));
  }

  extraPoses(): number[] {
    return [...new Set(this.#reports.flatMap((report) => report.extraPoses?.(this.#summary!) ?? []))];
  }

  pose(result: FrameResult): void {
    for (const report of this.#reports) report.pose?.(result);
  }

  async closed(seconds: number): Promise<void> {
    const summary = this.#summary!;
    const { header, framesWithContacts, failedFrames } = summary;
    this.#totals.files++;
    this.#totals.frames += header.frameCount - failedFrames;
    this.#totals.framesWithContacts += framesWithContacts;
    if (framesWithContacts > 0) this.#totals.filesWithContacts++;
    if (failedFrames > 0) this.#totals.filesFailed++;
    for (const report of this.#reports) await report.closed?.(summary, seconds);
  }

  async failed(input: Input, failure: Failure): Promise<void> {
    this.#totals.files++;
    if (failure.kind === 'usage') this.#usageFailures++;
    else this.#totals.filesFailed++;
    for (const report of this.#reports) await report.failed?.(input, failure);
  }

  async end(): Promise<RunTotals> {
    const { filesFailed, filesWithContacts } = this.#totals;
    const exitStatus = filesFailed > 0 ? 3 : this.#usageFailures > 0 ? 2 : filesWithContacts > 0 ? 1 : 0;
    const seconds = (performance.now() - this.#started) / 1000;
    const totals = { ...this.#totals, filesFailed: filesFailed + this.#usageFailures, seconds, exitStatus } as const;
    for (const report of this.#reports) await report.end?.(totals);
    return totals;
  }
}
