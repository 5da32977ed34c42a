import { type FileHeader, FRAMES_TO_LOOK_AGAIN, type FrameResult } from '../detect/frame-result.ts';
import { ExitStatus } from '../exit-status.ts';
import { type Failure, OutputError } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { Listener } from '../threads/run-checks.ts';
import { FileSummary } from './file-summary.ts';
import { judgeFile } from './judge-file.ts';
import type { Report, RunTotals } from './report.ts';
import { showText } from './show-text.ts';

interface Judging {
  readonly pairs: 'edge-triangle' | 'triangles';
  readonly neverFails: boolean;
  readonly looksAgain: boolean;
}

/** Adds up what is found, and passes it to every report. */
export class ReportHub implements Listener {
  #reports: readonly Report[];
  readonly #printError: (text: string) => void;
  #outputFailures = 0;
  readonly #pairs: 'edge-triangle' | 'triangles';
  readonly #started = performance.now();
  readonly #totals = { files: 0, filesWithContacts: 0, filesFailed: 0, frames: 0, framesWithContacts: 0 };
  readonly #neverFails: boolean;
  readonly #looksAgain: boolean;
  #failing = 0;
  #usageFailures = 0;
  #summary: FileSummary | undefined;

  /** `neverFails`: findings are recorded, not judged. `looksAgain`: of many frames the worst come once more, with places. */
  constructor(
    reports: readonly Report[],
    { pairs, neverFails, looksAgain }: Judging,
    printError: (text: string) => void,
  ) {
    this.#reports = reports;
    this.#printError = printError;
    this.#pairs = pairs;
    this.#neverFails = neverFails;
    this.#looksAgain = looksAgain;
  }

  async opened(header: FileHeader): Promise<void> {
    this.#summary = new FileSummary(header, this.#pairs);
    await this.#tell((report) => report.opened?.(header));
  }

  async frame(result: FrameResult): Promise<void> {
    this.#summary!.add(result);
    await this.#tell((report) => report.frame?.(result));
  }

  wantsPose(header: FileHeader, frame: number): boolean {
    return this.#reports.some((report) => report.wantsPose?.(header, frame));
  }

  extraPoses(): number[] {
    const summary = this.#summary!;
    const isLong = summary.header.frameCount >= FRAMES_TO_LOOK_AGAIN;
    const again = this.#looksAgain && isLong ? summary.worst.map(({ frame }) => frame) : [];
    return [...new Set([...again, ...this.#reports.flatMap((report) => report.extraPoses?.(summary) ?? [])])];
  }

  pose(result: FrameResult): void {
    if (this.#looksAgain) this.#summary!.addPlaces(result);
    for (const report of this.#reports) report.pose?.(result);
  }

  async closed(seconds: number): Promise<void> {
    const summary = this.#summary!;
    const { header, framesWithContacts, failedFrames, uncheckedSteps } = summary;
    this.#totals.files++;
    this.#totals.frames += header.frameCount - failedFrames;
    this.#totals.framesWithContacts += framesWithContacts;
    if (framesWithContacts > 0) this.#totals.filesWithContacts++;
    if (judgeFile(summary).length > 0) this.#failing++;
    if (failedFrames > 0 || uncheckedSteps > 0) this.#totals.filesFailed++;
    await this.#tell((report) => report.closed?.(summary, seconds));
  }

  async failed(input: Input, failure: Failure): Promise<void> {
    this.#totals.files++;
    if (failure.kind === 'usage') this.#usageFailures++;
    else this.#totals.filesFailed++;
    await this.#tell((report) => report.failed?.(input, failure));
  }

  async end(): Promise<RunTotals> {
    const totals = this.#addUp();
    await this.#tell((report) => report.end?.(totals));
    return this.#addUp();
  }

  #addUp(): RunTotals {
    const { filesFailed } = this.#totals;
    const { clean, found, usage, unreadable, failed } = ExitStatus;
    let exitStatus: ExitStatus = this.#failing > 0 && !this.#neverFails ? found : clean;
    if (this.#usageFailures > 0) exitStatus = usage;
    if (filesFailed > 0) exitStatus = unreadable;
    if (this.#outputFailures > 0) exitStatus = failed;
    const seconds = (performance.now() - this.#started) / 1000;
    return { ...this.#totals, filesFailed: filesFailed + this.#usageFailures, seconds, exitStatus };
  }

  /** Tells every report. One that cannot be written any more is given up; the others go on. */
  async #tell(about: (report: Report) => void | Promise<void>): Promise<void> {
    for (const report of this.#reports) {
      try {
        await about(report);
      } catch (error) {
        if (!(error instanceof OutputError)) throw error;
        this.#printError(showText(error.message));
        this.#outputFailures++;
        this.#reports = this.#reports.filter((other) => other !== report);
      }
    }
  }
}
