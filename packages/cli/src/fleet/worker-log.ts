import type { Terminal } from '../check/run-check.ts';
import { plural } from '../report/format-number.ts';
import { showText } from '../report/show-text.ts';

export type LogForm = 'text' | 'json';

/** What a worker has done so far, as a line of the log tells it. */
export interface WorkFacts {
  readonly frames: number;
  readonly files: number;
  readonly failures: number;
  readonly doing: string;
}

/** Milliseconds between lines about what it does, if anything changed. */
const LINE_MS = 10_000;
const TERMINAL_LINE_MS = 500;

/** The standard error of a worker: lines for people, or one JSON object per line with time and level. */
export class WorkerLog {
  readonly #err: Terminal['err'];
  readonly #name: string;
  readonly #form: LogForm;

  constructor({ err }: Terminal, name: string, form: LogForm) {
    this.#err = err;
    this.#name = name;
    this.#form = form;
  }

  /** About this worker, as it should be. */
  info(message: string, facts: object = {}): void {
    if (this.#form === 'json') this.#writeObject('info', message, facts);
    else this.#err.write(`${showText(`worker ${this.#name}: ${message}`)}\n`);
  }

  /** Somebody may want to look at that. */
  readonly warn = (message: string): void => {
    if (this.#form === 'json') this.#writeObject('warn', message, {});
    else this.#err.write(`${showText(message)}\n`);
  };

  /** On a terminal one line that is rewritten, elsewhere a new one now and then. Returns a function that ends it. */
  follow(facts: WorkFacts): () => void {
    const isLive = this.#form === 'text' && this.#err.isTTY === true;
    let last = '';
    const tell = () => {
      const { frames, files, failures, doing } = facts;
      const text = `${describeWork(facts)}; ${doing}`;
      if (text === last) return;
      last = text;
      if (isLive) this.#rewrite(text);
      else this.info(text, { frames, files, failures, doing });
    };
    const timer = setInterval(tell, isLive ? TERMINAL_LINE_MS : LINE_MS);
    return () => {
      clearInterval(timer);
      if (isLive && last !== '') this.#err.write('\r\x1b[K');
    };
  }

  #rewrite(text: string): void {
    const line = showText(`worker ${this.#name}: ${text}`);
    this.#err.write(`\r\x1b[K${line.slice(0, (this.#err.columns ?? 80) - 1)}`);
  }

  #writeObject(level: 'info' | 'warn', message: string, facts: object): void {
    const line = { time: new Date().toISOString(), level, worker: this.#name, message, ...facts };
    this.#err.write(`${JSON.stringify(line)}\n`);
  }
}

export function describeWork({ frames, files, failures }: Omit<WorkFacts, 'doing'>): string {
  return `${plural(frames, 'frame')}, ${plural(files, 'file')} opened, ${plural(failures, 'failure')}`;
}
