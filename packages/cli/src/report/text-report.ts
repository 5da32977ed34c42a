import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { saysMissing } from '../source/missing-frames.ts';
import { findClip } from '../source/source.ts';
import { describeContact } from './describe-contact.ts';
import { describeMesh, describeNotes, describeVerdict, type Looked } from './describe-file.ts';
import { byMeasure, describeMeasure, formatDepth } from './describe-places.ts';
import type { FileSummary, WorstFrame } from './file-summary.ts';
import { formatCount, formatFrameTime, formatLength, formatPoint, formatSeconds, plural } from './format-number.ts';
import { formatTable, indent } from './format-table.ts';
import { judgeFile } from './judge-file.ts';
import type { Report, RunTotals } from './report.ts';
import { showText } from './show-text.ts';
import { suggest } from './suggest.ts';

export interface TextReportOptions {
  readonly looked: Looked;
  /** Only what must not be overlooked. */
  readonly quiet: boolean;
  /** Coordinates, edges and faces too. */
  readonly details: boolean;
  /** Writes a paragraph. */
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Colours for a terminal; plain text otherwise. */
  readonly paint: (kind: 'good' | 'bad' | 'dim' | 'bold', text: string) => string;
}

const WORST_SHOWN = 5;
const PLACES_SHOWN = 3;
const CLIPS_SHOWN = 40;

/** The default output: a short table per input, then a line that says it all. */
export class TextReport implements Report {
  readonly #options: TextReportOptions;

  constructor(options: TextReportOptions) {
    this.#options = options;
  }

  failed(_input: Input, { message }: Failure): void {
    this.#options.printError(showText(message));
  }

  closed(summary: FileSummary, seconds: number): void {
    const { print, printError, paint } = this.#options;
    const { header, worst } = summary;
    const blocks = [`${paint('bold', showText(header.name))}: ${showText(describeMesh(header))}`];
    const notes = summary.warnings().map((text) => `note: ${showText(text)}`);
    blocks.push(...[...describeNotes(header), ...notes].map(indent));
    if (header.clips.length > 1) blocks.push(`\n${indent(this.#clipTable(summary))}`);
    if (worst.length > 0) {
      blocks.push(`\n${indent(this.#worstTable(summary))}`);
      blocks.push(`\n${indent(placeTable(summary, worst[0], this.#options.details))}\n`);
    }
    const rate = header.frameCount > 1 ? `, ${formatCount(Math.round(header.frameCount / seconds))} frames/s` : '';
    const verdict = showText(describeVerdict(summary, this.#options.looked));
    const { failedFrames, uncheckedSteps } = summary;
    const good = judgeFile(summary).length === 0 && uncheckedSteps + failedFrames === 0;
    const painted = good
      ? paint('good', `✓ ${verdict}`)
      : paint('bad', `${judgeFile(summary).length > 0 ? '✗' : '?'} ${verdict}`);
    const worstPlace = describeWorstPlace(summary);
    print(`${blocks.join('\n')}\n${painted}${worstPlace} ${paint('dim', `[${formatSeconds(seconds)}${rate}]`)}\n`);
    const ideas = suggest(summary);
    if (ideas.length > 0) print(`${indent(ideas.map((idea) => `try: ${showText(idea)}`).join('\n'))}\n`);
    const missing = this.#options.quiet ? header.warnings.filter(saysMissing) : [];
    for (const note of missing) printError(`${showText(header.name)}: ${showText(note)}`);
    for (const message of summary.failures) printError(showText(message));
    const more = summary.failedFrames - summary.failures.length;
    if (more > 0) printError(`${showText(header.name)}: and ${plural(more, 'more frame')} could not be checked.`);
  }

  end({ files, filesWithContacts, filesFailed, seconds }: RunTotals): void {
    if (files < 2) return;
    const failed = filesFailed > 0 ? `, ${formatCount(filesFailed)} could not be checked` : '';
    const text = `${formatCount(files)} files: ${formatCount(filesWithContacts)} with findings${failed} [${formatSeconds(seconds)}]`;
    this.#options.print(this.#options.paint('bold', text));
  }

  #worstTable(summary: FileSummary): string {
    const { clips, proximity, motion } = summary.header;
    const columns = {
      animation: clips.length > 1,
      file: clips.some(({ files }) => files),
      time: clips.some(({ times }) => times),
      frame: summary.header.frameCount > 1,
      folded: summary.worst.some(({ folded }) => folded > 0),
      doubled: summary.worst.some(({ duplicates }) => duplicates > 0),
      close: proximity !== undefined,
      impacts: motion !== undefined,
    };
    const rows = summary.worst.slice(0, WORST_SHOWN).map((worst) => {
      const { clip, place } = findClip(clips, worst.frame);
      const { name, numbers, times, files } = clips[clip];
      // a cut leaves at least one of what it cuts
      const format = (count: number) => (worst.truncated && count > 0 ? '≥ ' : '') + formatCount(count);
      return [
        columns.frame ? String(numbers[place]) : undefined,
        columns.animation ? name : undefined,
        columns.file ? (files?.[place] ?? '') : undefined,
        columns.time ? (times ? formatSeconds(times[place]) : '') : undefined,
        format(worst.contacts),
        columns.folded ? format(worst.folded) : undefined,
        columns.doubled ? format(worst.duplicates) : undefined,
        columns.close ? format(worst.proximities) : undefined,
        proximity ? (worst.leastDistance === undefined ? '' : formatLength(worst.leastDistance, proximity)) : undefined,
        columns.impacts ? format(worst.impacts) : undefined,
        columns.impacts ? (worst.firstImpact === undefined ? '' : formatFrameTime(worst.firstImpact)) : undefined,
        format(worst.trianglePairs),
        describeWhere(worst),
      ].filter((cell) => cell !== undefined);
    });
    const head = [
      columns.frame ? 'worst frame' : undefined,
      columns.animation ? 'animation' : undefined,
      columns.file ? 'file' : undefined,
      columns.time ? 'time' : undefined,
      'contacts',
      columns.folded ? 'folded' : undefined,
      columns.doubled ? 'doubled' : undefined,
      columns.close ? 'close' : undefined,
      columns.close ? 'closest' : undefined,
      columns.impacts ? 'impacts' : undefined,
      columns.impacts ? 'first at' : undefined,
      'triangle pairs',
      'where',
    ].filter((cell) => cell !== undefined);
    const right = head.flatMap((cell, i) => (['animation', 'file', 'where'].includes(cell) ? [] : [i]));
    const more = summary.framesWithContacts - rows.length;
    const note = more > 0 ? `\n… and ${plural(more, 'more frame')} with findings (--json or --html has all)` : '';
    return formatTable(head, rows, right) + note;
  }

  #clipTable({ header, clips }: FileSummary): string {
    const rows = clips.slice(0, CLIPS_SHOWN).map((clip, c) => {
      const { numbers, firstFrame } = header.clips[c];
      const range = clip.frames === 0 ? '' : `${formatCount(clip.leastContacts)} to ${formatCount(clip.mostContacts)}`;
      return [
        header.clips[c].name,
        formatCount(clip.frames),
        formatCount(clip.framesWithContacts),
        clip.mostContacts === 0 ? '' : range,
        clip.worstFrame < 0 ? '' : String(numbers[clip.worstFrame - firstFrame]),
      ];
    });
    const more = clips.length > rows.length ? `\n… and ${plural(clips.length - rows.length, 'more animation')}` : '';
    const head = [
      'animation',
      'frames',
      'with findings',
      this.#options.looked.pairs === 'triangles' ? 'triangle pairs' : 'findings',
      'worst frame',
    ];
    return formatTable(head, rows, [1, 2, 3, 4]) + more;
  }
}

