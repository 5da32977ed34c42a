import { readFile } from 'node:fs/promises';
import { type ListedFindings, PLACE, ROW } from '../detect/contact-rows.ts';
import { countFindings, type FileHeader, type FrameResult, type PlaceResult } from '../detect/frame-result.ts';
import { spreadOverPlaces } from '../detect/spread-over-places.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { dataElement } from './data-element.ts';
import type { FileSummary } from './file-summary.ts';
import { plural } from './format-number.ts';
import { BytePacker } from './pack-bytes.ts';
import { choosePacking, packFile } from './pack-file.ts';
import type { FilePayload, Payload } from './page/payload.ts';
import type { Report } from './report.ts';
import { showText } from './show-text.ts';
import type { TextOutput } from './text-output.ts';

/** Bytes of meshes and poses before compression, all inputs together: keeps reports well below 15 MB. */
const PICTURE_BYTES = 13_000_000;
/** Frames shown per input, whatever their size. */
const MAX_SHOWN = 1500;
/** Contacts listed in all frames of an input together, and in one. */
const MAX_ROWS = 60_000;
export const HTML_ROWS_PER_FRAME = 300;
const MIN_ROWS_PER_FRAME = 30;

export interface HtmlReportOptions {
  readonly output: TextOutput;
  readonly generator: string;
  readonly pairs: 'edge-triangle' | 'triangles';
  readonly inputCount: number;
  /** Whether every frame was measured, not only those that may be among the worst. */
  readonly measuresAll: boolean;
  /** The page without data. */
  readonly template: URL;
  readonly verdict: (summary: FileSummary) => string;
  readonly facts: (header: FileHeader) => string[];
  /** Called when the page is there. */
  readonly written: () => void;
}

/** Collects what the page shows and writes it as one file that needs no other. */
export class HtmlReport implements Report {
  readonly #options: HtmlReportOptions;
  readonly #packer = new BytePacker();
  readonly #files: FilePayload[] = [];
  #inputsLeft: number;
  #bytesLeft = PICTURE_BYTES;
  /** Every how many frames one is shown; decided when an input is opened. */
  readonly #steps = new Map<FileHeader, number>();
  #counts: number[] = [];
  #others: FilePayload['others'] = 'none';
  #near: ([number, number] | null)[] = [];
  #impacts: (number | null)[] = [];
  #shown: FrameResult[] = [];
  #rowsPerFrame = 0;
  #header: FileHeader | undefined;

  constructor(options: HtmlReportOptions) {
    this.#options = options;
    this.#inputsLeft = options.inputCount;
  }

