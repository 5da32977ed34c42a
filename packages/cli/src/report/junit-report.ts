import type { FrameResult } from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { findClip } from '../source/source.ts';
import { describeCounts, describeVerdict, type Looked } from './describe-file.ts';
import { describePlacesOf } from './describe-places.ts';
import type { FileSummary } from './file-summary.ts';
import { plural } from './format-number.ts';
import { judgeClip } from './judge-file.ts';
import type { Report } from './report.ts';
import type { TextOutput } from './text-output.ts';

const PLACES_PER_CLIP = 10;

/** JUnit XML: a suite for every file, a test case for every animation, or for the one pose there is. */
export class JunitReport implements Report {
  readonly #output: TextOutput;
  readonly #looked: Looked;
  #started = false;
  #suites = 0;
  /** Seconds, without a zone: some schemas allow no more. */
  readonly #timestamp = new Date().toISOString().slice(0, 19);
  /** Clips with a frame that could not be read, and why. */
  #failedClips = new Map<number, string>();

  constructor(output: TextOutput, looked: Looked) {
    this.#output = output;
    this.#looked = looked;
  }

  opened(): void {
    this.#failedClips = new Map();
  }

  frame({ failure, frame }: FrameResult): void {
    if (failure) this.#failedClips.set(frame, failure.message);
  }

  async closed(summary: FileSummary, seconds: number): Promise<void> {
    const { header, clips } = summary;
    const errors = new Map(Array.from(this.#failedClips, ([f, message]) => [findClip(header.clips, f).clip, message]));
    const cases = clips.map((_, c) => {
      const failure = judgeClip(summary, c).length > 0 ? this.#describe(summary, c) : undefined;
      return { name: header.clips[c].name || 'pose', failure, error: errors.get(c) };
    });
    await this.#suite(header.name, seconds, cases);
  }

  async failed({ name }: Input, { message }: Failure): Promise<void> {
    await this.#suite(name, 0, [{ name: 'can be read', failure: undefined, error: message }]);
  }

  async end(): Promise<void> {
    if (!this.#started) await this.#start();
    await this.#output.write('</testsuites>\n');
    await this.#output.end();
  }

  discard(): void {
    this.#output.discard();
  }

  #describe(summary: FileSummary, clip: number): string {
    const { header, clips } = summary;
    const worst = summary.worst.find(({ frame }) => findClip(header.clips, frame).clip === clip);
    const places = worst ? describePlacesOf(summary, worst, PLACES_PER_CLIP).map(({ text }) => text) : [];
    if (clips.length === 1) return [describeVerdict(summary, this.#looked), ...places].join('\n');
    // of the file's verdict only what is about this animation
    const { framesWithContacts, frames, mostContacts, worstFrame } = clips[clip];
    const count = worst ? describeCounts(worst, this.#looked.pairs) : plural(mostContacts, 'finding');
    const reasons = header.limits ? ` (too much: ${judgeClip(summary, clip).join('; ')})` : '';
    const found = `${framesWithContacts} of ${plural(frames, 'frame')} with findings`;
    const verdict = `${header.name}: ${found}; worst: ${summary.frameLabel(worstFrame)}, ${count}${reasons}.`;
    return [verdict, ...places].join('\n');
  }

  async #suite(name: string, seconds: number, cases: readonly TestCase[]): Promise<void> {
    if (!this.#started) await this.#start();
    const count = (kind: 'failure' | 'error') => cases.filter((each) => each[kind] !== undefined).length;
    const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
    const texts = cases.map(({ name: own, failure, error }) => {
      const inside = [
        ...(error === undefined
          ? []
          : [`<error type="unreadable" message="${firstLine(error)}">${escapeXml(error)}</error>`]),
        ...(error === undefined && failure !== undefined
          ? [`<failure type="self-intersection" message="${firstLine(failure)}">${escapeXml(failure)}</failure>`]
          : []),
      ];
      const time = (seconds / cases.length).toFixed(3);
      return `    <testcase classname="${escapeXml(name)}" name="${escapeXml(own)}" time="${time}">${inside.join('')}</testcase>\n`;
    });
    const id = `id="${this.#suites++}" package="selfcollide" hostname="localhost" timestamp="${this.#timestamp}"`;
    const head = `  <testsuite name="${escapeXml(name)}" ${id} ${counts} skipped="0" time="${seconds.toFixed(3)}">\n`;
    await this.#output.write(`${head}${texts.join('')}  </testsuite>\n`);
  }

  async #start(): Promise<void> {
    this.#started = true;
    await this.#output.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="selfcollide">\n');
  }
}

interface TestCase {
  readonly name: string;
  readonly failure: string | undefined;
  readonly error: string | undefined;
}

function firstLine(text: string): string {
  return escapeXml(text.split('\n')[0]);
}

/** Letters that XML cannot hold at all, not even escaped, become the sign for what cannot be shown. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