/** ` Worst place: left forearm and right thigh, deep, at least 12 mm (0.8 % of its size).`; empty where nothing was measured. */
function describeWorstPlace({ header, worst }: FileSummary): string {
  const [place] = worst.flatMap(({ places }) => places).sort(byMeasure);
  return place?.measure ? ` Worst place: ${showText(place.name)}, ${describeMeasure(place.measure, header)}.` : '';
}

function describeWhere({ places, placeCount }: WorstFrame): string {
  const [largest] = places;
  const others = placeCount > 1 ? `; ${plural(placeCount - 1, 'other place')}` : '';
  return `${largest.name}${others}`;
}

/** `details`: also where, and an example, for developers. */
function placeTable(summary: FileSummary, worst: WorstFrame, details: boolean): string {
  const objects = worst.ownObjects ?? summary.header.objects;
  const rows = [...worst.places]
    .sort(byMeasure)
    .slice(0, PLACES_SHOWN)
    .map(({ contacts, center, name, example, exampleKind, measure }) => [
      name,
      measure ? measure.severity : '',
      measure ? formatDepth(measure, summary.header) : '',
      formatCount(contacts),
      details ? formatPoint(center) : '',
      details ? describeContact(example, 0, exampleKind, objects, summary.header.proximity) : '',
    ]);
  const more = worst.placeCount - rows.length;
  const note = more > 0 ? `\n… and ${plural(more, 'other place')}` : '';
  const where = summary.header.frameCount > 1 ? ` in ${summary.frameLabel(worst.frame)}` : '';
  const head = [`place${where}`, 'severity', 'depth', 'findings', 'centre', 'for example'];
  // what nobody could measure, or asked for, has no column
  const shown = head.map((_, column) => column === 0 || rows.some((row) => row[column] !== ''));
  const pick = (row: readonly string[]) => row.filter((_, column) => shown[column]);
  const right = pick(head).flatMap((cell, i) => (['depth', 'findings'].includes(cell) ? [i] : []));
  return formatTable(pick(head), rows.map(pick), right) + note;
}
