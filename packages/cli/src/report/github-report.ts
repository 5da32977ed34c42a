import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { describeVerdict, type Looked } from './describe-file.ts';
import { describePlacesOf } from './describe-places.ts';
import type { FileSummary } from './file-summary.ts';
import { judgeFile } from './judge-file.ts';
import type { Report } from './report.ts';
import { showLines, showText } from './show-text.ts';

const PLACES = 5;

/**
 * Annotations as GitHub's workflow commands: an error for every file that fails or cannot be read, a notice for one that may have what it has.
 * GitHub shows ten of each a step, so a file gets one with its places in it.
 */
export class GithubReport implements Report {
  readonly #print: (text: string) => void;
  readonly #looked: Looked;

  constructor(print: (text: string) => void, looked: Looked) {
    this.#print = print;
    this.#looked = looked;
  }

  closed(summary: FileSummary): void {
    const { header, worst, failures, uncheckedSteps } = summary;
    for (const message of failures) this.#annotate('error', header.name, 'cannot be read', message);
    if (worst.length === 0 && uncheckedSteps === 0) return;
    const places = worst.length > 0 ? describePlacesOf(summary, worst[0], PLACES).map(({ text }) => text) : [];
    const text = [describeVerdict(summary, this.#looked), ...places].join('\n');
    const fails = judgeFile(summary).length > 0 || uncheckedSteps > 0;
    this.#annotate(fails ? 'error' : 'notice', header.name, 'has findings', text);
  }

  failed({ name }: Input, { message }: Failure): void {
    this.#annotate('error', name, 'cannot be read', message);
  }

  #annotate(command: 'error' | 'notice', file: string, what: string, message: string): void {
    const title = showText(`${file} ${what}`);
    this.#print(
      `::${command} file=${escapeProperty(showText(file))},title=${escapeProperty(title)}::${escapeData(showLines(message))}`,
    );
  }
}

/** As in GitHub's own toolkit: percent signs first, then line ends; in properties also the marks that separate them. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
