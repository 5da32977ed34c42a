import {
  type ContactRows,
  FIRST_SIDE,
  PLACE,
  POINT,
  ROW,
  readSide,
  SECOND_POINT,
  SECOND_SIDE,
  VALUE,
} from '../detect/contact-rows.ts';
import { FINDING_KINDS, IMPACT, PROXIMITY } from '../detect/finding-kinds.ts';
import {
  countFindings,
  countsOf,
  type FileHeader,
  type FrameResult,
  type PlaceResult,
} from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { findClip } from '../source/source.ts';
import type {
  CheckReport,
  ContactReport,
  FileReport,
  FrameReport,
  PlaceReport,
  ReportOptions,
  RunReport,
  SideReport,
} from './check-report.ts';
import type { FileSummary } from './file-summary.ts';
import type { Report, RunTotals } from './report.ts';
import { toShownJson } from './show-text.ts';
import { suggest } from './suggest.ts';
import type { TextOutput } from './text-output.ts';

/** Writes {@link CheckReport} while the run goes on: nothing of it stays in memory. */
export class JsonReport implements Report {
  readonly #output: TextOutput;
  readonly #generator: string;
  readonly #options: ReportOptions;
  #header: FileHeader | undefined;
  #files = 0;
  #frames = 0;

  constructor(output: TextOutput, generator: string, options: ReportOptions) {
    this.#output = output;
    this.#generator = generator;
    this.#options = options;
  }

  async opened(header: FileHeader): Promise<void> {
    this.#header = header;
    this.#frames = 0;
    const file: Omit<FileReport, 'frames' | 'summary' | 'warnings' | 'suggestions'> = {
      name: header.name,
      format: header.format,
      vertices: header.vertexCount,
      triangles: header.triangleCount,
      weldedVertices: header.welded,
      objects: header.objects,
      method: header.method,
      rest: header.rest ?? null,
      proximity: header.proximity
        ? { distance: header.proximity.distance, restRadius: header.proximity.restRadius }
        : null,
      motion: header.motion ?? null,
      clips: header.clips.map(({ name, frameCount }) => ({ name, frames: frameCount })),
    };
    await this.#startFile(`${openObject(file)},\n"frames": [`);
  }

  async frame(result: FrameResult): Promise<void> {
    const comma = this.#frames++ === 0 ? '\n' : ',\n';
    await this.#output.write(comma + toShownJson(frameReport(this.#header!, result, this.#options)));
  }

  async closed(summary: FileSummary): Promise<void> {
    const { header, framesWithContacts, failedFrames, clips, worst, objectPairs } = summary;
    const { steps, stepsWithImpacts, uncheckedSteps } = summary;
    const rest: Pick<FileReport, 'summary' | 'warnings' | 'suggestions'> = {
      summary: {
        frames: header.frameCount,
        framesWithFindings: framesWithContacts,
        failedFrames,
        ...{ steps, stepsWithImpacts, uncheckedSteps },
        clips: clips.map((clip) => ({
          framesWithFindings: clip.framesWithContacts,
          least: clip.frames === 0 ? 0 : clip.leastContacts,
          most: clip.mostContacts,
        })),
        worstFrames: worst.map(({ frame, truncated: _, places, placeCount, ownObjects, ...counts }) => ({
          index: frame,
          ...counts,
          placeCount,
          places: places.map((place) => placeReport(place, ownObjects ?? header.objects)),
        })),
        ...(this.#options.listLimit !== 0 && { spots: summary.spots.list() }),
        objectPairs: [...objectPairs.values()]
          .sort((a, b) => b.contacts - a.contacts)
          .map(({ objects, frames, contacts }) => ({ objects, frames, findings: contacts })),
      },
      warnings: summary.warnings(),
      suggestions: suggest(summary),
    };
    await this.#output.write(`\n],\n${toShownJson(rest).slice(1)}`);
  }

  async failed({ name }: Input, error: Failure): Promise<void> {
    await this.#startFile(toShownJson({ name, error }));
  }

  discard(): void {
    this.#output.discard();
  }

  async end({ seconds, filesWithContacts, framesWithContacts, ...totals }: RunTotals): Promise<void> {
    if (this.#files === 0) await this.#output.write(this.#opening());
    const summary: RunReport = {
      ...totals,
      filesWithFindings: filesWithContacts,
      framesWithFindings: framesWithContacts,
      seconds: Number(seconds.toFixed(3)),
    };
    await this.#output.write(`\n],\n"summary": ${toShownJson(summary)}\n}\n`);
    await this.#output.end();
  }

  async #startFile(text: string): Promise<void> {
    await this.#output.write(`${this.#files === 0 ? this.#opening() : ','}\n${text}`);
    this.#files++;
  }

  #opening(): string {
    const start: Omit<CheckReport, 'files' | 'summary'> = {
      format: 'selfcollide-check',
      version: 3,
      generator: this.#generator,
      options: this.#options,
    };
    return `${openObject(start)},\n"files": [`;
  }
}