  opened(header: FileHeader): void {
    this.#header = header;
    this.#counts = [];
    this.#others = 'none';
    this.#near = [];
    this.#impacts = [];
    this.#shown = [];
    const shown = Math.ceil(header.frameCount / this.#step(header));
    this.#rowsPerFrame = Math.max(MIN_ROWS_PER_FRAME, Math.min(HTML_ROWS_PER_FRAME, Math.floor(MAX_ROWS / shown)));
  }

  wantsPose(header: FileHeader, frame: number): boolean {
    return frame % this.#step(header) === 0;
  }

  frame(result: FrameResult): void {
    this.#counts.push(result.failure ? -1 : countFindings(result, this.#options.pairs));
    const { contacts, proximities, leastDistance } = result;
    const others = countFindings(result, 'edge-triangle') - proximities;
    if (others > contacts) this.#others = 'findings';
    else if (contacts > 0 && this.#others === 'none') this.#others = 'contacts';
    if (this.#header!.proximity) this.#near.push(leastDistance === undefined ? null : [proximities, leastDistance]);
    if (this.#header!.motion) this.#impacts.push(result.firstImpact ?? null);
    if (this.wantsPose(this.#header!, result.frame)) this.pose(result);
  }

  extraPoses({ worst }: FileSummary): number[] {
    const here = new Set(this.#shown.map(({ frame }) => frame));
    return worst.map(({ frame }) => frame).filter((frame) => !here.has(frame));
  }

  pose(result: FrameResult): void {
    if (!result.pose || this.#shown.some(({ frame }) => frame === result.frame)) return;
    // lines that the page draws are in the rows
    const { gapLines: _, ...pose } = result.pose;
    this.#shown.push({ ...result, pose, ...fewerRows(result, this.#rowsPerFrame) });
  }

  closed(summary: FileSummary): void {
    const { verdict, facts, pairs } = this.#options;
    const { header } = summary;
    this.#shown.sort((a, b) => a.frame - b.frame);
    const before = this.#packer.bytes.length;
    const packed = packFile(header, this.#measured(summary), this.#packer, pairs, summary.failedFrames);
    this.#bytesLeft -= this.#packer.bytes.length - before;
    this.#inputsLeft--;
    this.#steps.delete(header);
    this.#shown = [];
    this.#files.push({
      ...packed,
      name: header.name,
      verdict: verdict(summary),
      state:
        summary.failedFrames > 0 || summary.uncheckedSteps > 0
          ? 'failed'
          : summary.worst.length > 0
            ? 'contacts'
            : 'clean',
      facts: facts(header),
      warnings: [...summary.warnings(), ...summary.failures],
      counts: this.#counts,
      others: this.#others,
      near: this.#near,
      impacts: this.#impacts,
      worst: summary.worst.map(({ frame, truncated, places, placeCount, ...counts }) => ({
        frame,
        contacts: countFindings(counts, 'edge-triangle'),
        trianglePairs: counts.trianglePairs,
        truncated,
        where: describeWhere(places[0].name, placeCount),
      })),
    });
  }

  failed({ name }: Input, { message }: Failure): void {
    this.#inputsLeft--;
    this.#files.push({ ...NO_PICTURE, name, verdict: message, state: 'failed' });
  }

  discard(): void {
    this.#options.output.discard();
  }

  async end(): Promise<void> {
    const { output, template, generator, pairs } = this.#options;
    const payload: Payload = { generator, created: new Date().toISOString(), pairs, files: this.#files };
    const page = await readFile(template, 'utf8');
    const [head, tail] = page.split('<!--DATA-->');
    await output.write(head);
    await output.write(await dataElement('payload', Buffer.from(JSON.stringify(payload, asShown))));
    await output.write(await dataElement('bytes', this.#packer.bytes));
    await output.write(tail);
    await output.end();
    this.#options.written();
  }

  /** Frames that are not among the worst were measured by chance, if nothing worse had come before: then nothing is said of them. */
  #measured(summary: FileSummary): FrameResult[] {
    const shown = this.#affordable(summary);
    if (this.#options.measuresAll) return shown;
    const worst = new Set(summary.worst.map(({ frame }) => frame));
    const plain = ({ measure: _, ...place }: PlaceResult): PlaceResult => place;
    return shown.map((result) => (worst.has(result.frame) ? result : { ...result, places: result.places.map(plain) }));
  }

  /** Floats take twice the bytes that were reckoned with when frames were chosen: then every second frame, and the worst. */
  #affordable({ header, worst }: FileSummary): FrameResult[] {
    const shown = this.#shown;
    const share = this.#bytesLeft / Math.max(1, this.#inputsLeft);
    const bytes = shown.reduce((sum, { pose }) => sum + 4 * pose!.positions.length, 0);
    if (bytes <= share || choosePacking(header, shown).packing === 'grid') return shown;
    const kept = new Set(worst.map(({ frame }) => frame));
    return shown.filter(({ frame }, i) => i % 2 === 0 || kept.has(frame));
  }

  #step(header: FileHeader): number {
    let step = this.#steps.get(header);
    if (step === undefined) {
      const { vertexCount, triangles } = header.mesh!;
      const share = this.#bytesLeft / Math.max(1, this.#inputsLeft) - 4 * triangles.length;
      const frames = Math.max(1, Math.min(MAX_SHOWN, Math.floor(share / (6 * vertexCount))));
      step = Math.ceil(header.frameCount / frames);
      this.#steps.set(header, step);
    }
    return step;
  }
}

/** Names come from files: what turns the direction of writing is shown, so that none can pass for another. */
function asShown(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? showText(value) : value;
}

/** Some contacts of every place. */
function fewerRows({ rows, rowKinds }: ListedFindings, limit: number): ListedFindings {
  const count = rows.length / ROW;
  if (count <= limit) return { rows, rowKinds };
  const placeOf = Array.from({ length: count }, (_, i) => rows[ROW * i + PLACE]);
  const fewer = new Float64Array(ROW * limit);
  const listed = spreadOverPlaces(placeOf, count, limit);
  for (const [place, i] of listed.entries()) fewer.set(rows.subarray(ROW * i, ROW * (i + 1)), ROW * place);
  return { rows: fewer, rowKinds: Uint8Array.from(listed, (i) => rowKinds[i]) };
}

function describeWhere(largest: string, placeCount: number): string {
  return placeCount > 1 ? `${largest}; ${plural(placeCount, 'place')}` : largest;
}

const NO_PICTURE = {
  facts: [],
  warnings: [],
  clips: [],
  objects: [],
  counts: [],
  others: 'none',
  near: [],
  impacts: [],
  worst: [],
  shown: [],
  shownNote: '',
  meshes: [],
  packing: 'grid',
  origin: [0, 0, 0],
  step: [0, 0, 0],
} as const;
