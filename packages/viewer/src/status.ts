import { byId, element, formatCount, plural } from '@selfcollide/kit';
import type { FrameResult } from './messages.ts';

/** The preparation is announced only if it takes longer than this, milliseconds. */
const PATIENCE = 250;

/** What lies over the picture: the count, progress and problems. */
export class Status {
  readonly #progress = byId('progress');
  readonly #bar = byId<HTMLProgressElement>('progress-bar');
  readonly #problem = byId('problem');
  readonly #count = byId<HTMLOutputElement>('contact-count');
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

  count(result: FrameResult | null): void {
    this.#count.dataset.frame = result ? String(result.frame) : '';
    this.#count.dataset.count = result ? String(result.contacts.count) : '';
    if (!result) {
      this.#count.replaceChildren('Not searched yet');
      return;
    }
    const { contacts, missed } = result;
    const parts: (Node | string)[] = [
      element('span', { className: contacts.count > 0 ? 'some' : '' }, plural(contacts.count, 'contact')),
    ];
    const drawn = contacts.numbers.length;
    if (drawn < contacts.count) {
      parts.push(`, all marked, ${formatCount(drawn)} of ${formatCount(contacts.count)} points drawn`);
    }
    if (missed)
      parts.push(' · ', element('span', { className: 'missed' }, `${formatCount(missed.count)} missed by no-contour`));
    this.#count.replaceChildren(...parts);
  }
}
