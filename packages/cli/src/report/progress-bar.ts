import { formatCount, formatSeconds } from './format-number.ts';
import { showText } from './show-text.ts';

const WIDTH = 24;
/** Milliseconds between redraws. */
const INTERVAL = 100;
/** The rate is that of the last seconds: files differ. */
const RATE_SECONDS = 5;

/** A line at the bottom of a terminal: how far, how fast, how long still. */
export class ProgressBar {
  readonly #stream: { readonly columns?: number; write(text: string): unknown };
  readonly #samples: { at: number; done: number }[] = [];
  #drawn = 0;
  #visible = false;

  constructor(stream: { readonly columns?: number; write(text: string): unknown }) {
    this.#stream = stream;
  }

  update(done: number, total: number, name: string, now: number = performance.now()): void {
    this.#samples.push({ at: now, done });
    while (this.#samples.length > 2 && now - this.#samples[1].at > 1000 * RATE_SECONDS) this.#samples.shift();
    if (now - this.#drawn < INTERVAL && done < total) return;
    this.#drawn = now;
    const [first] = this.#samples;
    const rate = now > first.at ? (1000 * (done - first.done)) / (now - first.at) : 0;
    const filled = Math.round((WIDTH * done) / Math.max(1, total));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    const speed = rate > 0 ? `, ${rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))}/s` : '';
    const left = rate > 0 && done < total ? `, ${formatSeconds((total - done) / rate)} left` : '';
    const text = `${bar} ${formatCount(done)}/${formatCount(total)} frames${speed}${left}  ${showText(name)}`;
    this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}`);
    this.#visible = true;
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#visible) this.#stream.write('\r\x1b[K');
    this.#visible = false;
    this.#drawn = 0;
  }
}
