import { element, formatCoordinate, formatCount } from '@selfcollide/kit';
import type { ContactList, FrameResult } from '../messages.ts';

/** A contact that was chosen, from the list it is in. */
export interface ChosenContact {
  readonly list: ContactList;
  readonly index: number;
  readonly missed: boolean;
}

/** Steps through contacts and says which edge meets which triangle. */
export class ContactPanel {
  readonly #info = element('div', { 'aria-live': 'polite' });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #onChoose: (chosen: ChosenContact) => void;
  #result: FrameResult | null = null;
  #chosen: ChosenContact | null = null;

  constructor(container: HTMLElement, onChoose: (chosen: ChosenContact) => void) {
    this.#onChoose = onChoose;
    const button = (label: string, key: string, by: number) =>
      element('button', { type: 'button', 'aria-keyshortcuts': key, onclick: () => this.step(by) }, label);
    this.#previous = button('Previous', 'p', -1);
    this.#next = button('Next contact', 'n', 1);
    container.append(this.#info, element('div', { className: 'row' }, this.#previous, this.#next));
    this.show(null);
  }

  get chosen(): ChosenContact | null {
    return this.#chosen;
  }

  show(result: FrameResult | null): void {
    this.#result = result;
    this.#chosen = null;
    this.#write();
  }

  choose(chosen: ChosenContact): void {
    this.#chosen = chosen;
    this.#write();
    this.#onChoose(chosen);
  }

  step(by: number): void {
    const list = this.#chosen?.list ?? this.#pickList();
    const drawn = list?.edgeA.length ?? 0;
    if (!list || drawn === 0) return;
    const index = this.#chosen ? (this.#chosen.index + by + drawn) % drawn : by > 0 ? 0 : drawn - 1;
    this.choose({ list, index, missed: list === this.#result?.missed });
  }

  #pickList(): ContactList | null {
    const { contacts, missed } = this.#result ?? {};
    if (contacts && contacts.count > 0) return contacts;
    return missed ?? null;
  }

  #write(): void {
    const list = this.#pickList();
    const count = list?.count ?? 0;
    this.#previous.disabled = count === 0;
    this.#next.disabled = count === 0;
    if (!this.#chosen) {
      const text = count > 0 ? 'Click a contact in the picture, or step through them.' : 'No contact in this frame.';
      this.#info.replaceChildren(element('p', { className: 'quiet' }, this.#result ? text : 'Not searched yet.'));
      return;
    }
    const { list: from, index, missed } = this.#chosen;
    const at = [0, 1, 2].map((k) => formatCoordinate(from.places[3 * index + k])).join(', ');
    const rows: [string, string][] = [
      [
        'Contact',
        `${formatCount(from.numbers[index] + 1)} of ${formatCount(from.count)}${missed ? ', missed by no-contour' : ''}`,
      ],
      ['Edge', `${from.edgeA[index]} – ${from.edgeB[index]} (of triangle ${from.edgeTriangle[index]})`],
      ['Triangle', String(from.triangle[index])],
      ['Place', at],
    ];
    this.#info.replaceChildren(
      element(
        'dl',
        { id: 'contact-info' },
        ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
      ),
    );
  }
}