/** JSON of an object without its closing brace, so that fields can follow. */
function openObject(value: object): string {
  return toShownJson(value).slice(0, -1);
}

function frameReport(header: FileHeader, result: FrameResult, options: ReportOptions): FrameReport {
  const { clip, place } = findClip(header.clips, result.frame);
  const { numbers, times, files } = header.clips[clip];
  const objects = result.ownObjects ?? header.objects;
  const { leastDistance, closest, step, firstImpact } = result;
  const listed = {
    placeCount: result.placeCount,
    places: result.places.map((place) => placeReport(place, objects)),
    ...listReport(result, options, objects),
  };
  return {
    clip,
    frame: numbers[place],
    time: times ? times[place] : null,
    ...(files && { file: files[place] }),
    ...countsOf(result),
    ignored: result.ignored,
    suppressed: result.suppressed,
    known: result.known,
    truncated: result.truncated,
    partedVertices: result.parted,
    topologyChanged: result.ownObjects !== undefined,
    ...(leastDistance !== undefined && { leastDistance }),
    ...(closest && { closest: placelessReport(closest, PROXIMITY, objects) }),
    ...(step && { step }),
    ...(firstImpact !== undefined && { firstImpact }),
    ...(options.listLimit !== 0 && listed),
    ...(result.failure && { error: result.failure }),
  };
}

function listReport(result: FrameResult, { listLimit, pairs }: ReportOptions, objects: readonly string[]) {
  // other reports may want more
  const listed = Math.min(result.rows.length / ROW, listLimit ?? Number.POSITIVE_INFINITY);
  return {
    list: Array.from({ length: listed }, (_, i) => contactReport(result.rows, i, result.rowKinds[i], objects)),
    unlisted: countFindings(result, pairs) - listed,
  };
}

function placeReport(place: PlaceResult, objects: readonly string[]): PlaceReport {
  const { contacts, name, objects: pair, center, min, max, example, exampleKind, measure } = place;
  const found = placelessReport(example, exampleKind, objects);
  return { findings: contacts, name, objects: pair, center, min, max, ...(measure && { measure }), example: found };
}

/** A single row. */
function placelessReport(row: ContactRows, kind: number, objects: readonly string[]): Omit<ContactReport, 'place'> {
  const { place: _, ...found } = contactReport(row, 0, kind, objects);
  return found;
}

function contactReport(rows: ContactRows, i: number, kind: number, objects: readonly string[]): ContactReport {
  const side = (at: typeof FIRST_SIDE | typeof SECOND_SIDE): SideReport => {
    const { object, ...rest } = readSide(rows, i, at);
    return { object: objects[object], ...rest };
  };
  const row = ROW * i;
  return {
    kind: FINDING_KINDS[kind],
    first: side(FIRST_SIDE),
    second: side(SECOND_SIDE),
    point: Array.from(rows.subarray(row + POINT, row + POINT + 3)),
    ...(kind === IMPACT && { at: rows[row + VALUE] }),
    ...(kind === PROXIMITY && {
      distance: rows[row + VALUE],
      secondPoint: Array.from(rows.subarray(row + SECOND_POINT, row + SECOND_POINT + 3)),
    }),
    place: rows[row + PLACE],
  };
}
