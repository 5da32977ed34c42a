import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { describeCounts, describeVerdict, type Looked } from './describe-file.ts';
import { describePlacesOf } from './describe-places.ts';
import type { FileSummary } from './file-summary.ts';
import { formatCount, formatSeconds, plural } from './format-number.ts';
import { judgeFile } from './judge-file.ts';
import type { Report, RunTotals } from './report.ts';
import { showText } from './show-text.ts';
import type { TextOutput } from './text-output.ts';

/** Rows of the table, and places of a file: a comment on a pull request holds 65,536 letters. */
const ROWS = 50;
const PLACES = 3;

/** A summary for a pull request: one line, a table of files with findings, and what could not be read. */
export class MarkdownReport implements Report {
  readonly #output: TextOutput;
  readonly #looked: Looked;
  readonly #rows: string[] = [];
  readonly #details: string[] = [];
  readonly #errors: string[] = [];
  #more = 0;

  constructor(output: TextOutput, looked: Looked) {
    this.#output = output;
    this.#looked = looked;
  }

  closed(summary: FileSummary): void {
    const { header, worst, framesWithContacts, failures } = summary;
    for (const message of failures) this.#error(message);
    if (worst.length === 0) return;
    if (this.#rows.length >= ROWS) {
      this.#more++;
      return;
    }
    const mark = judgeFile(summary).length > 0 ? '❌' : '⚠️';
    const frames =
      header.frameCount > 1 ? `${formatCount(framesWithContacts)} of ${formatCount(header.frameCount)}` : '';
    const where = header.frameCount > 1 ? summary.frameLabel(worst[0].frame) : '';
    const cells = [mark, header.name, frames, where, describeCounts(worst[0], this.#looked.pairs)];
    this.#rows.push(`| ${cells.map(escapeMarkdown).join(' | ')} |`);
    const places = describePlacesOf(summary, worst[0], PLACES).map(({ text }) => `- ${escapeMarkdown(text)}`);
    this.#details.push(`**${escapeMarkdown(describeVerdict(summary, this.#looked))}**\n\n${places.join('\n')}`);
  }

  failed(_: Input, { message }: Failure): void {
    this.#error(message);
  }

  async end({ files, filesWithContacts, filesFailed, frames, seconds, exitStatus }: RunTotals): Promise<void> {
    const failed = filesFailed > 0 ? `, ${formatCount(filesFailed)} could not be checked` : '';
    const sum = `${plural(files, 'file')}, ${plural(frames, 'frame')}: ${formatCount(filesWithContacts)} with findings${failed}`;
    const blocks = [`## ${exitStatus === 0 ? '✅' : '❌'} Self-intersections`, `${sum} (${formatSeconds(seconds)}).`];
    if (this.#rows.length > 0) {
      blocks.push(
        ['| | file | frames with findings | worst | found |', '|---|---|---|---|---|', ...this.#rows].join('\n'),
      );
    }
    if (this.#more > 0) blocks.push(`… and ${plural(this.#more, 'more file')} with findings.`);
    if (this.#details.length > 0) {
      blocks.push(`<details><summary>Where</summary>\n\n${this.#details.join('\n\n')}\n\n</details>`);
    }
    if (this.#errors.length > 0) blocks.push(['### Could not be read', '', ...this.#errors].join('\n'));
    await this.#output.write(`${blocks.join('\n\n')}\n`);
    await this.#output.end();
  }

  discard(): void {
    this.#output.discard();
  }

  #error(message: string): void {
    if (this.#errors.length < ROWS) this.#errors.push(`- ${escapeMarkdown(message)}`);
  }
}

/** Names come from files of others: they must not become links, tags or columns. */
function escapeMarkdown(text: string): string {
  return showText(text).replace(/[\\`*_{}[\]<>#|@!&~]/g, (c) => `&#${c.charCodeAt(0)};`);
}
