import { byId, element } from '@selfcollide/kit';

/** The preparation is announced only if it takes longer than this, milliseconds. */
const PATIENCE = 250;

/** What lies over the picture: progress and problems. */
export class Status {
  readonly #progress = byId('progress');
  readonly #bar = byId<HTMLProgressElement>('progress-bar');
  readonly #problem = byId('problem');
  #timer = 0;

  constructor(onCancel: () => void) {
    byId('cancel').addEventListener('click', onCancel);
    byId('problem-close').addEventListener('click', () => this.clearProblem());
  }

  /** Something is under way; without a fraction it is not known how far. */
  working(doing: string, fraction?: number): void {
    byId('progress-text').textContent = `${doing} …`;
    if (fraction === undefined) this.#bar.removeAttribute('value');
    else this.#bar.value = fraction;
    if (this.#timer) return;
    this.#timer = window.setTimeout(() => {
      this.#progress.hidden = false;
    }, PATIENCE);
  }

  idle(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#progress.hidden = true;
  }

  problem(message: string): void {
    byId('problem-text').textContent = message;
    this.#problem.hidden = false;
  }

  clearProblem(): void {
    this.#problem.hidden = true;
  }
}

/** What the page says when it cannot start. */
export function cannotStart(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const advice = 'This page needs WebGL 2: update the browser, or turn hardware acceleration on in its settings.';
  byId('problem').hidden = false;
  byId('problem-text').replaceChildren(element('strong', {}, advice), ` (${reason})`);
}
